/**
 * Devices on which staff signed in. As with customers, a stranger's failures do not lock the owner out on these devices
 * (docs/security.md#limits).
 */
import { normalizeEmail } from '@shop/core/identity/email';
import { DAY_MS } from '@shop/core/time';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { type Db, statement } from '../db/database.ts';
import { hashToken } from '../http/api/authenticate.ts';
import { issueToken } from '../secrets/sign.ts';

/** Maximum number of devices of an account; the least recently used is removed. */
const MAX_DEVICES = 20;
const IDLE_MS = 400 * DAY_MS;

const putDevice = statement(
  'staff.putDevice',
  v.object({}),
  `insert into staff_devices (device_hash, staff_id, last_used_at) values ($1, $2, $3)
   on conflict (device_hash, staff_id) do update set last_used_at = excluded.last_used_at`,
);

const trimDevices = statement(
  'staff.trimDevices',
  v.object({}),
  `delete from staff_devices where staff_id = $1 and device_hash in (
     select device_hash from staff_devices where staff_id = $1 order by last_used_at desc, device_hash offset $2)`,
);

const deviceOfStaff = statement(
  'staff.deviceOfEmail',
  v.object({ id: v.string() }),
  `select s.id from staff s join staff_devices d on d.staff_id = s.id
   where s.email = $1 and s.is_active and d.device_hash = $2`,
);

const deleteOtherDevices = statement(
  'staff.deleteOtherDevices',
  v.object({}),
  'delete from staff_devices where staff_id = $1 and device_hash is distinct from $2',
);

const deleteIdleDevices = statement(
  'staff.deleteIdleDevices',
  v.object({}),
  'delete from staff_devices where last_used_at < $1',
);

/** Remembers the device of a sign-in. Returns a new device token, or null if the device already has one. */
export async function rememberStaffDevice(ctx: Ctx, staff_id: string): Promise<string | null> {
  const token = ctx.request.deviceHash === null ? issueToken(ctx.shop.secret, 'd_') : null;
  await ctx.db.write(putDevice, [token === null ? ctx.request.deviceHash : hashToken(token), staff_id, ctx.now]);
  await ctx.db.write(trimDevices, [staff_id, MAX_DEVICES]);
  return token;
}

/** Returns whether the staff account of an email signed in on a device before. */
export const isKnownStaffDevice = async (db: Db, deviceHash: string, email: string): Promise<boolean> =>
  (await db.row(deviceOfStaff, [normalizeEmail(email), deviceHash])) !== null;

/** Forgets an account's devices except that of the call. */
export const forgetOtherStaffDevices = (ctx: Ctx, staff_id: string): Promise<void> =>
  ctx.db.write(deleteOtherDevices, [staff_id, ctx.request.deviceHash]);

/** Removes devices that were not used for over a year. Part of the daily job. */
export const removeIdleStaffDevices = (ctx: Ctx): Promise<void> =>
  ctx.db.write(deleteIdleDevices, [new Date(ctx.now.getTime() - IDLE_MS)]);
