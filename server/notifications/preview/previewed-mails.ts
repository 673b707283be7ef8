/**
 * Composes each kind of mail in both languages, from the newest orders of a shop and from sample data. The compiler
 * reports a kind, a job, a status or a notice whose mail is missing here.
 */
import type { ALERT_KINDS } from '@shop/contract/alerts';
import { LANGS, type Lang, textIn } from '@shop/core/lang';
import { formatOrderReason } from '@shop/core/orders/order-note';
import { DAY_MS } from '@shop/core/time';
import * as v from 'valibot';
import { readPublicSettings } from '../../content/settings.ts';
import { type Db, statement } from '../../db/database.ts';
import type { JobData, StaffNotice } from '../../jobs/jobs.ts';
import type { EntryRow } from '../../loyalty/wallets/wallets.sql.ts';
import { type OrderRow, ordersById } from '../../orders/orders.sql.ts';
import { orderView } from '../../orders/orders.view.ts';
import { buildViewLink } from '../../orders/view-token.ts';
import type { Mail } from '../../partners/mail/mailer.ts';
import {
  composeCodeMail,
  composeEmailChangedMail,
  composeNewDeviceMail,
  composePasswordChangedMail,
  composePhoneChangedMail,
} from '../account-mail.ts';
import { composeAlertConfirmation, composeAlertMail } from '../alerts/alert-mail.ts';
import type { MailedKind } from '../compose-mail.ts';
import { composeContactCopyMail, composeContactReceivedMail } from '../contact-mail.ts';
import { describeItems } from '../inbox-texts.ts';
import { type ShopFacts, toShopFacts } from '../mail-parts.ts';
import { composeMarketingMail } from '../marketing-mail.ts';
import type { NotificationData } from '../notification-data.ts';
import {
  composeOrderChangedMail,
  composeOrdersPlacedMail,
  composeRefundMail,
  composeUnpaidMail,
  composeVouchersMail,
  formatComment,
  type OrderChange,
  type OrderMailFacts,
} from '../order-mail.ts';
import { composeShopNewsMail, formatCancellationLine, formatOrderLine } from '../shop-news.ts';
import { composeStaffNoticeMail } from '../staff-mail.ts';
import { composeEntryMail, composePointsExpiringMail } from '../wallet-mail.ts';

/** Finds the ids of the $1 newest orders. */
const newestOrders = statement(
  'notifications.newestOrders',
  v.object({ id: v.string() }),
  `select id from orders where contact_email <> '' order by created_at desc limit $1`,
);

/** The data from which the mails are composed. */
type PreviewSource = { settings: ShopFacts; orders: readonly OrderRow[]; publicUrl: string; secret: string; now: Date };

/** The subject of a mail: a kind of notification, or of a job that is not a notification. */
export type MailSubject = MailedKind | Exclude<JobData['mail']['about'], 'notification'>;

export type PreviewedMail = { about: MailSubject; name: string; lang: Lang; mail: Mail };

/** Mails by their names. */
type Mails = Readonly<Record<string, Mail>>;
/** The mails of some subjects. */
type MailsOf<Subject extends MailSubject> = Readonly<Record<Subject, Mails>>;

type OrderSubject =
  | 'order-placed'
  | 'order-updated'
  | 'order-items-changed'
  | 'delivery-changed'
  | 'payment'
  | 'cancellation'
  | 'refund'
  | 'voucher';

/** Goods that were missing. */
const SHORT_GOODS = {
  lines: [
    { name_en: 'Fresh Milk', name_zh: '鲜牛奶', ordered: 3, quantity: 2 },
    {
      ...{ name_en: 'Wholemeal Loaf', name_zh: '全麦面包', ordered: 1, quantity: 0 },
      replacement: { name_en: 'White Sandwich Loaf', name_zh: '白吐司面包', quantity: 1 },
    },
  ],
  less: 760,
  is_refunded: true,
};

/** Number of newest orders to choose from: mails show the one with the most lines, and one mail also the second. */
const NEWEST_ORDERS = 20;

/** Adds every amount, a long name and long texts to an order, for the mail that is hardest to lay out. */
function fillOrder(order: OrderRow): OrderRow {
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

/** Composes the mails about orders in one language. */
function composeOrderMails(
  { settings, orders, publicUrl, secret, now }: PreviewSource,
  lang: Lang,
): MailsOf<OrderSubject> {
  const byLines = [...orders].sort((a, b) => b.lines.length - a.lines.length);
  const [main, other = main] = byLines;
  if (main === undefined) throw new Error('There is no order to compose mails about');
  const facts = (...rows: OrderRow[]): OrderMailFacts => ({
    orders: rows.map((row) => ({
      order: orderView(row, lang),
      link: buildViewLink(publicUrl, secret, { ...row, lang }),
    })),
    lang,
    to: main.contact_email,
    settings,
  });
  const changed = (change: Parameters<typeof composeOrderChangedMail>[0], note: string | null = null) =>
    composeOrderChangedMail(change, note, `order-${change}.${main.id}`, facts(main));
  const comment = formatComment(textIn(lang, 'We have no more of the kaya.', '咖椰酱已售完。'), lang);
  const refund = { amount: 1_250, coins: 20, points: 400, isUnowed: false, inCash: false };
  const until = new Date(now.getTime() + 90 * DAY_MS);
  const name = textIn(lang, 'One coffee at any outlet', '任何分店咖啡一杯');
  const vouchers = ['V7Q2M9XK', 'V3N8TR5D'].map((code) => ({ code, name, expires_at: until }));
  const slot = { starts_at: now.toISOString(), ends_at: new Date(now.getTime() + DAY_MS / 12).toISOString() };
  const reason = textIn(lang, 'As we agreed by phone', '按电话中的约定');
  const moved = formatOrderReason(
    { note_code: 'order_note.slot_and_address_changed', note_params: { reason, ...slot } },
    lang,
  );
  const changes: Readonly<Record<OrderChange, Mail>> = {
    processing: changed('processing'),
    packed: changed('packed'),
    delivery: changed('delivery'),
    complete: changed('complete'),
    delivery_failed: changed('delivery_failed', comment),
    delivery_changed: changed('delivery_changed', moved),
    items_changed: changed('items_changed', describeItems(SHORT_GOODS, lang)),
    canceled: composeOrderChangedMail('canceled', comment, `order-canceled.${main.id}`, facts(main), {
      money: main.grand_total,
      coins: 20,
      points: 400,
    }),
    cancellation_requested: changed('cancellation_requested'),
    cancellation_withdrawn: changed('cancellation_withdrawn'),
    cancellation_rejected: changed('cancellation_rejected', comment),
  };
  return {
    'order-placed': {
      'order-placed': composeOrdersPlacedMail(main.id, facts(main)),
      'order-placed-full': composeOrdersPlacedMail(main.id, facts(fillOrder(main))),
      'orders-placed': composeOrdersPlacedMail(main.id, facts(main, other ?? main)),
    },
    'order-updated': {
      'order-processing': changes.processing,
      'order-packed': changes.packed,
      'order-delivery': changes.delivery,
      'order-complete': changes.complete,
      'order-delivery-failed': changes.delivery_failed,
    },
    'order-items-changed': { 'order-items-changed': changes.items_changed },
    'delivery-changed': { 'delivery-changed': changes.delivery_changed },
    payment: {
      'order-unpaid': composeUnpaidMail(new Date(now.getTime() + DAY_MS / 48), `order-unpaid.${main.id}`, facts(main)),
    },
    cancellation: {
      'order-canceled': changes.canceled,
      'cancellation-requested': changes.cancellation_requested,
      'cancellation-withdrawn': changes.cancellation_withdrawn,
      'cancellation-rejected': changes.cancellation_rejected,
    },
    refund: {
      'refund-requested': composeRefundMail('requested', refund, `refund-requested.${main.id}`, facts(main)),
      'refund-settled': composeRefundMail('settled', refund, `refund-settled.${main.id}`, facts(main)),
    },
    voucher: { 'order-vouchers': composeVouchersMail(vouchers, `order-vouchers.${main.id}`, facts(main)) },
  };
}

type AccountSubject =
  | 'code'
  | 'security'
  | 'offline-transaction-reward'
  | 'offline-transaction-redeem'
  | 'points-expiring';

/** Composes the mails about accounts and wallets in one language. */
function composeAccountMails({ settings, orders, publicUrl, now }: PreviewSource, lang: Lang): MailsOf<AccountSubject> {
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
  const used: EntryRow = {
    ...entry,
    ...{ id: 'preview-used', kind: 'store_credit', amount: -350, balance_after: 150, action: 'store_redeem' },
  };
  const reader = { to, lang, publicUrl };
  const week = { ...notice('points-expiring'), at: new Date(now.getTime() + 7 * DAY_MS) };
  const notices: Readonly<Record<NotificationData<'security'>['about'], Mail>> = {
    password_changed: composePasswordChangedMail(notice('password-changed'), ['email', 'saved'], settings),
    email_changed: composeEmailChangedMail(notice('email-changed'), settings),
    phone_changed: composePhoneChangedMail(notice('phone-changed'), settings),
    new_device: composeNewDeviceMail(notice('new-device'), 'Chrome, Android', settings),
  };
  return {
    code: { code: composeCodeMail({ ...code, purpose: 'register', messageId: 'code.preview' }, settings) },
    security: {
      'password-changed': notices.password_changed,
      'email-changed': notices.email_changed,
      'phone-changed': notices.phone_changed,
      'new-device': notices.new_device,
    },
    'offline-transaction-reward': { 'wallet-entry': composeEntryMail(entry, reader, settings) },
    'offline-transaction-redeem': { 'wallet-entry-used': composeEntryMail(used, reader, settings) },
    'points-expiring': {
      'points-expiring': composePointsExpiringMail(week, { points: 860, value: 860, publicUrl }, settings),
    },
  };
}

/** Composes the mails of a contact message in one language. */
function composeContactMails(
  { settings, now }: PreviewSource,
  lang: Lang,
): MailsOf<'contact.received' | 'contact.copy'> {
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
    'contact.received': { 'contact-received': composeContactReceivedMail(ticket, settings) },
    'contact.copy': { 'contact-copy': composeContactCopyMail(ticket, [], settings) },
  };
}

/** Composes the mails to the shop, which are in English. */
function composeShopMails({ settings, orders }: PreviewSource, lang: Lang): MailsOf<'shop.news' | 'shop.digest'> {
  const to = ['orders@shop.example'];
  const [order] = orders;
  if (lang !== 'en' || order === undefined) return { 'shop.news': {}, 'shop.digest': {} };
  const { id, order_number } = order;
  const placed = { about: 'order', line: formatOrderLine(order) } as const;
  const reason = 'Bought it twice, the second time by mistake';
  const canceled = { about: 'cancellation', line: formatCancellationLine(order_number, reason) } as const;
  const news = { about: 'shop.news', order_id: id, id } as const;
  return {
    'shop.news': {
      'shop-order': composeShopNewsMail({ ...news, of: 'order' }, [placed], to, settings),
      'shop-cancellation': composeShopNewsMail({ ...news, of: 'cancellation' }, [canceled], to, settings),
    },
    'shop.digest': {
      'shop-digest': composeShopNewsMail(
        { about: 'shop.digest', digest_id: 'preview' },
        [placed, canceled],
        to,
        settings,
      ),
    },
  };
}

/** Composes the notices to staff in one language. */
function composeStaffMails({ settings, now }: PreviewSource, lang: Lang): MailsOf<'staff.notice'> {
  const job = { about: 'staff.notice', id: 'preview', sealed_email: '', device: 'Chrome, Windows', lang } as const;
  const compose = (of: StaffNotice) =>
    composeStaffNoticeMail('staff@shop.example', { ...job, of, at: now.toISOString() }, settings);
  return {
    'staff.notice': {
      'staff-new-device': compose('new_device'),
      'staff-password-changed': compose('password_changed'),
      'staff-second-factor-on': compose('second_factor_on'),
      'staff-second-factor-off': compose('second_factor_off'),
      'staff-recovery-code': compose('recovery_code'),
    },
  };
}

type AlertSubject = 'alert.requested' | 'alert.due' | 'back-in-stock' | 'price-drop' | 'marketing';

/**
 * Composes the mails of alerts and campaigns in one language; all except those to confirm an alert have an unsubscribe
 * link.
 */
function composeAlertMails({ settings, orders, publicUrl, secret }: PreviewSource, lang: Lang): MailsOf<AlertSubject> {
  const to = orders[0]?.contact_email ?? '';
  const source = { settings, publicUrl, secret };
  const id = '00000000-0000-7000-8000-000000000000';
  const [bought] = orders.flatMap(({ lines }) => lines);
  const product = {
    slug: bought?.slug ?? '',
    name_en: bought?.name_en ?? '',
    name_zh: bought?.name_zh ?? null,
  };
  const alert = (name: string) => ({ ...product, alert_id: id, to, lang, messageId: `${name}.preview` });
  const campaign = {
    title: textIn(lang, 'Snack week: crisps 20% off', '零食周：薯片减 20%'),
    body: textIn(
      lang,
      'All crisps and crackers are 20% off until Sunday.\nOrder before noon and we deliver the same day.',
      '所有薯片与饼干减 20%，优惠至星期日。\n中午前下单，当天送达。',
    ),
    ...{ action_url: '/shocking-deals', image: orders[0]?.lines[0]?.image_hash ?? null },
    ...{ customer_id: id, to, lang, messageId: 'marketing.preview' },
  };
  const fall = { price: 690, was: 890 };
  const [guest, customer] = [{ isCustomer: false }, { isCustomer: true }];
  const confirmations: Readonly<Record<(typeof ALERT_KINDS)[number], Mail>> = {
    'back-in-stock': composeAlertConfirmation('back-in-stock', alert('alert-confirm'), source),
    'price-drop': composeAlertConfirmation('price-drop', alert('alert-confirm-price-drop'), source),
  };
  return {
    'alert.requested': {
      'alert-confirm': confirmations['back-in-stock'],
      'alert-confirm-price-drop': confirmations['price-drop'],
    },
    'alert.due': {
      'guest-back-in-stock': composeAlertMail(alert('guest-back-in-stock'), null, source, guest),
      'guest-price-drop': composeAlertMail(alert('guest-price-drop'), fall, source, guest),
    },
    'back-in-stock': { 'alert-back-in-stock': composeAlertMail(alert('alert-back-in-stock'), null, source, customer) },
    'price-drop': { 'alert-price-drop': composeAlertMail(alert('alert-price-drop'), fall, source, customer) },
    marketing: { marketing: composeMarketingMail(campaign, source) },
  };
}

/** Composes every mail in both languages; none while the shop has no order. */
export async function composePreviews(
  db: Db,
  { publicUrl, secret, now }: Pick<PreviewSource, 'publicUrl' | 'secret' | 'now'>,
): Promise<PreviewedMail[]> {
  const ids = (await db.rows(newestOrders, [NEWEST_ORDERS])).map(({ id }) => id);
  if (ids.length === 0) return [];
  const [settings, orders] = await Promise.all([readPublicSettings({ db }), db.rows(ordersById, [ids])]);
  const source = { settings: toShopFacts(settings, publicUrl), orders, publicUrl, secret, now };
  return LANGS.flatMap((lang) => {
    const mails: MailsOf<MailSubject> = {
      ...{
        ...composeOrderMails(source, lang),
        ...composeAccountMails(source, lang),
        ...composeContactMails(source, lang),
      },
      ...{ ...composeShopMails(source, lang), ...composeStaffMails(source, lang), ...composeAlertMails(source, lang) },
    };
    const subjects = Object.entries(mails) as [MailSubject, Mails][];
    return subjects.flatMap(([about, named]) =>
      Object.entries(named).map(([name, mail]) => ({ about, name, lang, mail })),
    );
  });
}
