/** Title and body of each kind of notification, for the inbox and for push, in the reader's language. */
import { formatDate, formatDateTime } from '@shop/core/dates';
import { type Lang, textIn } from '@shop/core/lang';
import { formatMessage, type MessageArguments } from '@shop/core/messages/format';
import { formatMoney } from '@shop/core/money';
import type { NotificationKind } from '@shop/core/notifications/kinds';
import { formatChangedLine } from '@shop/core/orders/changed-line';
import type { NotificationData, NotificationFacts } from './notification-data.ts';

const en = {
  'order-placed.title': 'Order {number} received',
  'order-placed.body': 'We are getting your order ready. Total: {total}.',
  'order-updated.processing.title': 'Order {number} is being prepared',
  'order-updated.processing.body': 'We have started to pick your items.',
  'order-updated.packed.title': 'Order {number} is packed',
  'order-updated.packed.body': 'It will leave our store in your delivery slot.',
  'order-updated.delivery.title': 'Order {number} is on its way',
  'order-updated.delivery.body': 'Our driver has left the store.',
  'order-updated.complete.title': 'Order {number} was delivered',
  'order-updated.complete.body': 'Thank you for shopping with us. If something is missing, contact us.',
  'order-items-changed.title': 'Order {number} is packed, with changes',
  'order-items-changed.refund': '{changes}. We refund {amount}.',
  'order-items-changed.less': '{changes}. You pay {amount} less.',
  'order-items-changed.same': '{changes}. The price stays the same.',
  'delivery-changed.title': 'New delivery details for order {number}',
  'delivery-changed.body': 'Open the order to see what has changed.',
  'order-updated.failed.title': 'We could not deliver order {number}',
  'order-updated.failed.body': 'We will bring it again. Open the order to see why.',
  'payment.unpaid.title': 'Order {number} is waiting for payment',
  'payment.unpaid.body': 'Pay {total} to have it delivered.',
  'payment.paid.title': 'Payment for order {number} received',
  'payment.paid.body': 'You paid {total}.',
  'cancellation.canceled.title': 'Order {number} was cancelled',
  'cancellation.canceled.body': 'It will not be delivered. Anything you paid is refunded.',
  'cancellation.requested.title': 'You asked to cancel order {number}',
  'cancellation.requested.body': 'We are checking your request and will tell you the result.',
  'cancellation.withdrawn.title': 'Order {number} will be delivered',
  'cancellation.withdrawn.body': 'You withdrew your cancellation request.',
  'cancellation.rejected.title': 'Order {number} cannot be cancelled',
  'cancellation.rejected.body': 'We will deliver it as planned.',
  'refund.requested.title': 'Refund for order {number}',
  'refund.requested.body': 'We are refunding {amount}.',
  'refund.settled.title': 'Refund for order {number} is paid',
  'refund.settled.body': '{amount} is on its way to your account. Your bank may take a few working days to show it.',
  'refund.wallet.body': 'The points and coins that you used are back in your wallet.',
  'points-expiring.title': '{points, plural, one {# point expires} other {# points expire}} soon',
  'points-expiring.body': 'Use them by {date}.',
  'offline-transaction-reward.point.title': 'You earned {amount, plural, one {# point} other {# points}}',
  'offline-transaction-reward.store_credit.title': 'You earned {amount, plural, one {# coin} other {# coins}}',
  'offline-transaction-reward.body': 'For your purchase at our outlet.',
  'offline-transaction-redeem.point.title': 'You used {amount, plural, one {# point} other {# points}}',
  'offline-transaction-redeem.store_credit.title': 'You used {amount, plural, one {# coin} other {# coins}}',
  'offline-transaction-redeem.body': 'At our outlet. If this was not you, contact us.',
  'voucher.bought.title': 'Your vouchers are ready',
  'voucher.bought.body': 'You bought them with order {number}.',
  'voucher.given.title': 'You have a new voucher',
  'voucher.given.body': '{name}. Use it on your next order.',
  'voucher.given_many.title': 'You have {count} new vouchers',
  'voucher.given_many.body': '{name} and more. Use them on your next orders.',
  'tier.up.title': 'Welcome to {name}',
  'tier.up.body': 'You have reached a new tier. See what you get now.',
  'tier.down.title': 'Your tier is now {name}',
  'tier.down.body': 'See how much to spend to move up again.',
  'check-in-reminder.title': 'Check in before midnight',
  'check-in-reminder.body': 'You have checked in {streak} days in a row. Keep going today.',
  'back-in-stock.title': '{name} is back in stock',
  'back-in-stock.body': 'Order it before it sells out again.',
  'price-drop.title': '{name} is now {price}',
  'price-drop.body': 'It was {was}.',
  'security.password_changed.title': 'Your password was changed',
  'security.email_changed.title': 'Your email was changed',
  'security.phone_changed.title': 'Your phone number was changed',
  'security.new_device.title': 'New sign-in to your account',
  'security.body': '{time}. If this was not you, change your password now.',
  'security.device.body': '{device}, {time}. If this was not you, change your password now.',
} as const;

type InboxTextKey = keyof typeof en;

const zh: Readonly<Record<InboxTextKey, string>> = {
  'order-placed.title': '已收到订单 {number}',
  'order-placed.body': '我们正在为您准备，总额 {total}。',
  'order-updated.processing.title': '订单 {number} 准备中',
  'order-updated.processing.body': '我们已开始为您挑选商品。',
  'order-updated.packed.title': '订单 {number} 已打包',
  'order-updated.packed.body': '会在您的配送时段送出。',
  'order-updated.delivery.title': '订单 {number} 正在配送',
  'order-updated.delivery.body': '送货员已出发。',
  'order-updated.complete.title': '订单 {number} 已送达',
  'order-updated.complete.body': '谢谢惠顾。如有缺漏，请联络我们。',
  'order-items-changed.title': '订单 {number} 已打包，部分商品有变动',
  'order-items-changed.refund': '{changes}。我们会退还 {amount}。',
  'order-items-changed.less': '{changes}。您少付 {amount}。',
  'order-items-changed.same': '{changes}。价格不变。',
  'delivery-changed.title': '订单 {number} 的配送资料已更改',
  'delivery-changed.body': '请打开订单查看更改内容。',
  'order-updated.failed.title': '订单 {number} 未能送达',
  'order-updated.failed.body': '我们会再次配送，请打开订单查看原因。',
  'payment.unpaid.title': '订单 {number} 待付款',
  'payment.unpaid.body': '付款 {total} 后即可安排配送。',
  'payment.paid.title': '已收到订单 {number} 的付款',
  'payment.paid.body': '您已付 {total}。',
  'cancellation.canceled.title': '订单 {number} 已取消',
  'cancellation.canceled.body': '此订单不会配送，已付的款项会退还。',
  'cancellation.requested.title': '您申请取消订单 {number}',
  'cancellation.requested.body': '我们正在核对，有结果会通知您。',
  'cancellation.withdrawn.title': '订单 {number} 会照常配送',
  'cancellation.withdrawn.body': '您已撤回取消申请。',
  'cancellation.rejected.title': '订单 {number} 不能取消',
  'cancellation.rejected.body': '我们会照常配送。',
  'refund.requested.title': '订单 {number} 退款',
  'refund.requested.body': '我们正在为您退款 {amount}。',
  'refund.settled.title': '订单 {number} 已退款',
  'refund.settled.body': '{amount} 已退还，银行可能需要几个工作日才会显示。',
  'refund.wallet.body': '您使用的积分和金币已退回钱包。',
  'points-expiring.title': '{points} 积分即将到期',
  'points-expiring.body': '请在 {date} 或之前使用。',
  'offline-transaction-reward.point.title': '您获得 {amount} 积分',
  'offline-transaction-reward.store_credit.title': '您获得 {amount} 金币',
  'offline-transaction-reward.body': '来自您在分店的消费。',
  'offline-transaction-redeem.point.title': '您使用了 {amount} 积分',
  'offline-transaction-redeem.store_credit.title': '您使用了 {amount} 金币',
  'offline-transaction-redeem.body': '在分店使用。如果不是您本人，请联络我们。',
  'voucher.bought.title': '您的礼券可以使用了',
  'voucher.bought.body': '这是您在订单 {number} 中购买的礼券。',
  'voucher.given.title': '您有一张新礼券',
  'voucher.given.body': '{name}，下次下单即可使用。',
  'voucher.given_many.title': '您有 {count} 张新礼券',
  'voucher.given_many.body': '包括{name}，下次下单即可使用。',
  'tier.up.title': '欢迎成为{name}会员',
  'tier.up.body': '您升级了，看看现在有哪些优惠。',
  'tier.down.title': '您现在是{name}会员',
  'tier.down.body': '看看再消费多少就能升级。',
  'check-in-reminder.title': '今天还没签到',
  'check-in-reminder.body': '您已连续签到 {streak} 天，今天别断了。',
  'back-in-stock.title': '{name} 到货了',
  'back-in-stock.body': '趁还有货，赶快下单。',
  'price-drop.title': '{name} 现售 {price}',
  'price-drop.body': '原价 {was}。',
  'security.password_changed.title': '您的密码已更改',
  'security.email_changed.title': '您的电邮已更改',
  'security.phone_changed.title': '您的手机号码已更改',
  'security.new_device.title': '您的账户在新设备上登录',
  'security.body': '{time}。如果不是您本人，请立即更改密码。',
  'security.device.body': '{device}，{time}。如果不是您本人，请立即更改密码。',
};

/** The texts by language. @internal Exported for the check of words. */
export const inboxTexts: Readonly<Record<Lang, Readonly<Record<InboxTextKey, string>>>> = { en, zh };

const formatInboxText = <Of extends InboxTextKey>(
  lang: Lang,
  key: Of,
  ...[params]: MessageArguments<(typeof en)[Of]>
): string => formatMessage(inboxTexts[lang][key], params, lang);

export type NotificationText = { title: string; body: string };

type DescribeByKind = {
  readonly [Kind in NotificationKind]: (data: NotificationData<Kind>, lang: Lang) => NotificationText;
};

const nameIn = (lang: Lang, { name_en, name_zh }: { name_en: string; name_zh: string | null }): string =>
  textIn(lang, name_en, name_zh);

function describeVoucher(data: NotificationData<'voucher'>, lang: Lang): NotificationText {
  if ('order_number' in data) {
    return {
      title: formatInboxText(lang, 'voucher.bought.title'),
      body: formatInboxText(lang, 'voucher.bought.body', { number: data.order_number }),
    };
  }
  const [name, count] = [nameIn(lang, data), data.vouchers];
  return count === 1
    ? {
        title: formatInboxText(lang, 'voucher.given.title'),
        body: formatInboxText(lang, 'voucher.given.body', { name }),
      }
    : {
        title: formatInboxText(lang, 'voucher.given_many.title', { count }),
        body: formatInboxText(lang, 'voucher.given_many.body', { name }),
      };
}

function describeTill(
  kind: 'offline-transaction-reward' | 'offline-transaction-redeem',
  { wallet, amount }: NotificationData<'offline-transaction-reward'>,
  lang: Lang,
): NotificationText {
  return {
    title: formatInboxText(lang, `${kind}.${wallet}.title`, { amount: Math.abs(amount) }),
    body: formatInboxText(lang, `${kind}.body`),
  };
}

/** Describes the short and replaced lines of a packed order, and the change of its price. */
export function describeItems(
  { lines, less, is_refunded }: Pick<NotificationData<'order-items-changed'>, 'lines' | 'less' | 'is_refunded'>,
  lang: Lang,
): string {
  const changes = lines.map((line) => formatChangedLine(line, lang)).join(lang === 'zh' ? '；' : '; ');
  if (less === 0) return formatInboxText(lang, 'order-items-changed.same', { changes });
  const key = is_refunded ? 'order-items-changed.refund' : 'order-items-changed.less';
  return formatInboxText(lang, key, { changes, amount: formatMoney(less) });
}

const DESCRIPTIONS: DescribeByKind = {
  'order-placed': ({ order_number: number, total }, lang) => ({
    title: formatInboxText(lang, 'order-placed.title', { number }),
    body: formatInboxText(lang, 'order-placed.body', { total: formatMoney(total) }),
  }),
  'order-updated': ({ order_number: number, status, failed }, lang) => {
    const change = failed === true ? 'failed' : status;
    return {
      title: formatInboxText(lang, `order-updated.${change}.title`, { number }),
      body: formatInboxText(lang, `order-updated.${change}.body`),
    };
  },
  'order-items-changed': ({ order_number: number, ...data }, lang) => ({
    title: formatInboxText(lang, 'order-items-changed.title', { number }),
    body: describeItems(data, lang),
  }),
  'delivery-changed': ({ order_number: number }, lang) => ({
    title: formatInboxText(lang, 'delivery-changed.title', { number }),
    body: formatInboxText(lang, 'delivery-changed.body'),
  }),
  payment: ({ order_number: number, state, total }, lang) => ({
    title: formatInboxText(lang, `payment.${state}.title`, { number }),
    body: formatInboxText(lang, `payment.${state}.body`, { total: formatMoney(total) }),
  }),
  cancellation: ({ order_number: number, state }, lang) => ({
    title: formatInboxText(lang, `cancellation.${state}.title`, { number }),
    body: formatInboxText(lang, `cancellation.${state}.body`),
  }),
  refund: ({ order_number: number, state, amount }, lang) => ({
    title: formatInboxText(lang, `refund.${state}.title`, { number }),
    body:
      amount === 0
        ? formatInboxText(lang, 'refund.wallet.body')
        : formatInboxText(lang, `refund.${state}.body`, { amount: formatMoney(amount) }),
  }),
  // They can be used on the whole day before their expiry, which is a midnight.
  'points-expiring': ({ points, expires_at }, lang) => ({
    title: formatInboxText(lang, 'points-expiring.title', { points }),
    body: formatInboxText(lang, 'points-expiring.body', { date: formatDate(Date.parse(expires_at) - 1, lang) }),
  }),
  'offline-transaction-reward': (data, lang) => describeTill('offline-transaction-reward', data, lang),
  'offline-transaction-redeem': (data, lang) => describeTill('offline-transaction-redeem', data, lang),
  voucher: describeVoucher,
  tier: (data, lang) => ({
    title: formatInboxText(lang, `tier.${data.direction}.title`, { name: nameIn(lang, data) }),
    body: formatInboxText(lang, `tier.${data.direction}.body`),
  }),
  'check-in-reminder': ({ streak }, lang) => ({
    title: formatInboxText(lang, 'check-in-reminder.title'),
    body: formatInboxText(lang, 'check-in-reminder.body', { streak }),
  }),
  'back-in-stock': (data, lang) => ({
    title: formatInboxText(lang, 'back-in-stock.title', { name: nameIn(lang, data) }),
    body: formatInboxText(lang, 'back-in-stock.body'),
  }),
  'price-drop': (data, lang) => ({
    title: formatInboxText(lang, 'price-drop.title', { name: nameIn(lang, data), price: formatMoney(data.price) }),
    body: formatInboxText(lang, 'price-drop.body', { was: formatMoney(data.was) }),
  }),
  security: (data, lang) => {
    const time = formatDateTime(data.at, lang);
    return {
      title: formatInboxText(lang, `security.${data.about}.title`),
      body:
        data.about === 'new_device' && data.device !== ''
          ? formatInboxText(lang, 'security.device.body', { device: data.device, time })
          : formatInboxText(lang, 'security.body', { time }),
    };
  },
  marketing: ({ title_en, title_zh, body_en, body_zh }, lang) => ({
    title: textIn(lang, title_en, title_zh),
    body: textIn(lang, body_en, body_zh),
  }),
};

/** Describes a notification in the reader's language, from the facts it was written with. */
export function describeNotification({ kind, data }: NotificationFacts, lang: Lang): NotificationText {
  // Each description takes the data of its kind.
  return (DESCRIPTIONS[kind] as (data: unknown, lang: Lang) => NotificationText)(data, lang);
}
