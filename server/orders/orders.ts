/** Finds orders by number with the contact or signed link that belongs to it (docs/api.md#conventions). */
import type { ListQuery, SearchFields } from '@shop/contract/list-query';
import { normalizeEmail } from '@shop/core/identity/email';
import { toE164 } from '@shop/core/identity/phone';
import { readOrderNumber } from '@shop/core/orders/order-number';
import type { OrderStatus } from '@shop/core/orders/status';
import { refusal } from '@shop/core/refusal';
import type { Ctx } from '../context.ts';
import { requireCustomer } from '../identity/identity.ts';
import { type ListPage, loadPageByIds } from '../lists/list-page.ts';
import { requireSearch, requireSorts } from '../lists/parse-list.ts';
import { refuse, refuseFields } from '../refuse.ts';
import { isSameSecret } from '../secrets/sign.ts';
import {
  countsByStatus,
  customerOrders,
  type OrderRow,
  orderByNumber,
  orderOfCustomer,
  ordersById,
  ordersOfConfirmations,
} from './orders.sql.ts';
import { viewToken } from './view-token.ts';

/** Proof that allows a caller to see an order: a contact or a token. */
export type OrderAccessProof = { contact?: string | undefined; token?: string | undefined };

/** Normalizes an email or phone as orders store it; empty for other text, which matches no order. */
export const canonicalContact = (typed: string): string =>
  typed.includes('@') ? normalizeEmail(typed) : (toE164(typed) ?? '');

/** Returns whether a contact is one of the order's. */
function hasContact(order: OrderRow, contact: string): boolean {
  const shown = canonicalContact(contact);
  if (shown === '') return false;
  const contacts = [order.contact_email, order.contact_phone, order.shipping_address.email ?? ''];
  return contacts.filter((each) => isSameSecret(shown, each)).length > 0;
}

/**
 * Returns the order if the caller proves it, else refuses `order.not_found`, as for an unknown number (null). Tries
 * with a contact are limited (docs/security.md "Limits"); a token cannot be guessed.
 */
async function requireProof(
  ctx: Ctx,
  order: OrderRow | null,
  order_number: string,
  { contact, token }: OrderAccessProof,
): Promise<OrderRow> {
  if (order !== null && token !== undefined && isSameSecret(token, viewToken(ctx.shop.secret, order.id))) return order;
  if (contact === undefined) return refuse('order.not_found');
  return ctx.shop.limitOrderLookUp(ctx.request.address, order_number, async () =>
    order !== null && hasContact(order, contact) ? order : refuse('order.not_found'),
  );
}

/** Finds an order by number. Refuses `order.not_found` both for an unknown number and for a wrong proof. */
export async function requireOrder(ctx: Ctx, typedNumber: string, proof: OrderAccessProof): Promise<OrderRow> {
  const order_number = readOrderNumber(typedNumber);
  return requireProof(ctx, await ctx.db.row(orderByNumber, [order_number]), order_number, proof);
}

/** A caller's reference to an order: its id, or its number with a proof. */
export type NamedOrder = OrderAccessProof & { order_number?: string | undefined; order_id?: string | undefined };

/**
 * Finds the order that a call names: a customer's own by its id or number (docs/readings.md#27), any other by its
 * number with its contact or token. Every call that takes an order's contact comes through here or `requireOrder`, so
 * that their tries count together. Refuses as `requireOrder` does.
 */
export async function requireNamedOrder(ctx: Ctx, { order_number, order_id, ...proof }: NamedOrder): Promise<OrderRow> {
  const { actor } = ctx;
  if (actor.kind === 'customer' && order_id !== undefined) return requireOwnOrder(ctx, order_id);
  if (order_number === undefined) return refuseFields({ order_number: [refusal('field.required')] });
  const number = readOrderNumber(order_number);
  const order = await ctx.db.row(orderByNumber, [number]);
  const isOwn = actor.kind === 'customer' && order?.customer_id === actor.id;
  return order !== null && isOwn ? order : requireProof(ctx, order, number, proof);
}

/** Finds the orders of each confirmation mail, by the mail's id, oldest first. */
export async function loadConfirmedOrders(
  ctx: Ctx,
  confirmation_ids: readonly string[],
): Promise<ReadonlyMap<string, OrderRow[]>> {
  const orders = confirmation_ids.length === 0 ? [] : await ctx.db.rows(ordersOfConfirmations, [confirmation_ids]);
  return Map.groupBy(orders, ({ confirmation_id }) => confirmation_id ?? '');
}

/** Fields for searching and sorting orders; free text matches number, product and status. */
const SEARCH_FIELDS: SearchFields = {
  order_number: ['like', '=', 'in'],
  status: ['=', 'in'],
  'status.slug': ['=', 'in'],
  payment_status: ['=', 'in'],
  type: ['=', 'in'],
  name: ['like', '='],
};
const SORT_COLUMNS = ['created_at', 'grand_total'];

/** Lists the customer's orders, newest first, with the list pattern. Two statements. */
export async function listOrders(ctx: Ctx, query: ListQuery): Promise<ListPage<OrderRow>> {
  const { id } = requireCustomer(ctx);
  const search = requireSearch(query, SEARCH_FIELDS);
  const sorts = requireSorts(query, SORT_COLUMNS);
  const terms = [...search.terms, ...search.free.map((value) => ({ field: 'any', condition: 'like', value }))];
  const filter = [
    id,
    JSON.stringify(terms),
    search.join === 'and',
    query.keyword?.trim() || null,
    JSON.stringify(sorts),
  ];
  return loadPageByIds(
    query,
    (limit, offset) => ctx.db.row(customerOrders, [...filter, limit, offset]),
    (ids) => ctx.db.rows(ordersById, [ids]),
  );
}

/** Counts the customer's orders, in total and by status. */
export async function countOrders(ctx: Ctx): Promise<{ total: number; counts: ReadonlyMap<OrderStatus, number> }> {
  const rows = await ctx.db.rows(countsByStatus, [requireCustomer(ctx).id]);
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    counts: new Map(rows.map(({ status, count }) => [status, count])),
  };
}

/** Finds one of the customer's orders. Refuses another customer's id as if it did not exist. */
export async function requireOwnOrder(ctx: Ctx, order_id: string): Promise<OrderRow> {
  return (await ctx.db.row(orderOfCustomer, [requireCustomer(ctx).id, order_id])) ?? refuse('order.not_found');
}
