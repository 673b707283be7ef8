/** The customer's contact numbers (docs/spec.md §3 "Contact number: title, number, default"); whoever has one has one default. */
import type { EndpointInput } from '@shop/contract/endpoint';
import type { Endpoints } from '@shop/contract/endpoints';
import { isContactNumber, normalizePhone } from '@shop/core/identity/phone';
import { type Refusal, refusal } from '@shop/core/refusal';
import type { Ctx } from '../context.ts';
import { lockRows } from '../db/lock.ts';
import { uuidV7 } from '../db/uuid.ts';
import { lockCustomer } from '../identity/identity.sql.ts';
import { requireCustomer } from '../identity/identity.ts';
import { refuse, refuseFields } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import * as sql from './addresses.sql.ts';

/** Contact numbers of one customer. */
const MOST_CONTACTS = 20;

type Sent = EndpointInput<Endpoints['addresses.changeContact']>['body'];

/** The customer's contact numbers, the default first, then the newest. */
export function loadContacts(ctx: Ctx): Promise<sql.ContactRow[]> {
  return ctx.db.rows(sql.contactsOf, [requireCustomer(ctx).id]);
}

const findIn = (contacts: readonly sql.ContactRow[], id: string): sql.ContactRow =>
  contacts.find((each) => each.id === id) ?? refuse('request.not_found');

/** One of the customer's contact numbers. Refuses another's id as if it did not exist. */
export async function findContact(ctx: Ctx, id: string): Promise<sql.ContactRow> {
  return findIn(await loadContacts(ctx), id);
}

/** The contact numbers of a customer who is locked, so that changes of one customer follow each other. */
async function openContacts(ctx: Ctx): Promise<{ id: string; contacts: sql.ContactRow[] }> {
  const { id } = requireCustomer(ctx);
  const [[customer], contacts] = await Promise.all([
    lockRows(ctx.db, lockCustomer, [id]),
    ctx.db.rows(sql.contactsOf, [id]),
  ]);
  return customer === undefined ? refuse('auth.token_invalid') : { id, contacts };
}

/** Title and number as they are kept: the number normalised (docs/spec.md §5). Refuses by field. */
function requireWhole(sent: Pick<sql.ContactRow, 'title' | 'number'>) {
  const wrong: Record<string, Refusal[]> = {};
  const number = normalizePhone(sent.number);
  if (sent.title === '') wrong.title = [refusal('field.required')];
  if (number === null) wrong.number = [refusal('phone.required')];
  else if (!isContactNumber(number)) wrong.number = [refusal('phone.invalid')];
  if (number === null || Object.keys(wrong).length > 0) return refuseFields(wrong);
  return { title: sent.title, number };
}

/** Writes a contact number; where it is to be the default no other is from then on. */
async function write(ctx: Ctx, customer_id: string, contact: sql.ContactRow): Promise<sql.ContactRow> {
  const { id, title, number, is_default } = contact;
  if (is_default) await ctx.db.write(sql.clearDefaultContact, [customer_id]);
  await ctx.db.write(sql.writeContact, [id, customer_id, title, number, is_default, ctx.now]);
  return contact;
}

/** Adds a contact number; the first is the default. */
export function addContact(
  ctx: Ctx,
  sent: EndpointInput<Endpoints['addresses.addContact']>['body'],
): Promise<sql.ContactRow> {
  return inTransaction(ctx, async (ctx) => {
    const { id: customer_id, contacts } = await openContacts(ctx);
    const whole = requireWhole(sent);
    if (contacts.length >= MOST_CONTACTS) refuse('contact.too_many', { max: MOST_CONTACTS });
    const is_default = sent.is_default === true || contacts.length === 0;
    return write(ctx, customer_id, { id: uuidV7(ctx.now), ...whole, is_default });
  });
}

/** Changes a contact number; what is not named stays. The default stays it until another one is made so. */
export function changeContact(ctx: Ctx, id: string, sent: Sent): Promise<sql.ContactRow> {
  return inTransaction(ctx, async (ctx) => {
    const { id: customer_id, contacts } = await openContacts(ctx);
    const before = findIn(contacts, id);
    const whole = requireWhole({ title: sent.title ?? before.title, number: sent.number ?? before.number });
    return write(ctx, customer_id, { id, ...whole, is_default: before.is_default || sent.is_default === true });
  });
}

/** Removes a contact number; where it was the default the newest other one is. */
export function removeContact(ctx: Ctx, id: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const { id: customer_id, contacts } = await openContacts(ctx);
    const before = findIn(contacts, id);
    await ctx.db.write(sql.removeContact, [customer_id, id]);
    const next = contacts.find((each) => each.id !== id);
    if (before.is_default && next !== undefined) await ctx.db.write(sql.setDefaultContact, [customer_id, next.id]);
  });
}
