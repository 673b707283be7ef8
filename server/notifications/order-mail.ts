/** Composes mails about orders, with their lines and totals, as text and HTML. */
import type { Order } from '@shop/contract/orders';
import { isCash } from '@shop/core/cart/totals';
import { formatDate, formatDateTime } from '@shop/core/dates';
import { type Lang, textIn } from '@shop/core/lang';
import { formatMoney, type Sen } from '@shop/core/money';
import type { CancellationState } from '@shop/core/orders/cancellation';
import type { OrderStatus } from '@shop/core/orders/status';
import type { Mail } from '../partners/mail/mailer.ts';
import { type Block, button, escapeHtml, heading, mailPage, panel } from './mail-layout.ts';
import {
  formatLabelled,
  headerText,
  legalLines,
  type Paragraph,
  paragraphBlock,
  paragraphText,
  type ShopFacts,
} from './mail-parts.ts';
import { mailWord } from './messages.ts';
import {
  amountRows,
  amountsBlock,
  detailRows,
  detailsBlock,
  itemRows,
  type LabelledValue,
  linesBlock,
  stepsBlock,
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
const orderTitle = ({ orders, lang }: OrderMail, { order }: MailedOrder): string =>
  orders.length > 1 ? mailWord(lang, 'placed.number', { number: order.order_number }) : mailWord(lang, 'order.items');

/** Builds the blocks of the page: the introduction, then each order with the button that opens it. */
function orderBlocks(facts: OrderMail): Block[] {
  const { lang, orders, settings, head } = facts;
  const follow = head.follow ?? mailWord(lang, 'placed.follow');
  const sections = orders.flatMap((each) => {
    const title = heading(orderTitle(facts, each));
    const open = button(follow, each.link);
    const content = [linesBlock(each.order, lang, settings.public_url), amountsBlock(each.order, lang)];
    const top = orders.length > 1 ? [title, open] : [open, title];
    return [...top, ...content, detailsBlock(each.order, lang)];
  });
  return [...(head.top ?? []), ...head.paragraphs.map(paragraphBlock), ...sections];
}

function composeText(facts: OrderMail): string {
  const { lang, orders, settings, head } = facts;
  const lines = (rows: readonly LabelledValue[]) =>
    rows.map(([label, value]) => formatLabelled(lang, label, value)).join('\n');
  const sections = orders.flatMap((each) => [
    ...(orders.length > 1 ? [orderTitle(facts, each)] : []),
    `${mailWord(lang, 'placed.follow_hint')}\n${each.link}`,
    lines(itemRows(each.order, lang)),
    lines(amountRows(each.order, lang)),
    lines(detailRows(each.order, lang)),
  ]);
  const end = legalLines(settings, lang).map(paragraphText).join('\n');
  return [head.title, ...head.paragraphs.map(paragraphText), ...sections, end].join('\n\n');
}

function orderMail(facts: OrderMail, messageId: string): Mail {
  const { lang, settings: shop, settingsLink, head } = facts;
  return {
    to: headerText(facts.to),
    subject: headerText(head.subject),
    text: composeText(facts),
    html: mailPage({
      lang,
      title: head.title,
      preheader: paragraphText(head.paragraphs[0] ?? head.title),
      shop,
      content: orderBlocks(facts),
      small: legalLines(shop, lang).map(paragraphBlock),
      settingsLink,
    }),
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
  const head: OrderMailHead =
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
 * Reminds a guest of an order that waits for its payment until `held_until`. `messageId` derives from the order, so
 * that a retry is the same mail.
 */
export function unpaidMail(held_until: Date, messageId: string, facts: OrderMailFacts): Mail {
  const { lang } = facts;
  const [number, time] = [orderNumber(facts), formatDateTime(held_until, lang)];
  const head: OrderMailHead = {
    subject: mailWord(lang, 'unpaid.subject', { shop: shopName(facts), number }),
    title: mailWord(lang, 'unpaid.title'),
    paragraphs: [mailWord(lang, 'unpaid.intro', { number, time }), mailWord(lang, 'unpaid.how')],
    follow: mailWord(lang, 'unpaid.follow'),
  };
  return orderMail({ ...facts, head }, messageId);
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
export const commentLine = (comment: string | null, lang: Lang): string | null =>
  comment === null || comment === '' ? null : mailWord(lang, 'change.comment', { comment });

/** The money in sen, coins and points that a canceled order returns. */
export type ReturnedByCancellation = { money: Sen; coins: number; points: number };

/** Writes the sentences about the money, coins, points, voucher and coupon that a canceled order returns. */
function composeReturnedLines(order: Order, { money, coins, points }: ReturnedByCancellation, lang: Lang): string[] {
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
    ...(returned === null || order === undefined ? [] : composeReturnedLines(order, returned, lang)),
  ];
  const subject = mailWord(lang, 'change.subject', { shop: shopName(facts), title, number });
  return orderMail(
    {
      ...facts,
      head: { subject, title, top: [stepsBlock(change === 'items_changed' ? 'packed' : change)], paragraphs },
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

/** Builds the paragraph of a voucher: its code, name and last day. */
function voucherParagraph({ code, name, expires_at }: MailedVoucher, lang: Lang): Paragraph {
  const day = expires_at === null ? null : formatDate(lastDay(expires_at), lang);
  const until = day === null ? '' : `<div>${escapeHtml(mailWord(lang, 'vouchers.until', { day }))}</div>`;
  return {
    text:
      day === null
        ? mailWord(lang, 'vouchers.line', { code, name })
        : mailWord(lang, 'vouchers.line_until', { code, name, day }),
    html: panel(
      `<div style="font-size:20px;font-weight:700;letter-spacing:2px">${escapeHtml(code)}</div><div>${escapeHtml(name)}</div>${until}`,
    ),
  };
}

/** Lists the vouchers that an order issued, with their codes. */
export function vouchersMail(vouchers: readonly MailedVoucher[], messageId: string, facts: OrderMailFacts): Mail {
  const { lang } = facts;
  const number = orderNumber(facts);
  const title = mailWord(lang, 'vouchers.title');
  const lines = vouchers.map((voucher) => voucherParagraph(voucher, lang));
  const paragraphs = [mailWord(lang, 'vouchers.intro', { number }), ...lines, mailWord(lang, 'vouchers.where')];
  const subject = mailWord(lang, 'change.subject', { shop: shopName(facts), title, number });
  return orderMail({ ...facts, head: { subject, title, paragraphs } }, messageId);
}

/** Returns the last moment before an expiry, which is the midnight after the last day. */
const lastDay = (expires_at: Date): string => new Date(expires_at.getTime() - 1).toISOString();
