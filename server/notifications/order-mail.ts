/** Composes mails about orders, with their lines and totals, as text and HTML. */
import type { Order } from '@shop/contract/orders';
import { isCash } from '@shop/core/cart/totals';
import { formatDate, formatDateTime } from '@shop/core/dates';
import { type Lang, textIn } from '@shop/core/lang';
import { formatMoney, type Sen } from '@shop/core/money';
import type { CancellationState } from '@shop/core/orders/cancellation';
import type { OrderStatus } from '@shop/core/orders/status';
import type { Mail } from '../partners/mail/mailer.ts';
import { type Block, drawButton, drawHeading, drawMail, drawPanel, escapeHtml } from './mail-layout.ts';
import {
  drawParagraph,
  formatLabelled,
  formatParagraph,
  listLegalLines,
  type Paragraph,
  requireHeaderText,
  type ShopFacts,
} from './mail-parts.ts';
import { formatMailText } from './mail-texts.ts';
import {
  drawAmounts,
  drawDetails,
  drawLines,
  drawSteps,
  type LabelledValue,
  listAmountRows,
  listDetailRows,
  listItemRows,
} from './order-blocks.ts';

/** An order in the mail's language, and the signed link that opens it. */
type MailedOrder = { order: Order; link: string };

/** The introduction of a mail, above the orders. */
type OrderMailHead = {
  subject: string;
  title: string;
  /** Shown above the paragraphs, in HTML only. */
  top?: readonly Block[];
  paragraphs: readonly Paragraph[];
  /** Label of the link that opens the order, if not the usual one. */
  follow?: string;
};

export type OrderMailFacts = {
  /** The orders of the mail, the oldest first. */
  orders: readonly MailedOrder[];
  lang: Lang;
  to: string;
  settings: ShopFacts;
  /** Address of the notification settings, for a customer's order. */
  settingsLink?: string;
};

type OrderMail = OrderMailFacts & { head: OrderMailHead };

/** Returns the heading of an order's items; the order's number, if the mail has several orders. */
const formatOrderTitle = ({ orders, lang }: OrderMail, { order }: MailedOrder): string =>
  orders.length > 1
    ? formatMailText(lang, 'placed.number', { number: order.order_number })
    : formatMailText(lang, 'order.items');

/** Builds the blocks of the page: the introduction, then each order with the button that opens it. */
function drawOrderBlocks(facts: OrderMail): Block[] {
  const { lang, orders, settings, head } = facts;
  const follow = head.follow ?? formatMailText(lang, 'placed.follow');
  const sections = orders.flatMap((each) => {
    const title = drawHeading(formatOrderTitle(facts, each));
    const open = drawButton(follow, each.link);
    const content = [drawLines(each.order, lang, settings.public_url), drawAmounts(each.order, lang)];
    const top = orders.length > 1 ? [title, open] : [open, title];
    return [...top, ...content, drawDetails(each.order, lang)];
  });
  return [...(head.top ?? []), ...head.paragraphs.map(drawParagraph), ...sections];
}

function composeText(facts: OrderMail): string {
  const { lang, orders, settings, head } = facts;
  const lines = (rows: readonly LabelledValue[]) =>
    rows.map(([label, value]) => formatLabelled(lang, label, value)).join('\n');
  const sections = orders.flatMap((each) => [
    ...(orders.length > 1 ? [formatOrderTitle(facts, each)] : []),
    `${formatMailText(lang, 'placed.follow_hint')}\n${each.link}`,
    lines(listItemRows(each.order, lang)),
    lines(listAmountRows(each.order, lang)),
    lines(listDetailRows(each.order, lang)),
  ]);
  const end = listLegalLines(settings, lang).map(formatParagraph).join('\n');
  return [head.title, ...head.paragraphs.map(formatParagraph), ...sections, end].join('\n\n');
}

function composeOrderMail(facts: OrderMail, messageId: string): Mail {
  const { lang, settings: shop, settingsLink, head } = facts;
  return {
    to: requireHeaderText(facts.to),
    subject: requireHeaderText(head.subject),
    text: composeText(facts),
    html: drawMail({
      lang,
      title: head.title,
      preheader: formatParagraph(head.paragraphs[0] ?? head.title),
      shop,
      content: drawOrderBlocks(facts),
      small: listLegalLines(shop, lang).map(drawParagraph),
      settingsLink,
    }),
    messageId,
  };
}

const formatShopName = ({ lang, settings }: OrderMailFacts): string =>
  textIn(lang, settings.site_title.en, settings.site_title.zh);

const orderNumberOf = ({ orders }: OrderMailFacts): string => orders[0]?.order.order_number ?? '';

/**
 * Confirms orders placed within minutes. `id` is that of the first one; the Message-ID derives from it, so that a retry
 * is the same mail.
 */
export function composeOrdersPlacedMail(id: string, facts: OrderMailFacts): Mail {
  const { orders, lang } = facts;
  const [shop, number, count] = [formatShopName(facts), orderNumberOf(facts), orders.length];
  const head: OrderMailHead =
    count === 1
      ? {
          subject: formatMailText(lang, 'placed.subject', { shop, number }),
          title: formatMailText(lang, 'placed.greeting'),
          paragraphs: [formatMailText(lang, 'placed.intro', { number })],
        }
      : {
          subject: formatMailText(lang, 'placed.subject_many', { shop, count }),
          title: formatMailText(lang, 'placed.greeting_many'),
          paragraphs: [formatMailText(lang, 'placed.intro_many', { count })],
        };
  return composeOrderMail({ ...facts, head }, `order-placed.${id}`);
}

/**
 * Reminds a guest of an order that waits for its payment until `held_until`. `messageId` derives from the order, so
 * that a retry is the same mail.
 */
export function composeUnpaidMail(held_until: Date, messageId: string, facts: OrderMailFacts): Mail {
  const { lang } = facts;
  const [number, time] = [orderNumberOf(facts), formatDateTime(held_until, lang)];
  const head: OrderMailHead = {
    subject: formatMailText(lang, 'unpaid.subject', { shop: formatShopName(facts), number }),
    title: formatMailText(lang, 'unpaid.title'),
    paragraphs: [formatMailText(lang, 'unpaid.intro', { number, time }), formatMailText(lang, 'unpaid.how')],
    follow: formatMailText(lang, 'unpaid.follow'),
  };
  return composeOrderMail({ ...facts, head }, messageId);
}

/**
 * Changes of an order that are mailed: a new status, a failed or changed delivery, short or replaced goods, or a
 * cancellation request that did not cancel the order.
 */
export type OrderChange =
  | Exclude<OrderStatus, 'pending'>
  | 'delivery_failed'
  | 'delivery_changed'
  | 'items_changed'
  | `cancellation_${Exclude<CancellationState, 'approved'>}`;

/** Introduces staff's words for the shopper; null without any. */
export const formatComment = (comment: string | null, lang: Lang): string | null =>
  comment === null || comment === '' ? null : formatMailText(lang, 'change.comment', { comment });

/** The money in sen, coins and points that a canceled order returns. */
export type ReturnedByCancellation = { money: Sen; coins: number; points: number };

/** Writes the sentences about the money, coins, points, voucher and coupon that a canceled order returns. */
function composeReturnedLines(order: Order, { money, coins, points }: ReturnedByCancellation, lang: Lang): string[] {
  const number = order.order_number;
  const lines: string[] = [];
  if (money > 0) lines.push(formatMailText(lang, 'change.refund', { amount: formatMoney(money) }));
  if (money > 0 && isCash(order.payment_method)) lines.push(formatMailText(lang, 'refund.due.cash'));
  if (coins > 0) lines.push(formatMailText(lang, 'refund.coins', { count: coins, number }));
  if (points > 0) lines.push(formatMailText(lang, 'refund.points', { count: points, number }));
  if (order.totals.voucher > 0) lines.push(formatMailText(lang, 'change.voucher'));
  if (order.coupon_code !== null) lines.push(formatMailText(lang, 'change.coupon', { code: order.coupon_code }));
  return lines;
}

/**
 * Reports a change of one order. `note` is a sentence for the shopper; `messageId` derives from the change, so that a
 * retry is the same mail.
 */
export function composeOrderChangedMail(
  change: OrderChange,
  note: string | null,
  messageId: string,
  facts: OrderMailFacts,
  returned: ReturnedByCancellation | null = null,
): Mail {
  const { lang } = facts;
  const title = formatMailText(lang, `change.${change}.title`);
  const number = orderNumberOf(facts);
  const order = facts.orders[0]?.order;
  const paragraphs = [
    formatMailText(lang, `change.${change}.intro`, { number }),
    ...(note === null ? [] : [note]),
    ...(returned === null || order === undefined ? [] : composeReturnedLines(order, returned, lang)),
  ];
  const subject = formatMailText(lang, 'change.subject', { shop: formatShopName(facts), title, number });
  return composeOrderMail(
    {
      ...facts,
      head: { subject, title, top: [drawSteps(change === 'items_changed' ? 'packed' : change)], paragraphs },
    },
    messageId,
  );
}

/** The data of a refund for its mail. */
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
export function composeRefundMail(
  state: 'requested' | 'settled',
  refund: MailedRefund,
  messageId: string,
  facts: OrderMailFacts,
): Mail {
  const { lang } = facts;
  const number = orderNumberOf(facts);
  const { coins, points, isUnowed, inCash } = refund;
  const amount = formatMoney(refund.amount);
  const step = state === 'settled' ? 'settled' : isUnowed ? 'requested' : 'due';
  const money = [
    formatMailText(lang, `refund.${step}.intro`, { amount, number }),
    ...(inCash && step === 'settled'
      ? []
      : [formatMailText(lang, inCash ? 'refund.due.cash' : `refund.${step}.where`)]),
  ];
  const wallet = [
    ...(coins === 0 ? [] : [formatMailText(lang, 'refund.coins', { count: coins, number })]),
    ...(points === 0 ? [] : [formatMailText(lang, 'refund.points', { count: points, number })]),
  ];
  const title = formatMailText(lang, refund.amount === 0 ? 'refund.settled.title' : `refund.${state}.title`);
  const paragraphs = [...(refund.amount === 0 ? [] : money), ...(state === 'settled' ? [] : wallet)];
  const subject = formatMailText(lang, 'change.subject', { shop: formatShopName(facts), title, number });
  return composeOrderMail({ ...facts, head: { subject, title, paragraphs } }, messageId);
}

export type MailedVoucher = { code: string; name: string; expires_at: Date | null };

/** Builds the paragraph of a voucher: its code, name and last day. */
function buildVoucherParagraph({ code, name, expires_at }: MailedVoucher, lang: Lang): Paragraph {
  const day = expires_at === null ? null : formatDate(findLastDay(expires_at), lang);
  const until = day === null ? '' : `<div>${escapeHtml(formatMailText(lang, 'vouchers.until', { day }))}</div>`;
  return {
    text:
      day === null
        ? formatMailText(lang, 'vouchers.line', { code, name })
        : formatMailText(lang, 'vouchers.line_until', { code, name, day }),
    html: drawPanel(
      `<div style="font-size:20px;font-weight:700;letter-spacing:2px">${escapeHtml(code)}</div><div>${escapeHtml(name)}</div>${until}`,
    ),
  };
}

/** Lists the vouchers that an order issued, with their codes. */
export function composeVouchersMail(
  vouchers: readonly MailedVoucher[],
  messageId: string,
  facts: OrderMailFacts,
): Mail {
  const { lang } = facts;
  const number = orderNumberOf(facts);
  const title = formatMailText(lang, 'vouchers.title');
  const lines = vouchers.map((voucher) => buildVoucherParagraph(voucher, lang));
  const paragraphs = [
    formatMailText(lang, 'vouchers.intro', { number }),
    ...lines,
    formatMailText(lang, 'vouchers.where'),
  ];
  const subject = formatMailText(lang, 'change.subject', { shop: formatShopName(facts), title, number });
  return composeOrderMail({ ...facts, head: { subject, title, paragraphs } }, messageId);
}

/** Returns the last moment before an expiry, which is the midnight after the last day. */
const findLastDay = (expires_at: Date): string => new Date(expires_at.getTime() - 1).toISOString();
