/** Composes each kind of mail in both languages, from the newest orders of a shop and from sample data. */
import { LANGS, type Lang, textIn } from '@shop/core/lang';
import { DAY_MS } from '@shop/core/time';
import * as v from 'valibot';
import { readSettings } from '../../content/settings.ts';
import { type Db, statement } from '../../db/database.ts';
import type { EntryRow } from '../../loyalty/wallets/wallets.sql.ts';
import { type OrderRow, ordersById } from '../../orders/orders.sql.ts';
import { orderView } from '../../orders/orders.view.ts';
import { viewLink } from '../../orders/view-token.ts';
import type { Mail } from '../../partners/mail/mailer.ts';
import { codeMail, emailChangedMail, newDeviceMail, passwordChangedMail, phoneChangedMail } from '../account-mail.ts';
import { alertMail, confirmAlertMail } from '../alerts/alert-mail.ts';
import { contactCopyMail, contactReceivedMail } from '../contact-mail.ts';
import { type ShopFacts, shopFacts } from '../mail-parts.ts';
import { marketingMail } from '../marketing-mail.ts';
import {
  commentLine,
  type OrderMailFacts,
  orderChangedMail,
  ordersPlacedMail,
  refundMail,
  unpaidMail,
  vouchersMail,
} from '../order-mail.ts';
import { entryMail, pointsExpiringMail } from '../wallet-mail.ts';

/** Finds the ids of the $1 newest orders. */
const newestOrders = statement(
  'notifications.newestOrders',
  v.object({ id: v.string() }),
  `select id from orders where contact_email <> '' order by created_at desc limit $1`,
);

/** What the mails are composed from. */
type PreviewSource = { settings: ShopFacts; orders: readonly OrderRow[]; publicUrl: string; secret: string; now: Date };

export type PreviewedMail = { name: string; lang: Lang; mail: Mail };

/** Two orders for one mail, and the one with the most lines for the others. */
const ORDERS = 20;

/** An order with every amount, a long name and long texts: the mail that is hardest to lay out. */
function fullOrder(order: OrderRow): OrderRow {
  const [line] = order.lines;
  if (line === undefined) return order;
  const longLine = {
    ...line,
    name_en: `${line.name_en} with Gula Melaka, Toasted Coconut and Roasted Peanuts, Family Pack`,
    name_zh: `${textIn('zh', line.name_en, line.name_zh)}，椰糖、烤椰丝与烤花生家庭装`,
    variant_en: 'Extra spicy, 12 × 250 g',
    variant_zh: '特辣，12 × 250 克',
    quantity: 120,
    price_total: line.final_price * 120,
    discount: 1_500,
  };
  const lines = [longLine, ...order.lines.slice(1)];
  const items_total = lines.reduce((sum, { price_total }) => sum + price_total, 0);
  const paid = { delivery_fee: 1_200, bag_fee: 60, tip: 200, voucher: 1_000, points: 500, coins: 250, rounding: -2 };
  return {
    ...order,
    ...paid,
    lines,
    items_total,
    discount: 1_000,
    coupon_discount: 500,
    coupon_code: 'MAKAN5',
    promotions: [
      { id: '1', name_en: 'Snack week', name_zh: '零食周', class: 'product', amount: 1_000, code: null },
      { id: '2', name_en: 'RM5 off your order', name_zh: '订单减 RM5', class: 'order', amount: 500, code: 'MAKAN5' },
    ],
    grand_total: items_total - 1_500 + 1_200 + 60 + 200 - 1_000 - 500 - 250 - 2,
    shipping_remarks:
      'Ring twice. The guard house knows us; leave chilled goods with auntie at number 20 if no one opens.',
    leave_at_door: true,
  };
}

/** Composes the mails about orders in one language, by name. */
function orderMails({ settings, orders, publicUrl, secret, now }: PreviewSource, lang: Lang): Record<string, Mail> {
  const byLines = [...orders].sort((a, b) => b.lines.length - a.lines.length);
  const [main, other = main] = byLines;
  if (main === undefined) throw new Error('There is no order to compose mails about');
  const facts = (...rows: OrderRow[]): OrderMailFacts => ({
    orders: rows.map((row) => ({ order: orderView(row, lang), link: viewLink(publicUrl, secret, { ...row, lang }) })),
    lang,
    to: main.contact_email,
    settings,
  });
  const changed = (change: Parameters<typeof orderChangedMail>[0], note: string | null = null) =>
    orderChangedMail(change, note, `order-${change}.${main.id}`, facts(main));
  const comment = commentLine(textIn(lang, 'We have no more of the kaya.', '咖椰酱已售完。'), lang);
  const refund = { amount: 1_250, coins: 20, points: 400, isUnowed: false, inCash: false };
  const until = new Date(now.getTime() + 90 * DAY_MS);
  const name = textIn(lang, 'One coffee at any outlet', '任何分店咖啡一杯');
  const vouchers = ['V7Q2M9XK', 'V3N8TR5D'].map((code) => ({ code, name, expires_at: until }));
  return {
    'order-placed': ordersPlacedMail(main.id, facts(main)),
    'order-placed-full': ordersPlacedMail(main.id, facts(fullOrder(main))),
    'orders-placed': ordersPlacedMail(main.id, facts(main, other ?? main)),
    'order-unpaid': unpaidMail(new Date(now.getTime() + DAY_MS / 48), `order-unpaid.${main.id}`, facts(main)),
    'order-processing': changed('processing'),
    'order-packed': changed('packed'),
    'order-delivery': changed('delivery'),
    'order-complete': changed('complete'),
    'order-delivery-failed': changed('delivery_failed', comment),
    'order-canceled': orderChangedMail('canceled', comment, `order-canceled.${main.id}`, facts(main), {
      money: main.grand_total,
      coins: 20,
      points: 400,
    }),
    'cancellation-requested': changed('cancellation_requested'),
    'cancellation-withdrawn': changed('cancellation_withdrawn'),
    'cancellation-rejected': changed('cancellation_rejected', comment),
    'refund-requested': refundMail('requested', refund, `refund-requested.${main.id}`, facts(main)),
    'refund-settled': refundMail('settled', refund, `refund-settled.${main.id}`, facts(main)),
    'order-vouchers': vouchersMail(vouchers, `order-vouchers.${main.id}`, facts(main)),
  };
}

/** Composes the mails about accounts and wallets in one language, by name. */
function accountMails({ settings, orders, publicUrl, now }: PreviewSource, lang: Lang): Record<string, Mail> {
  const to = orders[0]?.contact_email ?? '';
  const notice = (about: string) => ({ to, lang, at: now, messageId: `${about}.preview` });
  const code = { kind: 'email', seed: '', code_hash: '', lang, contact: to, code: '402871' } as const;
  const entry: EntryRow = {
    id: 'preview',
    customer_id: '',
    kind: 'point',
    amount: 120,
    balance_after: 980,
    lots: [],
    action: 'store_reward',
    source: '',
    order_id: null,
    basis: null,
    rate: null,
    details: { outlet: 'SS2', receipt: '10294' },
    state: 'available',
    available_at: null,
    expires_at: null,
    created_at: now,
  };
  const week = { ...notice('points-expiring'), at: new Date(now.getTime() + 7 * DAY_MS) };
  return {
    code: codeMail({ ...code, purpose: 'register', messageId: 'code.preview' }, settings),
    'password-changed': passwordChangedMail(notice('password-changed'), ['email', 'saved'], settings),
    'email-changed': emailChangedMail(notice('email-changed'), settings),
    'phone-changed': phoneChangedMail(notice('phone-changed'), settings),
    'new-device': newDeviceMail(notice('new-device'), 'Chrome, Android', settings),
    'wallet-entry': entryMail(entry, { to, lang, publicUrl }, settings),
    'points-expiring': pointsExpiringMail(week, { points: 860, value: 860, publicUrl }, settings),
  };
}

/** Composes the mails of a contact message in one language, by name. */
function contactMails({ settings, now }: PreviewSource, lang: Lang): Record<string, Mail> {
  const ticket = {
    id: 'preview',
    reference: '7Q2M9XKD',
    name: 'Mei Ling',
    email: 'mei.ling@demo.example',
    contact_number: '+60123456701',
    subject: textIn(lang, 'Is the kaya halal?', '咖椰酱是清真的吗？'),
    message: textIn(
      lang,
      'Hello,\nis the kaya of Nyonya Pot halal? I could not find the logo.\nThank you',
      '您好，\n请问娘惹咖椰酱是清真的吗？我找不到标志。\n谢谢',
    ),
    order_number: null,
    lang,
    created_at: now,
  };
  return {
    'contact-received': contactReceivedMail(ticket, settings),
    'contact-copy': contactCopyMail(ticket, settings),
  };
}

/** Composes the mails that end with a link to unsubscribe, in one language, by name. */
function unsubscribableMails({ settings, orders, publicUrl, secret }: PreviewSource, lang: Lang): Record<string, Mail> {
  const to = orders[0]?.contact_email ?? '';
  const source = { settings, publicUrl, secret };
  const id = '00000000-0000-7000-8000-000000000000';
  const product = { slug: 'pandan-kaya', name_en: 'Pandan Kaya', name_zh: '班兰咖椰' };
  const alert = (name: string) => ({ ...product, alert_id: id, to, lang, messageId: `${name}.preview` });
  const campaign = {
    title: textIn(lang, 'Snack week: crisps 20% off', '零食周：薯片八折'),
    body: textIn(
      lang,
      'All crisps and crackers are 20% off until Sunday.\nOrder before noon and we deliver the same day.',
      '所有薯片与饼干八折，优惠至星期日。\n中午前下单，当天送达。',
    ),
    ...{ action_url: '/shocking-deals', image: orders[0]?.lines[0]?.image_hash ?? null },
    ...{ customer_id: id, to, lang, messageId: 'marketing.preview' },
  };
  return {
    'alert-confirm': confirmAlertMail('back-in-stock', alert('alert-confirm'), source),
    'alert-back-in-stock': alertMail(alert('alert-back-in-stock'), null, source, { isCustomer: false }),
    'alert-price-drop': alertMail(alert('alert-price-drop'), { price: 690, was: 890 }, source, { isCustomer: true }),
    marketing: marketingMail(campaign, source),
  };
}

/** Composes every mail in both languages; none while the shop has no order. */
export async function composePreviews(
  db: Db,
  { publicUrl, secret, now }: Pick<PreviewSource, 'publicUrl' | 'secret' | 'now'>,
): Promise<PreviewedMail[]> {
  const ids = (await db.rows(newestOrders, [ORDERS])).map(({ id }) => id);
  if (ids.length === 0) return [];
  const [settings, orders] = await Promise.all([readSettings({ db }), db.rows(ordersById, [ids])]);
  const source = { settings: shopFacts(settings, publicUrl), orders, publicUrl, secret, now };
  return LANGS.flatMap((lang) => {
    const mails = {
      ...{ ...orderMails(source, lang), ...accountMails(source, lang) },
      ...{ ...contactMails(source, lang), ...unsubscribableMails(source, lang) },
    };
    return Object.entries(mails).map(([name, mail]) => ({ name, lang, mail }));
  });
}
