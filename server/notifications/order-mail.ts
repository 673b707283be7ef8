/** Composes mails about orders, with their lines and totals, as text and HTML. */
import type { Order } from '@shop/contract/orders';
import { listAmounts, promotionName } from '@shop/core/cart/amount-lines';
import { isCash } from '@shop/core/cart/totals';
import { dateText, dateTimeText, daySpanText, dayText } from '@shop/core/dates';
import { formatPhone } from '@shop/core/identity/phone';
import { type Lang, textIn } from '@shop/core/lang';
import { formatMoney, type Sen } from '@shop/core/money';
import type { CancellationState } from '@shop/core/orders/cancellation';
import { formatPaymentStatus, type OrderStatus } from '@shop/core/orders/status';
import type { Mail } from '../partners/mail/mailer.ts';
import { escapeHtml, headerText, legalLines, mailPage, type ShopFacts, withoutLinks } from './mail-parts.ts';
import { mailWord } from './messages.ts';

/** An order in the mail's language, and the signed link that opens it. */
type MailedOrder = { order: Order; link: string };

/** The introduction of a mail, above the orders. */
type Head = {
  subject: string;
  title: string;
  paragraphs: readonly string[];
  /** Label of the link that opens the order, if not the usual one. */
  follow?: string;
};

export type OrderMailFacts = {
  /** The orders of the mail, the oldest first. */
  orders: readonly MailedOrder[];
  lang: Lang;
  to: string;
  settings: ShopFacts;
};

type OrderMail = OrderMailFacts & { head: Head };

type Row = readonly [label: string, value: string];

/** One row per item; its share of the discounts is shown next to its name, because the amounts below deduct it. */
const itemRows = ({ items }: Order, lang: Lang): Row[] =>
  items.map((item) => {
    const name = `${item.quantity} × ${item.name}${item.variant === null ? '' : ` (${item.variant})`}`;
    const discount = mailWord(lang, 'order.line_discount', { amount: formatMoney(-item.discount) });
    return [item.discount === 0 ? name : `${name} · ${discount}`, formatMoney(item.price_total)];
  });

/** One row per amount, each promotion by its name and code, then the total. */
const amountRows = ({ totals, promotions }: Order, lang: Lang): Row[] => [
  ...listAmounts({ ...totals, promotions }).map((line): Row => {
    const label = line.kind === 'promotion' ? promotionName(line.promotion) : mailWord(lang, `order.${line.kind}`);
    return [label, formatMoney(line.amount)];
  }),
  [mailWord(lang, 'order.grand_total'), formatMoney(totals.grand_total)],
];

/** The payment method, with the result of the payment; cash is paid on delivery. */
const paymentText = ({ payment_method, payment_method_name, payment_status }: Order, lang: Lang): string =>
  isCash(payment_method)
    ? payment_method_name
    : `${payment_method_name} · ${formatPaymentStatus(payment_status, lang)}`;

/** Payment and delivery. The shopper's texts come without links: the mail may go to a stranger. */
function detailRows(order: Order, lang: Lang): Row[] {
  const { delivery, shipping_address: address } = order;
  const { starts_at, ends_at } = delivery;
  const slot = starts_at && ends_at ? daySpanText(dayText(starts_at, lang), starts_at, ends_at, lang) : null;
  const to = [address.recipient ?? '', address.formatted_address, formatPhone(address.contact_number ?? '')];
  const rows: Row[] = [
    [mailWord(lang, 'order.payment'), paymentText(order, lang)],
    [mailWord(lang, 'order.delivery'), [delivery.method, slot].filter((part) => part !== null).join(' · ')],
    [mailWord(lang, 'order.address'), to.map(withoutLinks).join(', ')],
  ];
  if (delivery.remarks !== null) rows.push([mailWord(lang, 'order.remarks'), withoutLinks(delivery.remarks)]);
  if (delivery.leave_at_door) rows.push([mailWord(lang, 'order.remarks'), mailWord(lang, 'order.leave_at_door')]);
  return rows;
}

const cell = 'padding:6px 0;border-bottom:1px solid #e5dfd3;vertical-align:top';

const htmlTable = (rows: readonly Row[]): string =>
  `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 24px">${rows
    .map(
      ([label, value]) =>
        `<tr><td style="${cell}">${escapeHtml(label)}</td><td style="${cell};text-align:right">${escapeHtml(value)}</td></tr>`,
    )
    .join('')}</table>`;

/** Heading of an order's items: its number, if the mail has several orders. */
const orderTitle = ({ orders, lang }: OrderMail, { order }: MailedOrder): string =>
  orders.length > 1 ? mailWord(lang, 'placed.number', { number: order.order_number }) : mailWord(lang, 'order.items');

function htmlOf(facts: OrderMail): string {
  const { lang, orders, settings, head } = facts;
  const follow = escapeHtml(head.follow ?? mailWord(lang, 'placed.follow'));
  const button = (link: string) =>
    `<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;background:#14532d;color:#ffffff;border-radius:8px;text-decoration:none">${follow}</a></p>`;
  const sections = orders.map((each) => {
    const heading = `<h2 style="font-size:18px">${escapeHtml(orderTitle(facts, each))}</h2>`;
    const rows = [itemRows(each.order, lang), amountRows(each.order, lang), detailRows(each.order, lang)];
    const tables = rows.map(htmlTable).join('');
    return orders.length > 1
      ? `${heading}\n${button(each.link)}\n${tables}`
      : `${button(each.link)}\n${heading}\n${tables}`;
  });
  const intro = head.paragraphs.map((each) => `<p>${escapeHtml(each)}</p>`);
  return mailPage(lang, head.title, settings, [...intro, ...sections].join('\n'), legalLines(settings, lang));
}

function textOf(facts: OrderMail): string {
  const { lang, orders, settings, head } = facts;
  const lines = (of: Row[]) => of.map(([label, value]) => mailWord(lang, 'order.row', { label, value })).join('\n');
  const sections = orders.flatMap((each) => [
    ...(orders.length > 1 ? [orderTitle(facts, each)] : []),
    `${mailWord(lang, 'placed.follow_hint')}\n${each.link}`,
    lines(itemRows(each.order, lang)),
    lines(amountRows(each.order, lang)),
    lines(detailRows(each.order, lang)),
  ]);
  return [head.title, ...head.paragraphs, ...sections, legalLines(settings, lang).join('\n')].join('\n\n');
}

function orderMail(facts: OrderMail, messageId: string): Mail {
  return {
    to: headerText(facts.to),
    subject: headerText(facts.head.subject),
    text: textOf(facts),
    html: htmlOf(facts),
    messageId,
  };
}

const shopName = ({ lang, settings }: OrderMailFacts): string =>
  textIn(lang, settings.site_title.en, settings.site_title.zh);

const orderNumber = ({ orders }: OrderMailFacts): string => orders[0]?.order.order_number ?? '';

/**
 * Confirms orders placed within minutes. `id` is that of the first one; the Message-ID derives from it, so that a retry
 * is the same mail.
 */
export function ordersPlacedMail(id: string, facts: OrderMailFacts): Mail {
  const { orders, lang } = facts;
  const [shop, number, count] = [shopName(facts), orderNumber(facts), orders.length];
  const head: Head =
    count === 1
      ? {
          subject: mailWord(lang, 'placed.subject', { shop, number }),
          title: mailWord(lang, 'placed.greeting'),
          paragraphs: [mailWord(lang, 'placed.intro', { number })],
        }
      : {
          subject: mailWord(lang, 'placed.subject_many', { shop, count }),
          title: mailWord(lang, 'placed.greeting_many'),
          paragraphs: [mailWord(lang, 'placed.intro_many', { count })],
        };
  return orderMail({ ...facts, head }, `order-placed.${id}`);
}

/**
 * Reminds a guest of an order that waits for its payment until `held_until`. `messageId` derives from the order, so that
 * a retry is the same mail.
 */
export function unpaidMail(held_until: Date, messageId: string, facts: OrderMailFacts): Mail {
  const { lang } = facts;
  const [number, time] = [orderNumber(facts), dateTimeText(held_until, lang)];
  const head: Head = {
    subject: mailWord(lang, 'unpaid.subject', { shop: shopName(facts), number }),
    title: mailWord(lang, 'unpaid.title'),
    paragraphs: [mailWord(lang, 'unpaid.intro', { number, time }), mailWord(lang, 'unpaid.how')],
    follow: mailWord(lang, 'unpaid.follow'),
  };
  return orderMail({ ...facts, head }, messageId);
}

/** Changes of an order that are mailed: a new status, a failed delivery, or a request that did not cancel the order. */
export type OrderChange =
  | Exclude<OrderStatus, 'pending'>
  | 'delivery_failed'
  | `cancellation_${Exclude<CancellationState, 'approved'>}`;

/** Introduces staff's words for the shopper; null without any. */
export const commentLine = (comment: string | null, lang: Lang): string | null =>
  comment === null || comment === '' ? null : mailWord(lang, 'change.comment', { comment });

/** What a canceled order returns: money in sen, coins and points. */
export type ReturnedByCancellation = { money: Sen; coins: number; points: number };

/** Sentences about what a canceled order returns. */
function returnedLines(order: Order, { money, coins, points }: ReturnedByCancellation, lang: Lang): string[] {
  const number = order.order_number;
  const lines: string[] = [];
  if (money > 0) lines.push(mailWord(lang, 'change.refund', { amount: formatMoney(money) }));
  if (money > 0 && isCash(order.payment_method)) lines.push(mailWord(lang, 'refund.due.cash'));
  if (coins > 0) lines.push(mailWord(lang, 'refund.coins', { count: coins, number }));
  if (points > 0) lines.push(mailWord(lang, 'refund.points', { count: points, number }));
  if (order.totals.voucher > 0) lines.push(mailWord(lang, 'change.voucher'));
  if (order.coupon_code !== null) lines.push(mailWord(lang, 'change.coupon', { code: order.coupon_code }));
  return lines;
}

/**
 * Reports a change of one order. `note` is a sentence for the shopper; `messageId` derives from the change, so that a
 * retry is the same mail.
 */
export function orderChangedMail(
  change: OrderChange,
  note: string | null,
  messageId: string,
  facts: OrderMailFacts,
  returned: ReturnedByCancellation | null = null,
): Mail {
  const { lang } = facts;
  const title = mailWord(lang, `change.${change}.title`);
  const number = orderNumber(facts);
  const order = facts.orders[0]?.order;
  const paragraphs = [
    mailWord(lang, `change.${change}.intro`, { number }),
    ...(note === null ? [] : [note]),
    ...(returned === null || order === undefined ? [] : returnedLines(order, returned, lang)),
  ];
  const subject = mailWord(lang, 'change.subject', { shop: shopName(facts), title, number });
  return orderMail({ ...facts, head: { subject, title, paragraphs } }, messageId);
}

/** A refund in its mail. */
export type MailedRefund = {
  amount: Sen;
  coins: number;
  points: number;
  /** True for a payment that was late, double or for a canceled order; false for a refund by staff. */
  isUnowed: boolean;
  /** The order was paid in cash. */
  inCash: boolean;
};

/** Reports a refund: `amount` will be refunded, or has been; coins and points were returned immediately. */
export function refundMail(
  state: 'requested' | 'settled',
  refund: MailedRefund,
  messageId: string,
  facts: OrderMailFacts,
): Mail {
  const { lang } = facts;
  const number = orderNumber(facts);
  const { coins, points, isUnowed, inCash } = refund;
  const amount = formatMoney(refund.amount);
  const step = state === 'settled' ? 'settled' : isUnowed ? 'requested' : 'due';
  const money = [
    mailWord(lang, `refund.${step}.intro`, { amount, number }),
    ...(inCash && step === 'settled' ? [] : [mailWord(lang, inCash ? 'refund.due.cash' : `refund.${step}.where`)]),
  ];
  const wallet = [
    ...(coins === 0 ? [] : [mailWord(lang, 'refund.coins', { count: coins, number })]),
    ...(points === 0 ? [] : [mailWord(lang, 'refund.points', { count: points, number })]),
  ];
  const title = mailWord(lang, refund.amount === 0 ? 'refund.settled.title' : `refund.${state}.title`);
  const paragraphs = [...(refund.amount === 0 ? [] : money), ...(state === 'settled' ? [] : wallet)];
  const subject = mailWord(lang, 'change.subject', { shop: shopName(facts), title, number });
  return orderMail({ ...facts, head: { subject, title, paragraphs } }, messageId);
}

export type MailedVoucher = { code: string; name: string; expires_at: Date | null };

/** Lists the vouchers that an order issued, with their codes. */
export function vouchersMail(vouchers: readonly MailedVoucher[], messageId: string, facts: OrderMailFacts): Mail {
  const { lang } = facts;
  const number = orderNumber(facts);
  const title = mailWord(lang, 'vouchers.title');
  const lines = vouchers.map(({ code, name, expires_at }) =>
    expires_at === null
      ? mailWord(lang, 'vouchers.line', { code, name })
      : mailWord(lang, 'vouchers.line_until', { code, name, day: dateText(lastDay(expires_at), lang) }),
  );
  const paragraphs = [mailWord(lang, 'vouchers.intro', { number }), ...lines, mailWord(lang, 'vouchers.where')];
  const subject = mailWord(lang, 'change.subject', { shop: shopName(facts), title, number });
  return orderMail({ ...facts, head: { subject, title, paragraphs } }, messageId);
}

/** The last moment before an expiry, which is the midnight after the last day. */
const lastDay = (expires_at: Date): string => new Date(expires_at.getTime() - 1).toISOString();
