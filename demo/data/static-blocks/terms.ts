import { cutoffHours, link, ol, p, rate, type SeedStaticBlock, shop, ul } from './text-block.ts';

const near = rate('standard', 'klang-valley');

export const terms: SeedStaticBlock = {
  slug: 'terms',
  title: { en: 'Terms of sale', zh: '买卖条款' },
  description: {
    en: 'What you and we agree to when you order: prices, payment, delivery, and your rights.',
    zh: '您下单时双方的约定：价格、付款、配送，以及您的权利。',
  },
  updated_on: '2026-11-20',
  sections: [
    {
      slug: 'who-you-deal-with',
      title: { en: '1. Who you deal with', zh: '1. 交易对方' },
      body: {
        en: p(
          `The seller is ${shop.business} (“we”), registration no. ${shop.registration}, ${shop.address.en}; email ${shop.email}, telephone ${shop.phone}. These terms apply to orders on this website and in our app. They take nothing away from your rights under the Consumer Protection Act 1999.`,
        ),
        zh: p(
          `卖方为 ${shop.business}（下称“我们”），注册号 ${shop.registration}，地址 ${shop.address.zh}；电邮 ${shop.email}，电话 ${shop.phone}。本条款适用于本网站及应用程序的订单，并不减损您在《1999年消费者保护法令》下的权利。`,
        ),
      },
    },
    {
      slug: 'ordering',
      title: { en: '2. How an order comes about', zh: '2. 订单如何成立' },
      body: {
        en:
          ol(
            'You fill the cart. It reserves nothing: stock is taken when the order is placed.',
            'You give address, delivery slot and payment method. Everything can be corrected until you confirm; each step can be opened again.',
            'The last step shows all items, delivery, bag fee and the total. You confirm that total.',
            'We acknowledge the order at once on the page and by email, with its number. That is when the contract is made.',
          ) +
          p(
            'If a price, a fee, the stock or a slot has changed before you confirm, nothing is ordered: we show you what has changed, line by line, and you decide again.',
          ),
        zh:
          ol(
            '您把商品放入购物车。购物车不保留库存，下单时才扣除。',
            '您填写地址、配送时段和付款方式。确认之前每一步都可以重新打开更正。',
            '最后一步列明所有商品、运费、袋子费和总额，由您确认。',
            '我们即时在页面上并以电邮确认收到订单，附上订单号码；合约于此时成立。',
          ) + p('若在您确认之前价格、费用、库存或时段有变，订单不会成立：我们逐项列出变动，由您再作决定。'),
      },
    },
    {
      slug: 'prices',
      title: { en: '3. Prices and fees', zh: '3. 价格与费用' },
      body: {
        en: ul(
          'Prices are in Malaysian ringgit and include tax. The crossed-out price is our regular price.',
          'The final price and discount are decided when the payment is processed: they are checked and frozen as the order is placed, and it is never more than the total you confirmed.',
          `Delivery costs ${near.fee} in the Klang Valley and is free from ${near.free}; all fees stand in the ${link('en', '/delivery-policy#fees', 'delivery policy')}.`,
          `A bag fee (${shop.bag_fee} an order at present) may be added where law or the retailer requires it. It is a line of its own.`,
          'Tier prices count all pieces of a product in the order. Where a sale price is lower, the sale price applies.',
          `Bulky goods are limited to ${shop.bulky_max} an order; other limits stand beside the product.`,
        ),
        zh: ul(
          '价格以马来西亚令吉计算，已含税。划掉的是我们的原价。',
          '最终价格与折扣于处理付款时决定：下单时核对并锁定，绝不高于您确认的总额。',
          `巴生谷运费${near.fee}，满${near.free}免运费；全部收费见${link('zh', '/delivery-policy#fees', '配送政策')}。`,
          `若法律或零售商要求，可能加收袋子费（目前每张订单${shop.bag_fee}），并单独列明。`,
          '多买优惠按订单中该商品的总件数计算；若特价更低，则以特价为准。',
          `大件商品每张订单最多${shop.bulky_max}件；其他限购列于商品旁边。`,
        ),
      },
    },
    {
      slug: 'payment',
      title: { en: '4. Payment', zh: '4. 付款' },
      body: {
        en: ul(
          'Cash on delivery is offered: you pay the rider when the goods are handed over. The cash total is rounded to the nearest 5 sen, on a line of its own.',
          'Where online payment is offered you pay on the page of your bank, e-wallet or the payment provider. Card details are not saved by us: they never reach our servers.',
          'An order that is to be paid online and is not paid within 30 minutes is cancelled by itself.',
        ),
        zh: ul(
          '可货到付款：收货时以现金付给送货员。现金总额四舍五入至5仙，单独列明。',
          '若提供网上付款，您会在银行、电子钱包或付款服务商的页面付款。我们不保存卡片资料，卡片资料不会经过我们的服务器。',
          '选择网上付款的订单，若30分钟内未付款会自动取消。',
        ),
      },
    },
    {
      slug: 'delivery-and-risk',
      title: { en: '5. Delivery and risk', zh: '5. 配送与风险' },
      body: {
        en: p(
          `We deliver in the slot you chose; standard slots close ${cutoffHours('standard')} hours before they begin. The risk passes to you when the goods are handed over. Choosing unattended delivery makes the customer responsible for theft or temperature damage. More in the ${link('en', '/delivery-policy', 'delivery policy')}.`,
        ),
        zh: p(
          `我们在您选择的时段内送货；标准时段于开始前${cutoffHours('standard')}小时截单。货物交付后，风险转移给您。选择无人签收配送，被盗或温度变化造成的损坏由顾客自行承担。详见${link('zh', '/delivery-policy', '配送政策')}。`,
        ),
      },
    },
    {
      slug: 'returns',
      title: { en: '6. Returns, cancellation and refunds', zh: '6. 退换、取消与退款' },
      body: {
        en: p(
          `You may ask to cancel an order until it is packed. Goods that are damaged, wrong, missing or past their date are replaced or refunded; the ${link('en', '/return-policy', 'return policy')} says how.`,
        ),
        zh: p(
          `订单装箱之前，您都可以要求取消。商品若损坏、送错、缺少或已过期，我们换货或退款，详见${link('zh', '/return-policy', '退换政策')}。`,
        ),
      },
    },
    {
      slug: 'offers',
      title: { en: '7. Vouchers, offers and errors', zh: '7. 礼券、优惠与错误' },
      body: {
        en: p(
          'An offer lasts as long as it says and while stock lasts; it cannot be paid out in cash. If a price is so plainly wrong that you must have noticed, we may cancel the order before delivery, tell you at once, and give back all that you paid.',
        ),
        zh: p(
          '优惠以列明的期限为准，售完即止，不可兑换现金。若标价有明显错误，一般人都看得出来，我们可在送货前取消订单，即时通知您并退还全部款项。',
        ),
      },
    },
    {
      slug: 'use',
      title: { en: '8. Fair use and liability', zh: '8. 合理使用与责任' },
      body: {
        en: p(
          'Please order for a household, not for resale, and do not disturb the website. We are liable without limit for injury and for intent or gross negligence; otherwise for the foreseeable damage, at most the value of the order. Pictures show the packs as they are meant to look; makers change their packs.',
        ),
        zh: p(
          '请以家庭用量订购，请勿转售或干扰网站运作。对于人身伤害、蓄意或严重疏忽，我们承担全部责任；其他情况以可预见的损失为限，最高为订单金额。图片仅示意包装外观，厂商可能更换包装。',
        ),
      },
    },
    {
      slug: 'law',
      title: { en: '9. Complaints and law', zh: '9. 投诉与适用法律' },
      body: {
        en: p(
          `Tell us first: ${shop.email} or ${shop.phone}. You may also turn to the Ministry of Domestic Trade and Cost of Living or to the Tribunal for Consumer Claims. Malaysian law applies. We change these terms for future orders only; the text at the time of your order is the one that counts.`,
        ),
        zh: p(
          `请先告诉我们：${shop.email} 或 ${shop.phone}。您也可以向国内贸易及生活成本部或消费者索偿仲裁庭投诉。本条款受马来西亚法律管辖。条款若有更改，只适用于日后的订单；您的订单以下单时的版本为准。`,
        ),
      },
    },
  ],
};
