/** The staff API for customers: find one, read everything about one, take notes, and block (docs/api.md#staff-api). */
import * as v from 'valibot';
import { savedAddress } from '../addresses.ts';
import { endpoint } from '../api/endpoint.ts';
import { multilineText, time, uuid } from '../common-schemas.ts';
import { listPage, listQuery } from '../list-query.ts';
import { walletBalances, walletEntry } from '../loyalty.ts';
import { money } from '../money.ts';
import { orderStatus, paymentStatus } from '../orders.ts';
import { ownVoucher } from '../vouchers.ts';
import { staffNotification } from './staff.ts';

const customerBlock = v.object({ at: time(), by: v.string(), reason: v.string() });

export const staffCustomer = v.object({
  id: v.string(),
  name: v.string(),
  email: v.nullable(v.string()),
  email_verified: v.boolean(),
  phone: v.nullable(v.string()),
  phone_verified: v.boolean(),
  created_at: time(),
  /** Null unless staff blocked the account. */
  block: v.nullable(customerBlock),
  /** Orders that were not canceled, and their totals. */
  orders: v.number(),
  spent: money(),
  last_order_at: v.nullable(time()),
});
export type StaffCustomer = v.InferInput<typeof staffCustomer>;

export const customerNote = v.object({ id: v.string(), text: v.string(), by: v.string(), at: time() });
export type CustomerNote = v.InferInput<typeof customerNote>;

/** A message of the contact form from the customer's email. */
const contactMessage = v.object({
  reference: v.string(),
  subject: v.string(),
  message: v.string(),
  order_number: v.nullable(v.string()),
  at: time(),
});

/** A customer with the latest 30 of each list, newest first. */
export const customerFile = v.object({
  ...staffCustomer.entries,
  lang: v.picklist(['en', 'zh']),
  /** Name of the tier; null without tiers. */
  tier: v.nullable(v.string()),
  latest_orders: v.array(
    v.object({
      id: v.string(),
      order_number: v.string(),
      status: orderStatus,
      payment_status: paymentStatus,
      grand_total: money(),
      created_at: time(),
    }),
  ),
  addresses: v.array(savedAddress),
  wallets: v.object({ balances: walletBalances, entries: v.array(walletEntry) }),
  vouchers: v.array(ownVoucher),
  notifications: v.array(staffNotification),
  messages: v.array(contactMessage),
  /** All notes. */
  notes: v.array(customerNote),
});
export type CustomerFile = v.InferInput<typeof customerFile>;

const params = v.object({ id: uuid() });
const reason = v.pipe(multilineText(500), v.nonEmpty());

export const staffCustomersEndpoints = {
  'staff.customers': endpoint('staff.customers', {
    access: 'staff',
    roles: ['support', 'orders', 'finance'],
    summary:
      'Customers, newest first; sorted by name or created_at; `search` by name, phone, email or order_number, or free text: parts of a name, a number, the beginning of an email or phone',
    query: listQuery(),
    response: listPage(staffCustomer),
  }),
  'staff.customer': endpoint('staff.customer', {
    access: 'staff',
    roles: ['support', 'orders', 'finance'],
    summary: 'Everything about a customer; the audit records who looked',
    params,
    response: v.object({ customer: customerFile }),
    refusals: ['request.not_found'],
  }),
  'staff.addCustomerNote': endpoint('staff.addCustomerNote', {
    access: 'staff',
    roles: ['support', 'orders', 'finance'],
    summary: 'Adds a note for colleagues; it is never changed, only removed by its writer, and goes with the account',
    params,
    body: v.object({ text: v.pipe(multilineText(2_000), v.nonEmpty()) }),
    response: v.object({ note: customerNote }),
    status: 201,
    refusals: ['request.not_found', 'request.idempotency'],
    idempotent: true,
  }),
  'staff.removeCustomerNote': endpoint('staff.removeCustomerNote', {
    access: 'staff',
    roles: ['support', 'orders', 'finance'],
    summary: 'Removes a note that the caller wrote',
    params: v.object({ id: uuid(), note: uuid() }),
    response: v.object({ success: v.boolean() }),
    refusals: ['request.not_found'],
  }),
  'staff.blockCustomer': endpoint('staff.blockCustomer', {
    access: 'staff',
    roles: ['support'],
    summary: 'Blocks a customer: signs them out, and refuses sign-in and orders',
    params,
    body: v.object({ reason }),
    response: v.object({ customer: staffCustomer }),
    refusals: ['request.not_found'],
  }),
  'staff.unblockCustomer': endpoint('staff.unblockCustomer', {
    access: 'staff',
    roles: ['support'],
    summary: 'Ends a block',
    params,
    body: v.object({ reason }),
    response: v.object({ customer: staffCustomer }),
    refusals: ['request.not_found'],
  }),
};
