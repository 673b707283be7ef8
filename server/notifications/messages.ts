/** The words of mails, in the language that the order was placed in (readings 36). Chinese is complete by type. */
import type { Lang } from '@shop/core/lang';
import { formatMessage, type MessageArguments } from '@shop/core/messages/format';

const en = {
  'placed.subject': '{shop}: order {number} received',
  'placed.greeting': 'Thank you, {name}!',
  'placed.intro': 'We have received your order {number} and are getting it ready.',
  'placed.follow': 'Follow your order',
  'placed.follow_hint': 'This link opens your order without signing in, so keep it to yourself:',
  'order.items': 'Your order',
  'order.items_total': 'Items',
  'order.discount': 'Discount',
  'order.coupon_discount': 'Coupon',
  'order.delivery_fee': 'Delivery',
  'order.bag_fee': 'Bag fee',
  'order.tip': 'Tip',
  'order.rounding': 'Rounding to 5 sen',
  'order.grand_total': 'Total',
  'order.payment': 'Payment',
  'order.delivery': 'Delivery',
  'order.slot': '{day}, {from} – {to}',
  'order.address': 'Delivered to',
  'order.remarks': 'Instructions',
  'order.leave_at_door': 'Leave at my door',
  'shop.registration': '{business} (registration no. {number})',
  'shop.contact': 'Questions? {email} · {phone}',
} as const;

const zh = {
  'placed.subject': '{shop}：已收到订单 {number}',
  'placed.greeting': '{name}，谢谢您！',
  'placed.intro': '我们已收到您的订单 {number}，正在为您准备。',
  'placed.follow': '查看订单',
  'placed.follow_hint': '此链接无需登录即可打开您的订单，请勿转发：',
  'order.items': '您的订单',
  'order.items_total': '商品',
  'order.discount': '折扣',
  'order.coupon_discount': '优惠码',
  'order.delivery_fee': '运费',
  'order.bag_fee': '袋子费',
  'order.tip': '小费',
  'order.rounding': '五仙进位',
  'order.grand_total': '总额',
  'order.payment': '付款方式',
  'order.delivery': '配送',
  'order.slot': '{day} {from} – {to}',
  'order.address': '送货地址',
  'order.remarks': '备注',
  'order.leave_at_door': '放在门口',
  'shop.registration': '{business}（注册号 {number}）',
  'shop.contact': '有疑问？{email} · {phone}',
} satisfies Record<keyof typeof en, string>;

type MailKey = keyof typeof en;

const WORDS: Readonly<Record<Lang, Readonly<Record<MailKey, string>>>> = { en, zh };

/** One of the words, its parameters filled in. */
export function mailWord<Key extends MailKey>(
  lang: Lang,
  key: Key,
  ...[params]: MessageArguments<(typeof en)[Key]>
): string {
  return formatMessage(WORDS[lang][key], params, lang);
}
