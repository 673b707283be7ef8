/** Composes the mail that confirms orders, as text and HTML. */
import type { Order } from '@shop/contract/orders';
import type { Lang } from '@shop/core/lang';
import { formatMoney } from '@shop/core/money';
import { textIn } from '../content/bilingual.ts';
import type { Mail } from '../partners/mail/mailer.ts';
import { escapeHtml, headerText, legalLines, type ShopFacts, withoutLinks } from './mail-parts.ts';
import { mailWord } from './messages.ts';

/** An order in the mail's language, and the signed link that opens it. */
type ConfirmedOrder = { order: Order; link: string };

export type MailFacts = {
  /** The mail's id: that of its first order. */
  id: string;
  /** Orders placed within minutes, the oldest first. */
  orders: readonly ConfirmedOrder[];
  lang: Lang;
  to: string;
  settings: ShopFacts;
};

/** A label and its value. */
type Row = readonly [label: string, value: string];

/** Malaysian time, whatever the server's time zone. Made once: a formatter costs more than the rest of the mail. */
const ZONE = { timeZone: 'Asia/Kuala_Lumpur' } as const;
const DAY = { ...ZONE, weekday: 'short', day: 'numeric', month: 'short' } as const;
const DAYS = { en: new Intl.DateTimeFormat('en-GB', DAY), zh: new Intl.DateTimeFormat('zh-CN', DAY) };
const TIME = new Intl.DateTimeFormat('en-GB', { ...ZONE, hour: '2-digit', minute: '2-digit' });

function slotText(starts_at: Date, ends_at: Date, lang: Lang): string {
  return mailWord(lang, 'order.slot', {
    day: DAYS[lang].format(starts_at),
    from: TIME.format(starts_at),
    to: TIME.format(ends_at),
  });
}

const itemRows = ({ items }: Order): Row[] =>
  items.map((item) => [
    `${item.quantity} × ${item.name}${item.variant === null ? '' : ` (${item.variant})`}`,
    formatMoney(item.price_total),
  ]);

/** The amounts in the order of addition. */
const AMOUNTS = [
  'items_total',
  'discount',
  'coupon_discount',
  'delivery_fee',
  'bag_fee',
  'tip',
  'rounding',
  'grand_total',
] as const;
const ALWAYS: ReadonlySet<string> = new Set(['items_total', 'delivery_fee', 'grand_total']);
const TAKEN_OFF: ReadonlySet<string> = new Set(['discount', 'coupon_discount']);

/** One line per amount, zero amounts left out. */
const amountRows = ({ totals }: Order, lang: Lang): Row[] =>
  AMOUNTS.filter((name) => totals[name] !== 0 || ALWAYS.has(name)).map((name) => [
    mailWord(lang, `order.${name}`),
    formatMoney(TAKEN_OFF.has(name) ? -totals[name] : totals[name]),
  ]);

/** Payment and delivery. The shopper's texts come without links: the mail may go to a stranger. */
function detailRows(order: Order, lang: Lang): Row[] {
  const { delivery, shipping_address: address } = order;
  const slot = delivery.starts_at && delivery.ends_at ? slotText(delivery.starts_at, delivery.ends_at, lang) : null;
  const to = [address.recipient ?? '', address.formatted_address, address.contact_number ?? ''];
  const rows: Row[] = [
    [mailWord(lang, 'order.payment'), order.payment_method_name],
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

/** Title and introduction, for one order or several. */
function headOf({ orders, lang }: MailFacts): { title: string; intro: string } {
  const [first, ...others] = orders;
  if (others.length > 0 || first === undefined) {
    const intro = mailWord(lang, 'placed.intro_many', { count: orders.length });
    return { title: mailWord(lang, 'placed.greeting_many'), intro };
  }
  const intro = mailWord(lang, 'placed.intro', { number: first.order.order_number });
  return { title: mailWord(lang, 'placed.greeting'), intro };
}

/** Heading of an order's items: its number, if the mail has several orders. */
const orderTitle = ({ orders, lang }: MailFacts, { order }: ConfirmedOrder): string =>
  orders.length > 1 ? mailWord(lang, 'placed.number', { number: order.order_number }) : mailWord(lang, 'order.items');

function htmlOf(facts: MailFacts): string {
  const { lang, orders, settings } = facts;
  const { title, intro } = headOf(facts);
  const follow = escapeHtml(mailWord(lang, 'placed.follow'));
  const button = (link: string) =>
    `<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;background:#14532d;color:#ffffff;border-radius:8px;text-decoration:none">${follow}</a></p>`;
  const sections = orders.map((each) => {
    const heading = `<h2 style="font-size:18px">${escapeHtml(orderTitle(facts, each))}</h2>`;
    const rows = [itemRows(each.order), amountRows(each.order, lang), detailRows(each.order, lang)];
    const tables = rows.map(htmlTable).join('');
    return orders.length > 1
      ? `${heading}\n${button(each.link)}\n${tables}`
      : `${button(each.link)}\n${heading}\n${tables}`;
  });
  return `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-Hans' : 'en'}"><head><meta charset="utf-8"><title>${escapeHtml(intro)}</title></head>
<body style="margin:0;background:#f7f3ea;color:#1d2b24;font:16px/1.5 sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff">
<h1 style="font-size:22px">${escapeHtml(title)}</h1>
<p>${escapeHtml(intro)}</p>
${sections.join('\n')}
<p style="font-size:13px;color:#55625b">${legalLines(settings, lang).map(escapeHtml).join('<br>')}</p>
</div></body></html>`;
}

function textOf(facts: MailFacts): string {
  const { lang, orders, settings } = facts;
  const { title, intro } = headOf(facts);
  const lines = (of: Row[]) => of.map(([label, value]) => `${label}: ${value}`).join('\n');
  const sections = orders.flatMap((each) => [
    ...(orders.length > 1 ? [orderTitle(facts, each)] : []),
    `${mailWord(lang, 'placed.follow_hint')}\n${each.link}`,
    lines(itemRows(each.order)),
    lines(amountRows(each.order, lang)),
    lines(detailRows(each.order, lang)),
  ]);
  return [title, intro, ...sections, legalLines(settings, lang).join('\n')].join('\n\n');
}

function subjectOf({ orders, lang, settings }: MailFacts): string {
  const shop = textIn(lang, settings.site_title.en, settings.site_title.zh);
  const [first] = orders;
  return orders.length === 1 && first !== undefined
    ? mailWord(lang, 'placed.subject', { shop, number: first.order.order_number })
    : mailWord(lang, 'placed.subject_many', { shop, count: orders.length });
}

/** Confirms orders. The Message-ID derives from the first order, so that a retry is the same mail. */
export function ordersPlacedMail(facts: MailFacts): Mail {
  return {
    to: headerText(facts.to),
    subject: headerText(subjectOf(facts)),
    text: textOf(facts),
    html: htmlOf(facts),
    messageId: `order-placed.${facts.id}`,
  };
}
