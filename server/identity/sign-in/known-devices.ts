/**
 * Devices on which a customer signed in. They have a separate allowance (docs/security.md#limits), so that a stranger
 * who uses up the limits of a login or contact does not lock its owner out. A device has one token for all its
 * customers.
 */
import { type Contact, parseContact } from '@shop/core/identity/contact';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { type Db, statement } from '../../db/database.ts';
import { toColumns } from '../contacts/contacts.sql.ts';
import { createDeviceList } from './device-list.ts';

export const knownDevices = createDeviceList('identity', 'known_devices', 'customer_id');

/** Finds the customer of an email (`$1`) or phone (`$2`) who signed in on device `$3` before. */
const ownerOfLogin = statement(
  'identity.ownerOfLoginOnDevice',
  v.object({ id: v.string() }),
  `select c.id from customers c join known_devices d on d.customer_id = c.id
   where c.status = 'active' and (c.email = $1 or c.phone = $2) and d.device_hash = $3 limit 1`,
);

/**
 * Finds the customer who proved the email (`$1`) or phone (`$2`), and is customer `$3` or signed in on device `$4`
 * before.
 */
const provenOwner = statement(
  'identity.recognizedOwner',
  v.object({ id: v.string() }),
  `select c.id from customers c
   where c.status = 'active'
     and (c.email = $1 and c.email_verified_at is not null or c.phone = $2 and c.phone_verified_at is not null)
     and (c.id = $3::uuid or exists (select from known_devices d where d.customer_id = c.id and d.device_hash = $4))
   limit 1`,
);

/**
 * Returns the id of the customer who proved a contact and is recognized: signed in now, or before on this device; else
 * null. An unproven contact does not count: otherwise each new account could have its own allowance of messages to it.
 */
export async function findRecognizedOwner(ctx: Ctx, contact: Contact): Promise<string | null> {
  const customer = ctx.actor.kind === 'customer' ? ctx.actor.id : null;
  if (customer === null && ctx.request.deviceHash === null) return null;
  return (await ctx.db.row(provenOwner, [...toColumns(contact), customer, ctx.request.deviceHash]))?.id ?? null;
}

/** Returns whether the owner of a login signed in on a device before. */
export async function isKnownDevice(db: Db, deviceHash: string, login: string): Promise<boolean> {
  const contact = parseContact(login);
  return contact !== null && (await db.row(ownerOfLogin, [...toColumns(contact), deviceHash])) !== null;
}
