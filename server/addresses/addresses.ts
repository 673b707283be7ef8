/** The customer's address book. A book with addresses has exactly one default. */
import type { AddressIn } from '@shop/contract/addresses';
import type { EndpointInput } from '@shop/contract/api/endpoint';
import type { Endpoints } from '@shop/contract/api/endpoints';
import { isContactNumber, normalizePhone } from '@shop/core/identity/phone';
import { word } from '@shop/core/messages/words';
import { type Ctx, publish } from '../context.ts';
import { lockRows } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { lockCustomer } from '../identity/identity.sql.ts';
import { requireCustomer } from '../identity/identity.ts';
import { refuse, refuseFields } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import * as sql from './addresses.sql.ts';
import { loadStateNames, normalizeAddress } from './complete-address.ts';

const MAX_ADDRESSES = 50;

type AddressBody = EndpointInput<Endpoints['addresses.add']>['body'];

/** Lists the customer's addresses: the default first, then the newest. */
export function loadAddresses(ctx: Ctx): Promise<sql.SavedAddressRow[]> {
  return ctx.db.rows(sql.customerAddresses, [requireCustomer(ctx).id]);
}

/** Finds one of the customer's addresses. Refuses another customer's id as if it did not exist. */
export async function requireAddress(ctx: Ctx, id: string): Promise<sql.SavedAddressRow> {
  const [address] = await findAddresses(ctx, [id]);
  return address ?? refuse('request.not_found');
}

/** Finds the current customer's addresses by ids; a guest has none. At most one statement. */
export async function findAddresses(ctx: Ctx, ids: readonly string[]): Promise<sql.SavedAddressRow[]> {
  if (ctx.actor.kind !== 'customer' || ids.length === 0) return [];
  return ctx.db.rows(sql.addressesById, [ctx.actor.id, ids]);
}

/** Picks the fields of a saved address that a checkout copies. */
export function pickAddressFields({ id: _, is_default: __, state_zh: ___, ...fields }: sql.SavedAddressRow): AddressIn {
  return fields;
}

/** Reads the address book and locks the customer, so that changes run one after another. */
async function openBook(ctx: Ctx): Promise<{ id: string; book: sql.SavedAddressRow[] }> {
  const { id } = requireCustomer(ctx);
  const [[customer], book] = await Promise.all([
    lockRows(ctx.db, lockCustomer, [id]),
    ctx.db.rows(sql.customerAddresses, [id]),
  ]);
  return customer === undefined ? refuse('auth.token_invalid') : { id, book };
}

/** Refuses an incomplete address with errors per field; the first message is the response's (docs/spec.md §5). */
async function requireComplete(ctx: Ctx, body: AddressBody) {
  const { address, refusals } = normalizeAddress(body, await loadStateNames(ctx, [body.state_id]));
  if (refusals.length > 0) refuseFields(Object.fromEntries(refusals.map((each) => [each.field ?? '', [each]])));
  const { state_id, recipient, email, contact_number, street_address, city, zip } = address;
  const { title, country, company, fax } = body;
  return {
    ...{ recipient, email, contact_number, street_address, city, zip, state_id },
    ...{ title: title || null, country: country || null, company: company || null, fax: fax || null },
  };
}

/** Writes an address; a new default replaces the old one. */
async function writeAddressRow(ctx: Ctx, customer_id: string, address: { id: string; is_default: boolean }) {
  if (address.is_default) await ctx.db.write(sql.clearDefaultAddress, [customer_id]);
  await ctx.db.write(sql.writeAddress, [JSON.stringify(address), customer_id, ctx.now]);
  return requireAddress(ctx, address.id);
}

/** Adds an address; the first one becomes the default. */
export function addAddress(ctx: Ctx, body: AddressBody): Promise<sql.SavedAddressRow> {
  return inTransaction(ctx, async (ctx) => {
    const { id: customer_id, book } = await openBook(ctx);
    const columns = await requireComplete(ctx, body);
    if (book.length >= MAX_ADDRESSES) refuse('address.too_many', { max: MAX_ADDRESSES });
    const is_default = body.is_default === true || book.length === 0;
    return writeAddressRow(ctx, customer_id, { id: uuidV7(ctx.now), ...columns, is_default });
  });
}

/**
 * Begins a new customer's address book and contact numbers with those of an order (docs/readings.md#47), in the
 * caller's transaction.
 */
export async function beginBook(ctx: Ctx, customer_id: string, address: AddressIn): Promise<void> {
  const saved = { ...address, id: uuidV7(ctx.now), title: word(ctx.lang, 'address.home'), is_default: true };
  await ctx.db.write(sql.writeAddress, [JSON.stringify(saved), customer_id, ctx.now]);
  const number = normalizePhone(address.contact_number ?? '');
  if (number === null || !isContactNumber(number)) return;
  await ctx.db.write(sql.writeContact, [uuidV7(ctx.now), customer_id, saved.title, number, true, ctx.now]);
}

/** Changes an address; fields left out do not change. The default stays until another address replaces it. */
export function changeAddress(ctx: Ctx, id: string, body: AddressBody): Promise<sql.SavedAddressRow> {
  return inTransaction(ctx, async (ctx) => {
    const { id: customer_id, book } = await openBook(ctx);
    const before = book.find((each) => each.id === id) ?? refuse('request.not_found');
    const columns = await requireComplete(ctx, { ...before, ...body });
    const is_default = before.is_default || body.is_default === true;
    return writeAddressRow(ctx, customer_id, { id, ...columns, is_default });
  });
}

/** Removes an address, also from the checkout; if it was the default, the newest other one becomes it. */
export function removeAddress(ctx: Ctx, id: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const { id: customer_id, book } = await openBook(ctx);
    const before = book.find((each) => each.id === id) ?? refuse('request.not_found');
    await ctx.db.write(sql.removeAddress, [customer_id, id]);
    const next = book.find((each) => each.id !== id);
    if (before.is_default && next !== undefined) await ctx.db.write(sql.setDefaultAddress, [customer_id, next.id]);
    await publish(ctx, { type: 'address.removed', address_id: id });
  });
}
