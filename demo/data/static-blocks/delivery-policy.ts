import { cutoffHours, feeRows, link, p, rate, type SeedStaticBlock, shop, slotTimes, table, ul } from './text-block.ts';

const near = rate('standard', 'klang-valley');
const far = rate('standard', 'east-malaysia');
const cool = rate('chilled-express', 'klang-valley');
const closes = {
  standard: cutoffHours('standard'),
  chilled: cutoffHours('chilled-express'),
  bulky: cutoffHours('bulky'),
};

export const deliveryPolicy: SeedStaticBlock = {
  slug: 'delivery-policy',
  title: { en: 'Delivery policy', zh: '配送政策' },
  description: {
    en: `Two-hour slots you choose, free from ${near.free} in Peninsular Malaysia.`,
    zh: `自选两小时时段，西马满${near.free}免运费。`,
  },
  updated_on: '2026-11-20',
  sections: [
    {
      slug: 'areas',
      title: { en: 'Where we deliver', zh: '配送范围' },
      body: {
        en: p(
          'All states and federal territories. The Klang Valley (Selangor, Kuala Lumpur, Putrajaya) has every method; the rest of the Peninsula and Sabah, Sarawak and Labuan have standard and bulky delivery. Enter your postcode at the checkout and you see what there is for your address, with fees and free slots.',
        ),
        zh: p(
          '全马各州与联邦直辖区。巴生谷（雪兰莪、吉隆坡、布城）提供所有配送方式；西马其他州属及沙巴、砂拉越、纳闽提供标准与大件配送。结账时输入邮政编码，即可看到您地址可用的方式、运费与时段。',
        ),
      },
    },
    {
      slug: 'slots',
      title: { en: 'Slots', zh: '配送时段' },
      body: {
        en:
          p(`Every day, today and the six days after it: ${slotTimes('standard').join(', ')} (Malaysian time).`) +
          ul(
            `Standard delivery takes orders until ${closes.standard} hours before a slot begins.`,
            `Chilled express until ${closes.chilled} hours before, heavy and bulky until ${closes.bulky} hours before.`,
            'Each slot has a number of places; a slot that is full cannot be chosen.',
          ) +
          p(
            'Your slot stands on the order, in the mail and on the tracking page. If we are late we call you; if we cannot come at all on that day you may cancel without giving a reason.',
          ),
        zh:
          p(`每天都送，可选今天及之后六天：${slotTimes('standard').join('、')}（马来西亚时间）。`) +
          ul(
            `标准配送于时段开始前${closes.standard}小时截单。`,
            `冷藏快送于${closes.chilled}小时前截单，大件重货于${closes.bulky}小时前截单。`,
            '每个时段名额有限，满额后不能选择。',
          ) +
          p('时段会显示在订单、电邮和追踪页面上。若会迟到，我们会来电通知；若当天无法送达，您可以无条件取消。'),
      },
    },
    {
      slug: 'fees',
      title: { en: 'Fees and free shipping', zh: '运费与免运费' },
      body: {
        en:
          table(['Method', 'Zone', 'Fee', 'Free'], feeRows('en')) +
          p(
            `Free shipping counts goods after product discounts and coupon. Standard delivery is free from ${near.free}, to Sabah, Sarawak and Labuan from ${far.free}; chilled express is free from ${cool.items} items. The cart shows how much is missing. A bag fee of ${shop.bag_fee} an order may be added where law or the retailer requires it.`,
          ),
        zh:
          table(['方式', '地区', '运费', '免运费'], feeRows('zh')) +
          p(
            `免运费按扣除商品折扣和优惠码后的货款计算。标准配送满${near.free}免运费，东马与纳闽满${far.free}；冷藏快送满${cool.items}件免运费。购物车会显示还差多少。若法律或零售商要求，可能加收袋子费，每张订单${shop.bag_fee}。`,
          ),
      },
    },
    {
      slug: 'at-the-door',
      title: { en: 'At your door', zh: '送到门口' },
      body: {
        en: p(
          'Please be there, or let somebody be there who may take the goods. The rider calls the number on the order, waits ten minutes, and otherwise brings the goods back; we then agree on another slot. Check eggs, glass and frozen goods while the rider is there.',
          'With cash on delivery please have the amount ready, small notes help.',
        ),
        zh: p(
          '请在家等候，或请人代收。送货员会拨打订单上的电话，等候十分钟；若无人应门，货物会带回，我们再与您约另一个时段。请当面检查鸡蛋、玻璃瓶和冷冻品。',
          '货到付款请备好现金，小钞最方便。',
        ),
      },
    },
    {
      slug: 'unattended',
      title: { en: 'Leave at my door', zh: '放在门口' },
      body: {
        en: p(
          'You can choose that we leave the goods at your door. Choosing unattended delivery makes the customer responsible for theft or temperature damage. We photograph where we left them. It is not possible with cash on delivery unless the rider has been paid.',
        ),
        zh: p(
          '您可以选择把货物放在门口。选择无人签收配送，被盗或温度变化造成的损坏由顾客自行承担。我们会拍照记录放置位置。货到付款的订单须先付款给送货员。',
        ),
      },
    },
    {
      slug: 'chilled-bulky',
      title: { en: 'Chilled, frozen and bulky goods', zh: '冷藏、冷冻与大件商品' },
      body: {
        en: p(
          `Chilled express keeps 0–4 °C and −18 °C in a cool box all the way. Bulky goods, such as large sacks of rice and cartons, come with two people and a trolley; an order holds at most ${shop.bulky_max} of them.`,
        ),
        zh: p(
          `冷藏快送全程以保温箱维持0–4°C与−18°C。大包米、整箱货等大件由两人推车送上门，每张订单最多${shop.bulky_max}件。`,
        ),
      },
    },
    {
      slug: 'changes',
      title: { en: 'Changing address or slot', zh: '更改地址或时段' },
      body: {
        en: p(
          `Until the order is packed: call ${shop.phone} or write through ${link('en', '/contact-us', 'the contact form')} with the order number. A new address may have another fee.`,
        ),
        zh: p(
          `装箱之前都可以：请致电 ${shop.phone}，或通过${link('zh', '/contact-us', '联络表格')}附上订单号码。新地址的运费可能不同。`,
        ),
      },
    },
  ],
};
