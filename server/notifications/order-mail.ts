/** The mail that acknowledges an order: the same facts as text and as HTML. */
import type { Order } from '@shop/contract/orders';
import type { Lang } from '@shop/core/lang';
import { formatMoney } from '@shop/core/money';
import { textIn } from '../content/bilingual.ts';
import type { Mail } from '../partners/mail/mailer.ts';
import { escapeHtml, headerText, legalLines, type ShopFacts } from './mail-parts.ts';
import { mailWord } from './messages.ts';

/** What the mail needs beside the order. */
export type MailFacts = {
  /** The order in `lang`. */
  order: Order;
  lang: Lang;
  to: string;
  /** Opens this one order. */
  link: string;
  settings: ShopFacts;
};

/** A label and what stands beside it. */
type Row = readonly [label: string, value: string];

/** Times of Kuala Lumpur, whatever the server's own. Making a format costs more than the rest of the mail. */
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

/** The amounts, in the order in which they add up. */
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

/** Each amount on a line of its own, those that are nothing left out. */
const amountRows = ({ totals }: Order, lang: Lang): Row[] =>
  AMOUNTS.filter((name) => totals[name] !== 0 || ALWAYS.has(name)).map((name) => [
    mailWord(lang, `order.${name}`),
    formatMoney(TAKEN_OFF.has(name) ? -totals[name] : totals[name]),
  ]);

function detailRows({ order, lang }: MailFacts): Row[] {
  const { delivery, shipping_address: address } = order;
  const slot = delivery.starts_at && delivery.ends_at ? slotText(delivery.starts_at, delivery.ends_at, lang) : null;
  const rows: Row[] = [
    [mailWord(lang, 'order.payment'), order.payment_method_name],
    [mailWord(lang, 'order.delivery'), [delivery.method, slot].filter((part) => part !== null).join(' · ')],
    [
      mailWord(lang, 'order.address'),
      [address.recipient, address.formatted_address, address.contact_number].join(', '),
    ],
  ];
  if (delivery.remarks !== null) rows.push([mailWord(lang, 'order.remarks'), delivery.remarks]);
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

function htmlOf(facts: MailFacts, rows: { items: Row[]; amounts: Row[]; details: Row[] }): string {
  const { lang, order, link } = facts;
  const say = (key: 'placed.follow' | 'order.items') => escapeHtml(mailWord(lang, key));
  const greeting = mailWord(lang, 'placed.greeting', { name: order.shipping_address.recipient ?? '' });
  const intro = mailWord(lang, 'placed.intro', { number: order.order_number });
  return `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-Hans' : 'en'}"><head><meta charset="utf-8"><title>${escapeHtml(intro)}</title></head>
<body style="margin:0;background:#f7f3ea;color:#1d2b24;font:16px/1.5 sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff">
<h1 style="font-size:22px">${escapeHtml(greeting)}</h1>
<p>${escapeHtml(intro)}</p>
<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;background:#14532d;color:#ffffff;border-radius:8px;text-decoration:none">${say('placed.follow')}</a></p>
<h2 style="font-size:18px">${say('order.items')}</h2>
${htmlTable(rows.items)}${htmlTable(rows.amounts)}${htmlTable(rows.details)}
<p style="font-size:13px;color:#55625b">${legalLines(facts.settings, facts.lang).map(escapeHtml).join('<br>')}</p>
</div></body></html>`;
}

function textOf(facts: MailFacts, rows: { items: Row[]; amounts: Row[]; details: Row[] }): string {
  const { lang, order, link } = facts;
  const lines = (of: Row[]) => of.map(([label, value]) => `${label}: ${value}`).join('\n');
  return [
    mailWord(lang, 'placed.greeting', { name: order.shipping_address.recipient ?? '' }),
    mailWord(lang, 'placed.intro', { number: order.order_number }),
    `${mailWord(lang, 'placed.follow_hint')}\n${link}`,
    lines(rows.items),
    lines(rows.amounts),
    lines(rows.details),
    legalLines(facts.settings, facts.lang).join('\n'),
  ].join('\n\n');
}

/** The acknowledgement of an order. Its Message-ID derives from the order, so that it is one mail however often it is sent. */
export function orderPlacedMail(facts: MailFacts): Mail {
  const { order, lang, settings } = facts;
  const shop = textIn(lang, settings.site_title.en, settings.site_title.zh);
  const rows = { items: itemRows(order), amounts: amountRows(order, lang), details: detailRows(facts) };
  return {
    to: headerText(facts.to),
    subject: headerText(mailWord(lang, 'placed.subject', { shop, number: order.order_number })),
    text: textOf(facts, rows),
    html: htmlOf(facts, rows),
    messageId: `order-placed.${order.id}`,
  };
}
