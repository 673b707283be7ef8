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
  'contact.subject': '{shop}: we have your message {reference}',
  'contact.title': 'Thank you for writing to us',
  'contact.intro': 'Your message has reached us. Its reference is {reference}; please name it when you write or call.',
  'contact.answer': 'We answer within one working day.',
  'contact.not_you': 'If you did not write to us, somebody typed your address by mistake and you can ignore this mail.',
  'contact.copy_title': 'Message {reference}',
  'contact.copy_from': 'From: {name} <{email}>',
  'contact.copy_phone': 'Phone: {phone}',
  'contact.copy_order': 'Order: {number}',
  'contact.copy_subject': 'Subject: {subject}',
  'contact.copy_language': 'Language: {language}',
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
  'contact.subject': '{shop}：已收到您的留言 {reference}',
  'contact.title': '谢谢您的来信',
  'contact.intro': '我们已收到您的留言，编号为 {reference}。再次联系我们时请提供此编号。',
  'contact.answer': '我们会在一个工作日内回复。',
  'contact.not_you': '如果您没有联系过我们，可能是有人填错了电邮地址，请忽略此邮件。',
  'contact.copy_title': '留言 {reference}',
  'contact.copy_from': '来自：{name} <{email}>',
  'contact.copy_phone': '电话：{phone}',
  'contact.copy_order': '订单：{number}',
  'contact.copy_subject': '主题：{subject}',
  'contact.copy_language': '语言：{language}',
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
