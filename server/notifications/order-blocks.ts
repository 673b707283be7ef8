/** The parts of an order in its mails: lines, amounts and details, as rows of text and as HTML. */
import type { Order } from '@shop/contract/orders';
import { formatPromotionName, listAmounts } from '@shop/core/cart/amount-lines';
import { isCash } from '@shop/core/cart/totals';
import { formatDay, formatDaySpan } from '@shop/core/dates';
import { formatPhone } from '@shop/core/identity/phone';
import type { Lang } from '@shop/core/lang';
import { formatMoney } from '@shop/core/money';
import { formatPaymentStatus, TIMELINE } from '@shop/core/orders/status';
import { imageUrl, parseImageFile } from '../media/image-urls.ts';
import { type Block, drawLayoutTable, escapeHtml, type StyleAttributes } from './mail-layout.ts';
import { breakLinks } from './mail-parts.ts';
import { formatMailText } from './mail-texts.ts';

export type LabelledValue = readonly [label: string, value: string];

type OrderItem = Order['items'][number];

/** Formats an item's share of the discounts, which the amounts below deduct. */
const formatDiscountShare = (amount: string, lang: Lang): string =>
  formatMailText(lang, 'order.line_discount', { amount });

/** Formats the missing units of an item and its replacement, without its name; null if it is as ordered. */
function formatPickedChange(
  { picked, quantity, quantity_delivered, replaced_by }: OrderItem,
  lang: Lang,
): string | null {
  if (picked === null || picked === 'found') return null;
  const parts = [formatMailText(lang, 'order.line_delivered', { quantity: quantity_delivered, ordered: quantity })];
  if (replaced_by !== null) {
    const { name, quantity: count } = replaced_by;
    parts.push(formatMailText(lang, 'order.line_replaced', { count, name }));
  }
  return parts.join(' · ');
}

/** Lists one row per item. */
export const listItemRows = ({ items }: Order, lang: Lang): LabelledValue[] =>
  items.map((item) => {
    const name = `${item.quantity} × ${item.name}${item.variant === null ? '' : ` (${item.variant})`}`;
    const { discount, price_total } = item;
    const change = formatPickedChange(item, lang);
    const label = discount === 0 ? name : `${name} · ${formatDiscountShare(formatMoney(-discount), lang)}`;
    return [change === null ? label : `${label} · ${change}`, formatMoney(price_total)];
  });

/**
 * Lists one row per amount, each promotion by its name and code, then the total, and the total after refunds if it is
 * lower.
 */
export const listAmountRows = ({ totals, promotions, delivered_total }: Order, lang: Lang): LabelledValue[] => [
  ...listAmounts({ ...totals, promotions }).map((line): LabelledValue => {
    const label =
      line.kind === 'promotion' ? formatPromotionName(line.promotion) : formatMailText(lang, `order.${line.kind}`);
    return [label, formatMoney(line.amount)];
  }),
  [formatMailText(lang, 'order.grand_total'), formatMoney(totals.grand_total)],
  ...(delivered_total < totals.grand_total
    ? [[formatMailText(lang, 'order.delivered_total'), formatMoney(delivered_total)] as const]
    : []),
];

/** Formats the payment method with the result of the payment, which cash, paid on delivery, does not have yet. */
const formatPaymentResult = ({ payment_method, payment_method_name, payment_status }: Order, lang: Lang): string =>
  isCash(payment_method)
    ? payment_method_name
    : `${payment_method_name} · ${formatPaymentStatus(payment_status, lang)}`;

/** Lists payment and delivery. Breaks links in the shopper's texts: the mail may go to a stranger. */
export function listDetailRows(order: Order, lang: Lang): LabelledValue[] {
  const { delivery, shipping_address: address } = order;
  const { starts_at, ends_at } = delivery;
  const slot = starts_at && ends_at ? formatDaySpan(formatDay(starts_at, lang), starts_at, ends_at, lang) : null;
  const to = [address.recipient ?? '', address.formatted_address, formatPhone(address.contact_number ?? '')];
  const rows: LabelledValue[] = [
    [formatMailText(lang, 'order.payment'), formatPaymentResult(order, lang)],
    [formatMailText(lang, 'order.delivery'), [delivery.method, slot].filter((part) => part !== null).join(' · ')],
    [formatMailText(lang, 'order.address'), to.map(breakLinks).join(', ')],
  ];
  rows.push([formatMailText(lang, 'order.if_missing'), formatMailText(lang, `order.if_missing.${order.if_missing}`)]);
  if (delivery.remarks !== null) rows.push([formatMailText(lang, 'order.remarks'), breakLinks(delivery.remarks)]);
  if (delivery.leave_at_door)
    rows.push([formatMailText(lang, 'order.remarks'), formatMailText(lang, 'order.leave_at_door')]);
  return rows;
}

/** Width in pixels of the picture's file, and at which it is shown. */
const PICTURE_WIDTH = 192;
const SHOWN_WIDTH = 56;

/** Builds the full address of an item's picture as a PNG; null without the shop's address. */
function buildPictureAddress({ image }: OrderItem, publicUrl: string | undefined): string | null {
  const file = parseImageFile(image.thumbnail.slice(image.thumbnail.lastIndexOf('/') + 1));
  return file === null || publicUrl === undefined ? null : `${publicUrl}${imageUrl(file.hash, PICTURE_WIDTH, 'png')}`;
}

function drawPictureCell(item: OrderItem, publicUrl: string | undefined, attributes: StyleAttributes): string {
  const address = buildPictureAddress(item, publicUrl);
  if (address === null) return '';
  const size = `width="${SHOWN_WIDTH}" height="${SHOWN_WIDTH}"`;
  const style = `display:block;width:${SHOWN_WIDTH}px;height:${SHOWN_WIDTH}px;object-fit:contain;border:0;border-radius:12px;font-size:11px;line-height:1.2;overflow:hidden`;
  return `<img src="${escapeHtml(address)}" alt="${escapeHtml(item.name)}" ${size} ${attributes(['sunken', 'soft'], style)}>`;
}

/**
 * Builds the items with picture, quantity and total. `publicUrl` is the shop's address; without it there are no
 * pictures.
 */
export const drawLines =
  (order: Order, lang: Lang, publicUrl: string | undefined): Block =>
  (attributes) => {
    const line = 'padding:12px 0;border-bottom-width:1px;border-bottom-style:solid;vertical-align:top';
    const rows = order.items.map((item) => {
      const picture = drawPictureCell(item, publicUrl, attributes);
      const more = [
        ...(item.variant === null ? [] : [item.variant]),
        `${item.quantity}\u00a0×\u00a0${formatMoney(item.final_price)}`,
      ];
      const discount = `<span style="white-space:nowrap">${formatMoney(-item.discount)}</span>`;
      return (
        '<tr>' +
        (picture === ''
          ? ''
          : `<td width="${SHOWN_WIDTH + 14}" ${attributes(['rule'], `${line};width:${SHOWN_WIDTH + 14}px`)}>${picture}</td>`) +
        `<td ${attributes(['rule'], line)}><div ${attributes(['ink'], 'font-weight:600;line-height:1.35')}>${escapeHtml(item.name)}</div>` +
        `<div ${attributes(['soft'], 'font-size:14px')}>${escapeHtml(more.join(' · '))}</div>` +
        (formatPickedChange(item, lang) === null
          ? ''
          : `<div ${attributes(['ink'], 'font-size:14px')}>${escapeHtml(formatPickedChange(item, lang) ?? '')}</div>`) +
        (item.discount === 0
          ? ''
          : `<div ${attributes(['link'], 'font-size:14px')}>${formatDiscountShare(discount, lang)}</div>`) +
        '</td>' +
        `<td align="right" ${attributes(['ink', 'rule'], `${line};padding-left:12px;white-space:nowrap`)}>${formatMoney(item.price_total)}</td></tr>`
      );
    });
    return drawLayoutTable(rows.join(''), 'margin:0 0 8px');
  };

/** Builds the amounts, with the last one larger. */
export const drawAmounts =
  (order: Order, lang: Lang): Block =>
  (attributes) => {
    const rows = listAmountRows(order, lang);
    const cells = rows.map(([label, value], index) => {
      const isLast = index === rows.length - 1;
      const style = `vertical-align:top;padding:${isLast ? '10px 0 4px;font-size:20px;font-weight:700' : '4px 0'}`;
      const roles = isLast ? (['ink'] as const) : (['soft'] as const);
      return `<tr><td ${attributes(roles, style)}>${escapeHtml(label)}</td><td align="right" ${attributes(['ink'], `${style};padding-left:12px;white-space:nowrap`)}>${escapeHtml(value)}</td></tr>`;
    });
    return drawLayoutTable(cells.join(''), 'margin:0 0 24px');
  };

/** Builds payment and delivery, each value below its label, which fits narrow screens, too. */
export const drawDetails =
  (order: Order, lang: Lang): Block =>
  (attributes) => {
    const rows = listDetailRows(order, lang);
    const cells = rows.map(([label, value], index) => {
      const [first, last] = [index === 0, index === rows.length - 1];
      const top = first ? ';border-radius:14px 14px 0 0' : '';
      const end = last ? ';border-radius:0 0 14px 14px' : '';
      return (
        `<tr><td ${attributes(['sunken', 'soft'], `padding:${first ? 16 : 4}px 20px 0;font-size:13px${top}`)}>${escapeHtml(label)}</td></tr>` +
        `<tr><td ${attributes(['sunken', 'ink'], `padding:0 20px ${last ? 16 : 8}px${end}`)}>${escapeHtml(value)}</td></tr>`
      );
    });
    return drawLayoutTable(cells.join(''), 'margin:0 0 24px');
  };

/**
 * Builds the steps to delivery as bars, those up to `status` in green; empty for a status that is no step. The mail's
 * title names the status.
 */
export const drawSteps =
  (status: string): Block =>
  (attributes) => {
    const steps: readonly string[] = TIMELINE;
    const current = steps.indexOf(status);
    if (current < 0) return '';
    const bars = TIMELINE.map((_, index) => {
      const bar = `<div ${attributes([index <= current ? 'done' : 'ahead'], 'height:6px;border-radius:3px;font-size:0;line-height:0')}>&nbsp;</div>`;
      return `<td width="20%" style="width:20%;padding:0 ${index === TIMELINE.length - 1 ? 0 : 6}px 0 0">${bar}</td>`;
    });
    return `<div aria-hidden="true">${drawLayoutTable(`<tr>${bars.join('')}</tr>`, 'margin:0 0 16px')}</div>`;
  };
