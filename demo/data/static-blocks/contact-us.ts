import { link, p, type SeedStaticBlock, shop, ul } from './text-block.ts';

export const contactUs: SeedStaticBlock = {
  slug: 'contact-us',
  title: { en: 'Contact us', zh: '联络我们' },
  description: {
    en: 'Write, call or send a WhatsApp: a person answers, within one working day.',
    zh: '写信、来电或发WhatsApp，都有真人回复，一个工作日内答复。',
  },
  updated_on: '2026-11-20',
  sections: [
    {
      slug: 'before-you-write',
      title: { en: 'Before you write', zh: '来信之前' },
      body: {
        en: ul(
          `About an order: have its number ready, eight letters and digits such as 7Q2M9XKD. You can see where it is on ${link('en', '/track-order', 'Track my order')}.`,
          `About a damaged or missing item: a photograph helps. What we do then stands in the ${link('en', '/return-policy', 'return policy')}.`,
          `Many answers are already in the ${link('en', '/faq', 'questions and answers')}.`,
        ),
        zh: ul(
          `关于订单：请准备订单号码，八位字母与数字，例如 7Q2M9XKD。订单进度可在${link('zh', '/track-order', '追踪订单')}查看。`,
          `商品损坏或缺少：附上照片最有帮助，处理方式见${link('zh', '/return-policy', '退换政策')}。`,
          `许多答案已经在${link('zh', '/faq', '常见问题')}里。`,
        ),
      },
    },
    {
      slug: 'what-happens-next',
      title: { en: 'What happens next', zh: '之后会怎样' },
      body: {
        en: p(
          `Your message gets a reference, which we also send to your email. We answer within one working day; our hours are ${shop.hours.en}. Please do not send card numbers or passwords: we never ask for them.`,
        ),
        zh: p(
          `您的留言会有一个编号，我们也会寄到您的电邮。我们在一个工作日内回复，办公时间为${shop.hours.zh}。请勿发送卡号或密码，我们绝不会要求您提供。`,
        ),
      },
    },
  ],
};
