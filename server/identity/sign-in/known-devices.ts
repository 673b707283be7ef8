/**
 * Devices on which a customer signed in. They have a separate allowance (docs/security.md#limits), so that a stranger
 * who uses up the limits of a login or contact does not lock its owner out. A device has one token for all its
 * customers; the database stores only its hash.
 */
import { type Contact, parseContact } from '@shop/core/identity/contact';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { type Db, statement } from '../../db/database.ts';
import { hashToken } from '../../http/api/authenticate.ts';
import { issueToken } from '../../secrets/sign.ts';
import { toColumns } from '../contacts/contacts.sql.ts';

/** Maximum number of devices of a customer; the least recently used is removed. */
const MAX_DEVICES = 20;
const IDLE_MS = 400 * 86_400_000;

const putDevice = statement(
  'identity.putKnownDevice',
  v.object({}),
  `insert into known_devices (device_hash, customer_id, last_used_at) values ($1, $2, $3)
   on conflict (device_hash, customer_id) do update set last_used_at = excluded.last_used_at`,
);

const trimDevices = statement(
  'identity.trimKnownDevices',
  v.object({}),
  `delete from known_devices where customer_id = $1 and device_hash in (
     select device_hash from known_devices where customer_id = $1 order by last_used_at desc, device_hash offset $2)`,
);

const deleteOtherDevices = statement(
  'identity.deleteOtherKnownDevices',
  v.object({}),
  'delete from known_devices where customer_id = $1 and device_hash is distinct from $2',
);

const deleteIdleDevices = statement(
  'identity.deleteIdleKnownDevices',
  v.object({}),
  'delete from known_devices where last_used_at < $1',
);

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

/** Remembers the device of a sign-in. Returns a new device token, or null if the device already has one. */
export async function rememberDevice(ctx: Ctx, customer_id: string): Promise<string | null> {
  const token = ctx.request.deviceHash === null ? issueToken(ctx.shop.secret, 'd_') : null;
  await ctx.db.write(putDevice, [token === null ? ctx.request.deviceHash : hashToken(token), customer_id, ctx.now]);
  await ctx.db.write(trimDevices, [customer_id, MAX_DEVICES]);
  return token;
}

/** Forgets a customer's devices except the one with the hash `keep`. */
export const forgetDevices = (ctx: Ctx, customer_id: string, keep: string | null): Promise<void> =>
  ctx.db.write(deleteOtherDevices, [customer_id, keep]);

/**
 * Returns the id of the customer who proved a contact and is recognized: signed in now, or before on this device; else
 * null. An unproven contact does not count: otherwise each new account could have its own allowance of messages to it.
 */
export async function recognizedOwner(ctx: Ctx, contact: Contact): Promise<string | null> {
  const customer = ctx.actor.kind === 'customer' ? ctx.actor.id : null;
  if (customer === null && ctx.request.deviceHash === null) return null;
  return (await ctx.db.row(provenOwner, [...toColumns(contact), customer, ctx.request.deviceHash]))?.id ?? null;
}

/** Returns whether the owner of a login signed in on a device before. */
export async function isKnownDevice(db: Db, deviceHash: string, login: string): Promise<boolean> {
  const contact = parseContact(login);
  return contact !== null && (await db.row(ownerOfLogin, [...toColumns(contact), deviceHash])) !== null;
}

/** Removes devices that were not used for over a year. Part of the daily job. */
export async function removeIdleDevices(ctx: Ctx): Promise<void> {
  await ctx.db.rows(deleteIdleDevices, [new Date(ctx.now.getTime() - IDLE_MS)]);
}
