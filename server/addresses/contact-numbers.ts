/**
 * The customer's contact numbers (docs/spec.md §3 "Contact number: title, number, default"), with exactly one default
 * if there are any.
 */
import type { EndpointInput } from '@shop/contract/api/endpoint';
import type { Endpoints } from '@shop/contract/api/endpoints';
import { isContactNumber, normalizePhone } from '@shop/core/identity/phone';
import { type Refusal, refusal } from '@shop/core/refusal';
import type { Ctx } from '../context.ts';
import { lockRows } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { lockCustomer } from '../identity/identity.sql.ts';
import { requireCustomer } from '../identity/identity.ts';
import { refuse, refuseFields } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import * as sql from './addresses.sql.ts';

const MAX_CONTACTS = 20;

type ContactNumberBody = EndpointInput<Endpoints['addresses.changeContact']>['body'];

/** Lists the customer's contact numbers: the default first, then the newest. */
export function loadContacts(ctx: Ctx): Promise<sql.ContactRow[]> {
  return ctx.db.rows(sql.customerContacts, [requireCustomer(ctx).id]);
}

const requireIn = (contacts: readonly sql.ContactRow[], id: string): sql.ContactRow =>
  contacts.find((each) => each.id === id) ?? refuse('request.not_found');

/** Finds one of the customer's contact numbers. Refuses another customer's id as if it did not exist. */
export async function requireContactNumber(ctx: Ctx, id: string): Promise<sql.ContactRow> {
  return requireIn(await loadContacts(ctx), id);
}

/** Reads the contact numbers and locks the customer, so that changes run one after another. */
async function openContacts(ctx: Ctx): Promise<{ id: string; contacts: sql.ContactRow[] }> {
  const { id } = requireCustomer(ctx);
  const [[customer], contacts] = await Promise.all([
    lockRows(ctx.db, lockCustomer, [id]),
    ctx.db.rows(sql.customerContacts, [id]),
  ]);
  return customer === undefined ? refuse('auth.token_invalid') : { id, contacts };
}

/** Validates title and number and normalizes the number (docs/spec.md §5). Refuses with errors per field. */
function requireComplete(body: Pick<sql.ContactRow, 'title' | 'number'>) {
  const refusals: Record<string, Refusal[]> = {};
  const number = normalizePhone(body.number);
  if (body.title === '') refusals.title = [refusal('field.required')];
  if (number === null) refusals.number = [refusal('phone.required')];
  else if (!isContactNumber(number)) refusals.number = [refusal('phone.invalid')];
  if (number === null || Object.keys(refusals).length > 0) return refuseFields(refusals);
  return { title: body.title, number };
}

/** Writes a contact number; a new default replaces the old one. */
async function writeContactRow(ctx: Ctx, customer_id: string, contact: sql.ContactRow): Promise<sql.ContactRow> {
  const { id, title, number, is_default } = contact;
  if (is_default) await ctx.db.write(sql.clearDefaultContact, [customer_id]);
  await ctx.db.write(sql.writeContact, [id, customer_id, title, number, is_default, ctx.now]);
  return contact;
}

/** Adds a contact number; the first one becomes the default. */
export function addContact(
  ctx: Ctx,
  body: EndpointInput<Endpoints['addresses.addContact']>['body'],
): Promise<sql.ContactRow> {
  return inTransaction(ctx, async (ctx) => {
    const { id: customer_id, contacts } = await openContacts(ctx);
    const fields = requireComplete(body);
    if (contacts.length >= MAX_CONTACTS) refuse('contact.too_many', { max: MAX_CONTACTS });
    const is_default = body.is_default === true || contacts.length === 0;
    return writeContactRow(ctx, customer_id, { id: uuidV7(ctx.now), ...fields, is_default });
  });
}

/** Changes a contact number; fields left out do not change. The default stays until another number replaces it. */
export function changeContact(ctx: Ctx, id: string, body: ContactNumberBody): Promise<sql.ContactRow> {
  return inTransaction(ctx, async (ctx) => {
    const { id: customer_id, contacts } = await openContacts(ctx);
    const before = requireIn(contacts, id);
    const fields = requireComplete({ title: body.title ?? before.title, number: body.number ?? before.number });
    return writeContactRow(ctx, customer_id, {
      id,
      ...fields,
      is_default: before.is_default || body.is_default === true,
    });
  });
}

/** Removes a contact number; if it was the default, the newest other one becomes it. */
export function removeContact(ctx: Ctx, id: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const { id: customer_id, contacts } = await openContacts(ctx);
    const before = requireIn(contacts, id);
    await ctx.db.write(sql.removeContact, [customer_id, id]);
    const next = contacts.find((each) => each.id !== id);
    if (before.is_default && next !== undefined) await ctx.db.write(sql.setDefaultContact, [customer_id, next.id]);
  });
}
