import type { Text } from '../types.ts';
import { cutoffHours, link, p, rate, type SeedSection, type SeedStaticBlock, shop, slotTimes } from './text-block.ts';

const near = rate('standard', 'klang-valley');
const far = rate('standard', 'east-malaysia');
const cool = rate('chilled-express', 'klang-valley');

const text = (en: string, zh: string): Text => ({ en, zh });

/** A question with its answer in both languages. */
function question(
  slug: string,
  en: [title: string, ...body: string[]],
  zh: [title: string, ...body: string[]],
): SeedSection {
  const [enTitle, ...enBody] = en;
  const [zhTitle, ...zhBody] = zh;
  return { slug, title: text(enTitle, zhTitle), body: text(p(...enBody), p(...zhBody)) };
}

const groups: [Text, SeedSection[]][] = [
  [
    text('Ordering', '下单'),
    [
      question(
        'guest',
        [
          'Can I order without an account?',
          'Yes. Fill the cart, press “Order Now as Guest” and give address, phone and email. You get the order number and a link by mail with which you can follow the order.',
        ],
        [
          '没有户口可以下单吗？',
          '可以。把商品放入购物车，按“以访客身份下单”，填写地址、电话与电邮即可。我们会以电邮寄上订单号码和追踪链接。',
        ],
      ),
      question(
        'minimum-order',
        [
          'Is there a minimum order?',
          `No. Delivery is free from ${near.free} of goods in Peninsular Malaysia and from ${far.free} to Sabah, Sarawak and Labuan; below that the fee applies. Some items are sold in a smallest number, which stands beside them.`,
        ],
        [
          '有最低消费吗？',
          `没有。西马货款满${near.free}、东马与纳闽满${far.free}免运费，未满则收取运费。部分商品有起售数量，列于商品旁边。`,
        ],
      ),
      question(
        'find',
        [
          'How do I find something?',
          'Type its name in English, Chinese or Malay: “快熟面”, “instant noodle” and “mee segera” find the same shelf, and small spelling mistakes do not matter. Then narrow by brand, aisle, price or dietary need.',
        ],
        [
          '怎样找商品？',
          '中文、英文或马来文都可以：“快熟面”“instant noodle”“mee segera”会找到同样的商品，打错一两个字母也没关系。之后可按品牌、分类、价格或饮食需求筛选。',
        ],
      ),
      question(
        'limits',
        [
          'Why can I not add more of an item?',
          'Either that is all we have, or the item has a limit per order; the line beside the quantity says which. Goods “on order” can be bought beyond the stock and come as soon as they are in.',
        ],
        [
          '为什么不能再加数量？',
          '可能库存只剩这么多，也可能该商品有限购，数量旁边会说明。可预订的商品不受库存限制，到货即送。',
        ],
      ),
      question(
        'bulky',
        [
          'How many large sacks may I order?',
          `At most ${shop.bulky_max} bulky items an order, since two people carry them to your door.`,
        ],
        ['大包米可以买多少？', `大件商品每张订单最多${shop.bulky_max}件，因为要两个人送上门。`],
      ),
      question(
        'bundles',
        [
          'What is a bundle?',
          'Several products for one price that is lower than buying them one by one; the product page lists what is inside and what you save. A bundle is sold out when any of its parts is.',
        ],
        ['什么是配套？', '多件商品以一个更优惠的价格一起卖，页面列明内容与节省的金额。任何一件缺货，配套便售罄。'],
      ),
      question(
        'out-of-stock',
        [
          'What if something runs out after I ordered?',
          'Stock is taken as you order, so it hardly happens. If an item turns out damaged while we pack, we call you, and you choose a replacement or your money back for it.',
        ],
        [
          '下单后商品缺货怎么办？',
          '下单时库存已经扣除，很少发生。若装箱时发现损坏，我们会来电，由您选择替代品或退款。',
        ],
      ),
    ],
  ],
  [
    text('Prices and payment', '价格与付款'),
    [
      question(
        'prices-include',
        [
          'Do prices include tax?',
          `Yes. Delivery and, where it applies, the bag fee (${shop.bag_fee} an order) are shown on lines of their own before you confirm. The final price and discount are decided at payment processing: they are checked as you place the order and are never more than what you confirmed.`,
        ],
        [
          '价格含税吗？',
          `含税。运费以及袋子费（若适用，每张订单${shop.bag_fee}）在确认之前单独列明。最终价格与折扣于处理付款时决定：下单时核对，绝不高于您确认的金额。`,
        ],
      ),
      question(
        'how-to-pay',
        [
          'How can I pay?',
          'Cash on delivery is offered: pay the rider, to the nearest 5 sen. Where online banking (FPX), e-wallet or card is open for your order, the checkout shows it; you approve the payment with your bank or wallet.',
        ],
        [
          '可以怎样付款？',
          '可货到付款，以现金付给送货员，四舍五入至5仙。若您的订单可用网上银行（FPX）、电子钱包或信用卡，结账时会列出，并由您在银行或钱包内确认。',
        ],
      ),
      question(
        'card-details',
        [
          'Are my card details saved?',
          'No. You enter them with the payment provider; card details are not saved by us and never reach our servers.',
        ],
        ['会保存我的卡片资料吗？', '不会。您在付款服务商的页面输入卡片资料，我们不保存，也不会经过我们的服务器。'],
      ),
      question(
        'tier-prices',
        [
          'How do tier prices work?',
          'From 3, 6 or 12 pieces of some products each piece costs less. All pieces in the order count, also of different choices of the same product. If a sale is cheaper still, the sale price applies.',
        ],
        ['多买优惠怎么算？', '部分商品买满3、6或12件，每件更便宜。同一商品的不同选项合并计算。若特价更低，则按特价。'],
      ),
      question(
        'deals',
        [
          'When do shocking deals change?',
          `Every day at 8 pm, some for a day and some for a week. The time at which each ends stands on it; what comes next is on ${link('en', '/shocking-deals', 'Shocking deals')}.`,
        ],
        [
          '惊喜特价几时更换？',
          `每天晚上8点，有的为期一天，有的一周。每项特价都标明结束时间，接下来的特价见${link('zh', '/shocking-deals', '惊喜特价')}。`,
        ],
      ),
      question(
        'coupon',
        [
          'Where do I enter a coupon?',
          'At the last step of the checkout, under “Have a code?”. What it takes off is shown before you confirm.',
        ],
        ['优惠码在哪里输入？', '在结账最后一步的“有优惠码？”之下。确认之前会显示减免的金额。'],
      ),
      question(
        'bag-fee',
        [
          'What is the bag fee?',
          `A bag fee may be added where law or the retailer requires it, at present ${shop.bag_fee} an order. Our bags are made of paper, and the rider takes them back.`,
        ],
        [
          '袋子费是什么？',
          `若法律或零售商要求，可能加收袋子费，目前每张订单${shop.bag_fee}。我们用纸袋，送货员也会回收。`,
        ],
      ),
    ],
  ],
  [
    text('Delivery', '配送'),
    [
      question(
        'areas',
        [
          'Do you deliver to my address?',
          `All of Malaysia. Enter your postcode at the checkout and you see methods, fees and free slots. Chilled express is for the Klang Valley. ${link('en', '/delivery-policy', 'Delivery policy')}`,
        ],
        [
          '我的地址可以送吗？',
          `全马都送。结账时输入邮政编码，即可看到方式、运费与时段。冷藏快送只限巴生谷。${link('zh', '/delivery-policy', '配送政策')}`,
        ],
      ),
      question(
        'slots',
        [
          'When do you come?',
          `In the two hours that you choose, every day: ${slotTimes('standard').join(', ')}. Standard slots close ${cutoffHours('standard')} hours before they begin; you can choose today and six days ahead.`,
        ],
        [
          '几时送到？',
          `在您选择的两小时时段内，每天都送：${slotTimes('standard').join('、')}。标准时段于开始前${cutoffHours('standard')}小时截单，可选今天及之后六天。`,
        ],
      ),
      question(
        'fees',
        [
          'What does delivery cost?',
          `${near.fee} in Peninsular Malaysia and free from ${near.free}; ${far.fee} to Sabah, Sarawak and Labuan and free from ${far.free}. Chilled express costs ${cool.fee} and is free from ${cool.items} items.`,
        ],
        [
          '运费多少？',
          `西马${near.fee}，满${near.free}免运费；东马与纳闽${far.fee}，满${far.free}免运费。冷藏快送${cool.fee}，满${cool.items}件免运费。`,
        ],
      ),
      question(
        'leave-at-door',
        [
          'Can you leave it at my door?',
          'Yes, choose “Leave at my door”. Choosing unattended delivery makes the customer responsible for theft or temperature damage, so we do not advise it for frozen goods.',
        ],
        [
          '可以放在门口吗？',
          '可以，请选“放在我家门口”。选择无人签收配送，被盗或温度变化造成的损坏由顾客自行承担，冷冻品不建议选择。',
        ],
      ),
      question(
        'not-home',
        [
          'What if nobody is home?',
          'The rider calls, waits ten minutes and takes the goods back. We agree on another slot; a second way costs the delivery fee once more.',
        ],
        ['没人在家怎么办？', '送货员会来电并等候十分钟，之后把货带回。我们再约时段，第二次配送须再付运费。'],
      ),
      question(
        'frozen',
        [
          'Will ice cream arrive frozen?',
          'With chilled express, yes: it travels at −18 °C in a cool box. In a standard slot it is packed with ice, which holds for about three hours.',
        ],
        ['冰淇淋会融化吗？', '冷藏快送以保温箱维持−18°C送达。标准配送附冰袋，约可保冷三小时。'],
      ),
    ],
  ],
  [
    text('After the order', '下单之后'),
    [
      question(
        'track',
        [
          'Where is my order?',
          `Open the link in our mail, or ${link('en', '/track-order', 'Track my order')} with order number and phone or email.`,
        ],
        [
          '怎样查看订单进度？',
          `打开电邮里的链接，或在${link('zh', '/track-order', '追踪订单')}输入订单号码与电话或电邮。`,
        ],
      ),
      question(
        'no-mail',
        [
          'The confirmation mail has not come',
          'Look into the spam folder first. The order exists as soon as the page shows its number. If the address was misspelt, write to us with that number.',
        ],
        [
          '没有收到确认电邮',
          '请先查看垃圾邮件。页面显示订单号码，就表示订单已成立。若电邮地址打错，请附上号码联络我们。',
        ],
      ),
      question(
        'cancel',
        [
          'Can I change or cancel an order?',
          `Until it is packed: call ${shop.phone} or write through ${link('en', '/contact-us', 'the contact form')} with the order number. A cancellation is a request that our staff decide, usually within the hour.`,
        ],
        [
          '可以更改或取消订单吗？',
          `装箱之前可以：致电 ${shop.phone}，或通过${link('zh', '/contact-us', '联络表格')}附上订单号码。取消须由职员处理，一般一小时内答复。`,
        ],
      ),
      question(
        'returns',
        [
          'Something is damaged, wrong or missing',
          `We are sorry. Send us a photograph: fresh goods within 24 hours, everything else within 3 days. We replace it or give the money back; see ${link('en', '/return-policy', 'Return policy')}.`,
        ],
        [
          '商品损坏、送错或缺少',
          `非常抱歉。请发照片给我们：新鲜商品24小时内，其他3天内。我们换货或退款，详见${link('zh', '/return-policy', '退换政策')}。`,
        ],
      ),
      question(
        'refund-time',
        [
          'When do I get my money back?',
          'Within 7 working days after we agree: to the account, wallet or card that paid, or by bank transfer if you paid in cash.',
        ],
        ['几时收到退款？', '同意退款后7个工作日内，退回原户口、钱包或卡片；现金付款则以银行转账退还。'],
      ),
    ],
  ],
  [
    text('Products and data', '商品与资料'),
    [
      question(
        'halal',
        [
          'Which products are halal or vegetarian?',
          'Narrow any list by dietary need. A product is called halal only with the certificate number of its maker, which stands on its page; other marks come from the maker as well.',
        ],
        [
          '哪些商品是清真或素食？',
          '任何列表都可按饮食需求筛选。只有附厂商证书号码的商品才标示清真，号码列于商品页面；其他标示同样来自厂商。',
        ],
      ),
      question(
        'allergens',
        [
          'I have an allergy',
          'Ingredients and allergens stand on the product page as the maker gave them. Makers change recipes, so please read the pack as well.',
        ],
        ['我有食物过敏', '成分与过敏原列于商品页面，资料来自厂商。配方可能更改，请再看包装说明。'],
      ),
      question(
        'my-data',
        [
          'What do you know about me?',
          `What an order needs, and the products that you looked at on this device. The ${link('en', '/privacy-policy', 'privacy policy')} says what for, how long, and how to have it removed.`,
        ],
        [
          '你们有我的哪些资料？',
          `订单所需的资料，以及此设备浏览过的商品。用途、保存期限与删除方法见${link('zh', '/privacy-policy', '隐私政策')}。`,
        ],
      ),
      question(
        'language',
        [
          'How do I change the language?',
          'With EN and 中文 at the top of every page. Mails about an order come in the language in which you ordered.',
        ],
        ['怎样更换语言？', '按页面上方的 EN 或 中文。订单的电邮会用您下单时的语言。'],
      ),
    ],
  ],
];

export const faq: SeedStaticBlock = {
  slug: 'faq',
  title: { en: 'Questions and answers', zh: '常见问题' },
  description: {
    en: 'Ordering, payment, delivery, returns: what people ask us, answered in a few lines.',
    zh: '下单、付款、配送、退换：大家常问的，几句话说清楚。',
  },
  updated_on: '2026-11-20',
  sections: groups.flatMap(([group, questions]) => questions.map((each) => ({ ...each, group }))),
};
