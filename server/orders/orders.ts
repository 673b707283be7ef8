/** Orders as shoppers look them up: by number, with the contact or the link that belongs to it (api.md "Conventions"). */
import { normalizeEmail } from '@shop/core/identity/email';
import { canonicalPhone } from '@shop/core/identity/phone';
import type { Ctx } from '../http/context.ts';
import { refuse } from '../http/refuse.ts';
import { isSameSecret } from '../http/signature.ts';
import { readOrderNumber } from './order-number.ts';
import { type OrderRow, orderById, orderByNumber } from './orders.sql.ts';
import { viewToken } from './view-token.ts';

/** What somebody shows to see an order. */
export type Proof = { contact?: string; token?: string };

/** Email or phone as the order has it; whatever else was typed matches nothing. */
const canonicalContact = (typed: string): string =>
  typed.includes('@') ? normalizeEmail(typed) : (canonicalPhone(typed) ?? '');

function proves(ctx: Ctx, order: OrderRow, { contact, token }: Proof): boolean {
  if (token !== undefined && isSameSecret(token, viewToken(ctx.secret, order.id))) return true;
  const shown = canonicalContact(contact ?? '');
  if (shown === '') return false;
  const known = [order.contact_email, order.contact_phone, order.shipping_address.email ?? ''];
  return known.filter((each) => isSameSecret(shown, each)).length > 0;
}

/** The order of a number. Refuses `order.not_found` alike where there is none and where the proof is not its own. */
export async function findOrder(ctx: Ctx, typedNumber: string, proof: Proof): Promise<OrderRow> {
  const order = await ctx.db.row(orderByNumber, [readOrderNumber(typedNumber)]);
  return order !== null && proves(ctx, order, proof) ? order : refuse('order.not_found');
}

/** The order of an id that a job carries; null where it does not exist. */
export function loadOrder(ctx: Ctx, order_id: string): Promise<OrderRow | null> {
  return ctx.db.row(orderById, [order_id]);
}
