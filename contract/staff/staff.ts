/** The staff API: accounts, orders, cancellations and the audit log (docs/api.md#staff-api). */
import { CHANNELS, ORDER_MAIL_KINDS } from '@shop/core/notifications/kinds';
import { BAG_KINDS } from '@shop/core/orders/picking';
import { DELIVERY_OUTCOMES, FAILED_DELIVERY_OUTCOMES } from '@shop/core/orders/status';
import { AUDITED_KINDS } from '@shop/core/staff/audited-kinds';
import { STAFF_ROLES } from '@shop/core/staff/roles';
import * as v from 'valibot';
import { ADDRESS_REFUSALS, addressIn } from '../addresses.ts';
import { endpoint } from '../api/endpoint.ts';
import { day, multilineText, queryFlag, queryText, textLine, time, uuid } from '../common-schemas.ts';
import { listPage, listQuery, MAX_LIMIT } from '../list-query.ts';
import { money, moneyIn } from '../money.ts';
import { cancellation, order, orderItem, orderStatus } from '../orders.ts';
import { secondFactorCode, secondFactorState } from './staff-account.ts';

const roles = v.array(v.picklist(STAFF_ROLES));
const assignedRoles = v.pipe(roles, v.minLength(1), v.maxLength(STAFF_ROLES.length));
/** Code of the outlet of an outlet manager. */
const outlet = v.optional(v.nullable(textLine(40)));

export const staffAccount = v.object({
  id: v.string(),
  email: v.string(),
  roles,
  /** Code of an outlet manager's outlet; null for others. */
  outlet: v.nullable(v.string()),
  is_active: v.boolean(),
  has_second_factor: v.boolean(),
  /** Rises with each change of the roles. */
  version: v.number(),
});
export type StaffAccount = v.InferInput<typeof staffAccount>;

/** Cash that staff recorded for an order, when it was delivered or the delivery failed. */
export const cashCollection = v.object({
  id: v.string(),
  order_id: v.string(),
  order_number: v.string(),
  outcome: v.picklist(DELIVERY_OUTCOMES),
  cash_collected: money(),
  grand_total: money(),
  at: time(),
  recorded_by: v.string(),
});
export type CashCollection = v.InferInput<typeof cashCollection>;

/**
 * A notification and its delivery by each channel; `at` is the time at which it was sent, suppressed or given up, or is
 * due while it is queued.
 */
export const staffNotification = v.object({
  kind: v.string(),
  created_at: time(),
  deliveries: v.array(
    v.object({
      channel: v.picklist(CHANNELS),
      state: v.string(),
      reason: v.nullable(v.string()),
      at: time(),
    }),
  ),
});
export type StaffNotification = v.InferInput<typeof staffNotification>;

/** The picker of an order, and the bags that it was packed in. */
export const orderPicking = v.object({
  /** Email of the picker; null if they released the order. */
  claimed_by: v.nullable(v.string()),
  claimed_at: v.nullable(time()),
  /** Time at which its picking began. */
  begun_at: time(),
  packed_by: v.nullable(v.string()),
  packed_at: v.nullable(time()),
  /** Bags by temperature; null before they were counted. */
  bags: v.nullable(v.record(v.picklist(BAG_KINDS), v.number())),
});
export type OrderPicking = v.InferInput<typeof orderPicking>;

/** A note of staff about an order, which the shopper never sees. */
export const orderNote = v.object({ id: v.string(), text: v.string(), at: time(), by: v.string() });

/**
 * An order as staff see it: with contacts, codes of its items, who changed its status, its cancellation requests,
 * recorded cash and notifications.
 */
export const staffOrder = v.object({
  ...order.entries,
  items: v.array(
    v.object({
      ...orderItem.entries,
      /** Today's codes, which may differ from those at the time of the order. */
      sku: v.nullable(v.string()),
      barcode: v.nullable(v.string()),
      /** Names of its category and of those above it, the root first. */
      category_path: v.array(v.string()),
      /** Its place in the shop, such as `A3-2`. */
      shelf: v.nullable(v.string()),
    }),
  ),
  customer_id: v.nullable(v.string()),
  /** The id of its delivery slot, by which `search=slot:…` finds orders and `change-delivery` moves one. */
  slot_id: v.nullable(v.string()),
  contact: v.object({ email: v.string(), phone: v.string() }),
  history: v.array(v.object({ ...order.entries.history.item.entries, changed_by: v.string() })),
  /** Null after the last status. */
  next_status: v.nullable(orderStatus),
  refunds: v.array(cancellation),
  /** Oldest first. */
  cash_collections: v.array(cashCollection),
  /** Notifications about the order that the shopper got, oldest first. */
  notifications: v.array(staffNotification),
  /** Null before picking begins. */
  picking: v.nullable(orderPicking),
  /** Oldest first. */
  notes: v.array(orderNote),
  tags: v.array(v.string()),
});
export type StaffOrder = v.InferInput<typeof staffOrder>;

/** One change that staff made; `before` and `after` have the values that changed. */
export const auditEntry = v.object({
  id: v.string(),
  at: time(),
  staff_id: v.nullable(v.string()),
  staff_email: v.string(),
  action: v.string(),
  subject: v.string(),
  before: v.unknown(),
  after: v.unknown(),
});
export type AuditEntry = v.InferInput<typeof auditEntry>;

/** An order's id or number. */
const orderParams = v.object({ id: textLine(40) });
/** Ids of orders, separated by commas, for actions on many. */
const orderIds = v.pipe(
  queryText(4_000),
  v.transform((text) => text.split(',')),
  v.array(uuid()),
  v.maxLength(MAX_LIMIT),
);
const comment = v.pipe(multilineText(1_000), v.nonEmpty());
const cash_collected = v.optional(v.nullable(moneyIn()));

export const staffEndpoints = {
  'staff.signIn': endpoint('staff.signIn', {
    access: 'open',
    summary: 'Signs staff in; the token ends after 12 hours',
    body: v.object({
      email: textLine(254),
      password: v.pipe(v.string(), v.maxLength(200)),
      /** A code of the authenticator app, or a recovery code; needed where the account has a second factor. */
      code: v.optional(v.nullable(secondFactorCode())),
      /** Whether the session locks once it is idle, as that of the office does. */
      locks_when_idle: v.optional(v.boolean(), false),
    }),
    /** `device_token` is null on a device that sent one; send it as `x-device` from then on. */
    response: v.object({
      token: v.string(),
      device_token: v.nullable(v.string()),
      staff: v.object({ id: v.string(), email: v.string(), roles }),
      /** With `required`, every call but those of the second factor answers 401 `auth.second_factor_required`. */
      second_factor: secondFactorState,
    }),
    refusals: ['auth.wrong', 'auth.second_factor'],
  }),
  'staff.signOut': endpoint('staff.signOut', {
    access: 'staff',
    roles: STAFF_ROLES,
    worksWhile: ['locked', 'unenrolled'],
    summary: 'Ends the token',
    response: v.object({ success: v.boolean() }),
  }),
  'staff.accounts': endpoint('staff.accounts', {
    access: 'staff',
    summary: 'Staff accounts',
    response: v.object({ data: v.array(staffAccount) }),
  }),
  'staff.addAccount': endpoint('staff.addAccount', {
    access: 'staff',
    summary: 'Adds a staff account; without a password one is drawn and returned once',
    body: v.object({
      email: textLine(254),
      roles: assignedRoles,
      outlet,
      password: v.optional(v.pipe(v.string(), v.maxLength(200))),
    }),
    response: v.object({ staff: staffAccount, password: v.nullable(v.string()) }),
    status: 201,
    refusals: [
      'email.invalid',
      'password.common',
      'password.too_short',
      'password.too_long',
      'staff.exists',
      'staff.outlet',
    ],
  }),
  'staff.changeRoles': endpoint('staff.changeRoles', {
    access: 'staff',
    summary: 'Changes the roles of an account; 409 with the account as it is now if it changed since `version`',
    params: v.object({ id: uuid() }),
    body: v.object({
      roles: assignedRoles,
      outlet,
      version: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000)),
    }),
    response: v.object({ staff: staffAccount }),
    refusals: ['staff.last_owner', 'staff.changed', 'staff.outlet'],
  }),
  'staff.resetSecondFactor': endpoint('staff.resetSecondFactor', {
    access: 'staff',
    summary: 'Removes the second factor of another account whose phone is lost, and ends its tokens',
    params: v.object({ id: uuid() }),
    response: v.object({ staff: staffAccount }),
    refusals: ['second_factor.off', 'second_factor.own'],
  }),
  'staff.disableAccount': endpoint('staff.disableAccount', {
    access: 'staff',
    summary: 'Disables a staff account and ends its tokens',
    params: v.object({ id: uuid() }),
    response: v.object({ staff: staffAccount }),
    refusals: ['staff.last_owner'],
  }),
  'staff.enableAccount': endpoint('staff.enableAccount', {
    access: 'staff',
    summary: 'Enables a disabled staff account, with its password and second factor as before',
    params: v.object({ id: uuid() }),
    response: v.object({ staff: staffAccount }),
    refusals: ['request.not_found'],
  }),
  'staff.endAccountSessions': endpoint('staff.endAccountSessions', {
    access: 'staff',
    summary: 'Ends all sessions of a staff account',
    params: v.object({ id: uuid() }),
    response: v.object({ staff: staffAccount }),
    refusals: ['request.not_found'],
  }),
  'staff.audit': endpoint('staff.audit', {
    access: 'staff',
    summary:
      'What staff changed, newest first; by `subject` (`order:<number or id>`, `customer:<id>`, `product:<slug>`, `staff:<email>`, …), `action`, `staff_email`, days `from` and `to`; `search` by the same fields',
    query: v.object({
      ...listQuery().entries,
      subject: v.optional(queryText(300)),
      action: v.optional(queryText(100)),
      staff_email: v.optional(queryText(254)),
      /** Days in Malaysia. */
      from: v.optional(day()),
      to: v.optional(day()),
    }),
    response: listPage(auditEntry),
  }),
  'staff.recordAudit': endpoint('staff.recordAudit', {
    access: 'staff',
    roles: STAFF_ROLES,
    summary:
      'What staff changed of one record, newest first, for the roles that may open it: an order with its refunds by number or id, a customer by id, a product by slug, staff by email, a campaign or a run by id',
    params: v.object({ kind: v.picklist(AUDITED_KINDS), id: textLine(300) }),
    query: listQuery(),
    response: listPage(auditEntry),
    refusals: ['request.not_found'],
  }),
  'staff.orders': endpoint('staff.orders', {
    access: 'staff',
    roles: ['orders', 'picker', 'support', 'finance'],
    summary:
      'All orders, newest first; `search` by number, contact, name or item (of the last 31 days), or by slot, slot_date, delivery_method, payment_method, payment_status, status; sorted by slot, delivery_method, payment_method, payment_status, created_at',
    query: v.object({
      ...listQuery().entries,
      /** The day of the delivery slot in Malaysia. */
      slot_date: v.optional(day()),
      /** Only the orders with these ids, separated by commas. */
      ids: v.optional(orderIds),
      /** The days on which the order was placed, in Malaysia: the first and the last one. */
      ordered_from: v.optional(day()),
      ordered_to: v.optional(day()),
      /** Only orders with this tag. */
      tag: v.optional(queryText(40)),
      /** Only orders that are paid, or paid on delivery. */
      ready: v.optional(queryFlag()),
      /** Only late orders (docs/readings.md#97). */
      late: v.optional(queryFlag()),
      /** Only unpaid orders that expire within ten minutes. */
      expiring: v.optional(queryFlag()),
    }),
    response: listPage(staffOrder),
  }),
  'staff.order': endpoint('staff.order', {
    access: 'staff',
    roles: ['orders', 'picker', 'support', 'finance'],
    summary: 'One order by id or number',
    params: orderParams,
    response: v.object({ order: staffOrder }),
    refusals: ['order.not_found'],
  }),
  'staff.advanceOrder': endpoint('staff.advanceOrder', {
    access: 'staff',
    roles: ['orders', 'picker'],
    summary: 'Moves an order to its next status; `to` refuses any other, so that two clicks move it once',
    params: orderParams,
    body: v.object({
      to: v.optional(orderStatus),
      /** Cash of an order paid on delivery that becomes complete; if it is left out, the order's total. */
      cash_collected,
    }),
    response: v.object({ order: staffOrder }),
    refusals: [
      'order.not_found',
      'order.wrong_status',
      'order.unpaid',
      'order.no_cash',
      'picking.undecided',
      'picking.nothing_found',
    ],
  }),
  'staff.resendMail': endpoint('staff.resendMail', {
    access: 'staff',
    roles: ['orders', 'support'],
    summary: 'Sends the order’s latest mail of a kind again, with the order as it is now',
    params: orderParams,
    body: v.object({ kind: v.picklist(ORDER_MAIL_KINDS) }),
    response: v.object({ order: staffOrder }),
    refusals: ['order.not_found', 'order.no_mail', 'order.mail_waits', 'request.idempotency'],
    idempotent: true,
  }),
  'staff.failDelivery': endpoint('staff.failDelivery', {
    access: 'staff',
    roles: ['orders', 'picker', 'support'],
    summary: 'Ends a delivery that failed: sends the order back to packed, or cancels it; the shopper reads the reason',
    params: orderParams,
    body: v.object({
      reason: comment,
      /** `retry` needs the role orders or picker, `cancel` the role orders or support. */
      outcome: v.picklist(FAILED_DELIVERY_OUTCOMES),
      /** The new slot of a retry; without it, the order stays in its slot. */
      delivery_slot_id: v.optional(v.nullable(textLine(40))),
      /**
       * Cash of an order paid on delivery that was collected although the delivery failed; that of a canceled order is
       * refunded.
       */
      cash_collected,
    }),
    response: v.object({ order: staffOrder }),
    refusals: [
      'order.not_found',
      'order.wrong_status',
      'order.no_cash',
      'checkout.slot_full',
      'checkout.slot_missing',
      'request.idempotency',
    ],
    idempotent: true,
  }),
  'staff.changeDelivery': endpoint('staff.changeDelivery', {
    access: 'staff',
    roles: ['orders', 'support'],
    summary:
      'Changes slot and address of an order before it is packed, at the fee of the new ones; the shopper is mailed',
    params: orderParams,
    body: v.object({
      /** For the shopper. */
      reason: comment,
      delivery_slot_id: v.optional(v.nullable(textLine(40))),
      /** Fields left out stay as they are. The email stays: it proves who ordered. */
      shipping_address: v.optional(v.nullable(v.omit(addressIn, ['email']))),
      /** Keeps the fee of the order. */
      keep_fee: v.optional(v.boolean()),
      /** Entries of `history` that the caller saw; 409 with the `history` since then if there are more. */
      seen_history: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000))),
    }),
    response: v.object({ order: staffOrder }),
    refusals: [
      'order.not_found',
      'order.changed',
      'order.wrong_status',
      'order.nothing_to_change',
      'order.total_rises',
      'order.awaits_payment',
      'checkout.slot_full',
      'checkout.slot_missing',
      'checkout.shipping_method',
      'checkout.not_carried',
      ...ADDRESS_REFUSALS,
      'request.idempotency',
    ],
    idempotent: true,
  }),
  'staff.cashDifferences': endpoint('staff.cashDifferences', {
    access: 'staff',
    roles: ['orders', 'support', 'finance'],
    summary:
      'All cash of failed deliveries, and cash of delivered orders that is neither their total nor the rest of it, newest first; `search` by order_number',
    query: listQuery(),
    response: listPage(cashCollection),
  }),
  'staff.cancelOrder': endpoint('staff.cancelOrder', {
    access: 'staff',
    roles: ['orders', 'support'],
    summary: 'Cancels a pending or processing order and returns what it took; the shopper reads the comment',
    params: orderParams,
    body: v.object({ comment }),
    response: v.object({ order: staffOrder }),
    refusals: ['order.not_found', 'order.wrong_status'],
  }),
  'staff.cancellations': endpoint('staff.cancellations', {
    access: 'staff',
    roles: ['orders', 'support', 'finance'],
    summary: 'Cancellation requests, newest first; `search` by state or order_number',
    query: listQuery(),
    response: listPage(cancellation),
  }),
  'staff.approveCancellation': endpoint('staff.approveCancellation', {
    access: 'staff',
    roles: ['orders', 'support'],
    summary: 'Approves a cancellation request: cancels the order and returns what it took',
    params: v.object({ id: uuid() }),
    body: v.object({ comment: v.optional(v.nullable(multilineText(1_000))) }),
    response: cancellation,
    refusals: ['cancellation.not_found', 'cancellation.decided', 'order.wrong_status'],
  }),
  'staff.rejectCancellation': endpoint('staff.rejectCancellation', {
    access: 'staff',
    roles: ['orders', 'support'],
    summary: 'Rejects a cancellation request; the shopper reads the comment',
    params: v.object({ id: uuid() }),
    body: v.object({ comment }),
    response: cancellation,
    refusals: ['cancellation.not_found', 'cancellation.decided'],
  }),
};
