import { link, p, type SeedStaticBlock, shop, ul } from './text-block.ts';

const question = (lang: 'en' | 'zh', slug: string, words: string) => link(lang, `/faq#${slug}`, words);

export const helpCenter: SeedStaticBlock = {
  slug: 'help-center',
  title: { en: 'Help Center', zh: '帮助中心' },
  description: {
    en: 'Where to look and whom to ask: orders, delivery, payment, returns and your data.',
    zh: '订单、配送、付款、退换与个人资料，从这里找到答案。',
  },
  updated_on: '2026-11-20',
  sections: [
    {
      slug: 'orders',
      title: { en: 'My order', zh: '我的订单' },
      body: {
        en: ul(
          link('en', '/track-order', 'Where is it?'),
          question('en', 'cancel', 'Can I change or cancel it?'),
          question('en', 'no-mail', 'The mail has not come'),
          question('en', 'out-of-stock', 'What if something runs out?'),
        ),
        zh: ul(
          link('zh', '/track-order', '订单到哪里了？'),
          question('zh', 'cancel', '可以更改或取消吗？'),
          question('zh', 'no-mail', '没有收到电邮'),
          question('zh', 'out-of-stock', '商品缺货怎么办？'),
        ),
      },
    },
    {
      slug: 'delivery',
      title: { en: 'Delivery', zh: '配送' },
      body: {
        en: ul(
          link('en', '/delivery-policy#fees', 'What does it cost, and when is it free?'),
          question('en', 'slots', 'When do you come?'),
          question('en', 'leave-at-door', 'Can you leave it at my door?'),
        ),
        zh: ul(
          link('zh', '/delivery-policy#fees', '运费多少，几时免运费？'),
          question('zh', 'slots', '几时送到？'),
          question('zh', 'leave-at-door', '可以放在门口吗？'),
        ),
      },
    },
    {
      slug: 'payment',
      title: { en: 'Prices and payment', zh: '价格与付款' },
      body: {
        en: ul(
          question('en', 'how-to-pay', 'How can I pay?'),
          question('en', 'card-details', 'Do you save my card?'),
          question('en', 'tier-prices', 'Why is it cheaper if I take more?'),
        ),
        zh: ul(
          question('zh', 'how-to-pay', '可以怎样付款？'),
          question('zh', 'card-details', '你们会保存卡片资料吗？'),
          question('zh', 'tier-prices', '为什么多买更便宜？'),
        ),
      },
    },
    {
      slug: 'returns',
      title: { en: 'Something is not right', zh: '商品有问题' },
      body: {
        en: ul(
          link('en', '/return-policy', 'Damaged, wrong, missing: what to do'),
          question('en', 'refund-time', 'When do I get my money back?'),
        ),
        zh: ul(
          link('zh', '/return-policy', '损坏、送错、缺少：怎么办'),
          question('zh', 'refund-time', '几时收到退款？'),
        ),
      },
    },
    {
      slug: 'ask',
      title: { en: 'Ask us', zh: '联络我们' },
      body: {
        en: p(
          `${link('en', '/contact-us', 'Write to us')}, call ${shop.phone} or send a WhatsApp to ${shop.whatsapp}. ${shop.hours.en}.`,
        ),
        zh: p(
          `${link('zh', '/contact-us', '给我们留言')}，致电 ${shop.phone}，或WhatsApp至 ${shop.whatsapp}。${shop.hours.zh}。`,
        ),
      },
    },
  ],
};
