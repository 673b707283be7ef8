import { link, p, type SeedStaticBlock, shop, ul } from './text-block.ts';

export const legalNotice: SeedStaticBlock = {
  slug: 'legal-notice',
  title: { en: 'Legal notice', zh: '法律声明' },
  description: {
    en: 'Who runs this shop, how to reach us, and what the law asks us to say.',
    zh: '本店的经营者、联络方式及法律要求的声明。',
  },
  updated_on: '2026-11-20',
  sections: [
    {
      slug: 'business',
      title: { en: 'Business', zh: '商业资料' },
      body: {
        en: ul(
          `Name: ${shop.business}, trading as ${shop.name.en}`,
          `Registration no.: ${shop.registration}`,
          `Address: ${shop.address.en}`,
          `Email: ${shop.email}`,
          `Telephone: ${shop.phone}; WhatsApp: ${shop.whatsapp}`,
          `Hours: ${shop.hours.en}`,
        ),
        zh: ul(
          `名称：${shop.business}，商号${shop.name.zh}`,
          `注册号：${shop.registration}`,
          `地址：${shop.address.zh}`,
          `电邮：${shop.email}`,
          `电话：${shop.phone}；WhatsApp：${shop.whatsapp}`,
          `办公时间：${shop.hours.zh}`,
        ),
      },
    },
    {
      slug: 'what-the-law-asks',
      title: {
        en: 'What the Electronic Trade Transactions Regulations ask',
        zh: '《电子商务交易条例》要求列明的事项',
      },
      body: {
        en: ul(
          'The main characteristics of goods stand on each product page.',
          'The full price, with tax, delivery, bag fee and every other cost, is shown before you confirm.',
          `Ways to pay and terms: ${link('en', '/terms', 'terms of sale')}. Estimated delivery: the two-hour slot you choose, see ${link('en', '/delivery-policy', 'delivery policy')}.`,
          'You can correct errors until you confirm the order, and each order is acknowledged at once, on the page and by email.',
          'The records of an order are kept for 7 years.',
        ),
        zh: ul(
          '商品的主要特征列于各商品页面。',
          '确认之前，列明含税价格、运费、袋子费及其他所有费用的总额。',
          `付款方式与条款见${link('zh', '/terms', '买卖条款')}；预计送达时间为您所选的两小时时段，见${link('zh', '/delivery-policy', '配送政策')}。`,
          '确认订单之前可以更正错误；每张订单即时在页面上并以电邮确认。',
          '订单记录保存7年。',
        ),
      },
    },
    {
      slug: 'claims',
      title: { en: 'Halal, health and pictures', zh: '清真、健康与图片' },
      body: {
        en: p(
          'A product is called halal only where its maker has given us the number of a valid certificate. Nutrition and allergens are the maker’s; if you have an allergy, the pack counts. Pictures are drawn and show how a pack is meant to look.',
        ),
        zh: p(
          '只有厂商提供有效证书号码的商品才标示清真。营养与过敏原资料来自厂商，若有过敏请以包装为准。图片为绘制，仅示意包装外观。',
        ),
      },
    },
    {
      slug: 'demo',
      title: { en: 'A demo', zh: '示范商店' },
      body: {
        en: p(
          'This is a demo shop. Company, brands, products, outlets and numbers are invented; nothing is really sold.',
        ),
        zh: p('本店为示范商店。公司、品牌、商品、分店与号码均为虚构，并不真正出售商品。'),
      },
    },
  ],
};
