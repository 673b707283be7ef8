import { link, ol, p, type SeedStaticBlock, shop, table, ul } from './text-block.ts';

export const returnPolicy: SeedStaticBlock = {
  slug: 'return-policy',
  title: { en: 'Return policy', zh: '退换政策' },
  description: {
    en: 'Damaged, wrong, missing or past its date: we replace it or give the money back.',
    zh: '损坏、送错、缺少或过期，我们换货或退款。',
  },
  updated_on: '2026-11-20',
  sections: [
    {
      slug: 'what',
      title: { en: 'What we take back', zh: '哪些情况可以退换' },
      body: {
        en: table(
          ['What happened', 'Tell us within', 'What we do'],
          [
            [
              'Fresh, chilled or frozen goods are spoiled or damaged',
              '24 hours after delivery',
              'Refund or replacement, nothing to send back',
            ],
            [
              'Wrong item, missing item, broken pack',
              '3 days after delivery',
              'Replacement with the next slot, or refund',
            ],
            ['Past its date or defective', 'its date, at least 7 days', 'Refund or replacement'],
            [
              'You changed your mind, unopened dry and household goods',
              '7 days after delivery',
              'Refund of the goods; the way back costs you the delivery fee',
            ],
          ],
        ),
        zh: table(
          ['情况', '请于以下时间内告知', '处理方式'],
          [
            ['新鲜、冷藏或冷冻品变坏或损坏', '送达后24小时', '退款或补送，无需退回'],
            ['送错、缺少、包装破损', '送达后3天', '下一个时段补送，或退款'],
            ['过期或有瑕疵', '保质期内，至少7天', '退款或换货'],
            ['改变主意（未开封的干货与家居用品）', '送达后7天', '退还货款；取回的运费由您承担'],
          ],
        ),
      },
    },
    {
      slug: 'not',
      title: { en: 'What we cannot take back', zh: '哪些不能退' },
      body: {
        en: ul(
          'fresh, chilled and frozen goods that are in order;',
          'opened food, and hygiene articles whose seal is broken;',
          'vouchers that have been used;',
          'goods stolen or spoiled after they were left at your door at your wish.',
        ),
        zh: ul(
          '品质正常的新鲜、冷藏与冷冻品；',
          '已开封的食品，封条已拆的卫生用品；',
          '已使用的礼券；',
          '按您的要求放在门口后被盗或变坏的商品。',
        ),
      },
    },
    {
      slug: 'how',
      title: { en: 'How to ask', zh: '如何申请' },
      body: {
        en:
          ol(
            'Take a photograph of the item and of its date or label.',
            `Write through ${link('en', '/contact-us', 'the contact form')} with the order number, or send it by WhatsApp to ${shop.whatsapp}.`,
            'We answer within one working day and say what happens next.',
          ) + p('Nothing of this limits your rights under the Consumer Protection Act 1999.'),
        zh:
          ol(
            '拍下商品及其日期或标签。',
            `通过${link('zh', '/contact-us', '联络表格')}附上订单号码，或以WhatsApp发送至 ${shop.whatsapp}。`,
            '我们在一个工作日内答复并说明下一步。',
          ) + p('以上不影响您在《1999年消费者保护法令》下的权利。'),
      },
    },
    {
      slug: 'cancel',
      title: { en: 'Cancelling an order', zh: '取消订单' },
      body: {
        en: p(
          'Until it is packed you can ask us to cancel an order; tell us its number and, if you like, why. Staff decide quickly and you are told by mail. A request can be withdrawn once; the order then goes on and cannot be cancelled again.',
        ),
        zh: p(
          '装箱之前您可以要求取消订单，告诉我们订单号码，愿意的话也说明原因。职员会尽快处理并以电邮通知。取消申请可撤回一次，撤回后订单继续进行，不能再取消。',
        ),
      },
    },
    {
      slug: 'refund',
      title: { en: 'How the money comes back', zh: '款项如何退还' },
      body: {
        en: ul(
          'Paid online: to the same bank account, wallet or card, within 7 working days after we agree; your bank may take a few days more.',
          'Paid in cash: by bank transfer to an account in your name within 7 working days.',
          'The refund is what you really paid for the item. Delivery and bag fee are given back if the whole order fails because of us.',
        ),
        zh: ul(
          '网上付款：同意退款后7个工作日内退回原银行户口、电子钱包或卡片，银行入账可能再需数天。',
          '现金付款：7个工作日内转账至您名下的银行户口。',
          '退款为您实际支付的商品金额。若因我们的原因整张订单无法完成，运费与袋子费也一并退还。',
        ),
      },
    },
  ],
};
