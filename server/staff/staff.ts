/** Staff accounts, their sign-in and their tokens (docs/api.md#staff-api). */
import { isEmail, normalizeEmail } from '@shop/core/identity/email';
import { refusal } from '@shop/core/refusal';
import type { StaffRole } from '@shop/core/staff/roles';
import { HOUR_MS } from '@shop/core/time';
import type { Ctx, StaffActor } from '../context.ts';
import type { Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { hashToken } from '../http/api/authenticate.ts';
import { checkNewPassword, hashPassword, isPassword } from '../identity/sign-in/passwords.ts';
import { countStaffFailures } from '../identity/sign-in/sign-in.ts';
import { refuse, refuseFields } from '../refuse.ts';
import { randomCode } from '../secrets/random-code.ts';
import { isSameSecret, issueToken } from '../secrets/sign.ts';
import { inTransaction } from '../transaction.ts';
import { recordAudit } from './audit.ts';
import { requireStaff } from './require-staff.ts';
import * as sql from './staff.sql.ts';
import { isKnownStaffDevice, staffDevices } from './staff-devices.ts';

/** A working day: staff sign in again the next day. */
const SESSION_MS = 12 * HOUR_MS;

/**
 * Signs staff in and returns a token, which no other response has, and a device token where the device has none.
 * Refuses `auth.wrong` for a disabled account too.
 */
export async function signInStaff(
  ctx: Ctx,
  typedEmail: string,
  password: string,
): Promise<{ token: string; staff: sql.StaffRow; device_token: string | null }> {
  const email = normalizeEmail(typedEmail);
  const { deviceHash } = ctx.request;
  const isKnown = deviceHash !== null && (await isKnownStaffDevice(ctx.db, deviceHash, email));
  const staff = await countStaffFailures(ctx, email, isKnown, async () => {
    const staffRow = await ctx.db.row(sql.staffByEmail, [email]);
    const isRight = await isPassword(ctx.shop, password, staffRow?.password_hash ?? null);
    return staffRow?.is_active && isRight ? staffRow : refuse('auth.wrong');
  });
  const token = issueToken(ctx.shop.secret, 's_');
  const expires_at = new Date(ctx.now.getTime() + SESSION_MS);
  await ctx.db.rows(sql.insertStaffSession, [hashToken(token), staff.id, ctx.now, expires_at]);
  return { token, staff, device_token: await staffDevices.remember(ctx, staff.id) };
}

/** Ends the token of the call; the operator's token stays valid. */
export async function signOutStaff(ctx: Ctx): Promise<void> {
  const { tokenHash } = requireStaff(ctx);
  await ctx.db.rows(sql.endStaffSession, [tokenHash]);
}

/** Makes the look-up of staff tokens: the operator's, or one of a session. */
export function staffLookUp(db: Db, operatorToken: string, clock: () => Date) {
  return async (token: string): Promise<StaffActor | null> => {
    const tokenHash = hashToken(token);
    if (isSameSecret(token, operatorToken)) {
      return { kind: 'staff', id: null, email: 'operator', roles: ['owner'], tokenHash };
    }
    const sessionRow = await db.row(sql.staffByToken, [tokenHash, clock()]);
    return (
      sessionRow && { kind: 'staff', id: sessionRow.id, email: sessionRow.email, roles: sessionRow.roles, tokenHash }
    );
  };
}

export const listStaff = (ctx: Ctx): Promise<sql.StaffRow[]> => ctx.db.rows(sql.allStaff, []);

/** Adds an account. Generates and returns a password if none is given. Refuses `staff.exists` for a known email. */
export async function addStaff(
  ctx: Ctx,
  account: { email: string; roles: readonly StaffRole[]; password?: string | undefined },
): Promise<{ staff: sql.StaffRow; password: string | null }> {
  const email = normalizeEmail(account.email);
  if (!isEmail(email)) refuseFields({ email: [refusal('email.invalid')] });
  const drawn = account.password === undefined ? `${randomCode()}-${randomCode()}` : null;
  const password = account.password ?? drawn ?? '';
  const refused = await checkNewPassword(ctx.shop, password);
  if (refused !== null) refuseFields({ password: [refused] });
  const password_hash = await hashPassword(password);
  const roles = [...new Set(account.roles)];
  const staff = await inTransaction(ctx, async (ctx) => {
    const added = await ctx.db.row(sql.insertStaff, [uuidV7(ctx.now), email, password_hash, roles, ctx.now]);
    if (added === null) return refuse('staff.exists');
    await recordAudit(ctx, { action: 'staff.addAccount', subject: `staff ${email}`, before: null, after: { roles } });
    return added;
  });
  return { staff, password: drawn };
}

/** Disables an account and ends its tokens. Refuses `staff.last_owner` for the only active owner. */
export function disableStaff(ctx: Ctx, id: string): Promise<sql.StaffRow> {
  return inTransaction(ctx, async (ctx) => {
    const active = await ctx.db.rows(sql.lockActiveStaff, []);
    const staff = active.find((each) => each.id === id) ?? refuse('request.not_found');
    const owners = active.filter(({ roles }) => roles.includes('owner'));
    if (owners.length === 1 && owners[0] === staff) refuse('staff.last_owner');
    await ctx.db.write(sql.disableStaff, [id]);
    await ctx.db.write(sql.endStaffSessions, [id]);
    const subject = `staff ${staff.email}`;
    await recordAudit(ctx, {
      action: 'staff.disableAccount',
      subject,
      before: { is_active: true },
      after: { is_active: false },
    });
    return { ...staff, is_active: false };
  });
}

/** Removes ended sessions and idle devices. Part of the daily clean-up. */
export async function removeOldStaffSessions(ctx: Ctx): Promise<void> {
  await ctx.db.write(sql.removeExpiredSessions, [ctx.now]);
  await staffDevices.removeIdle(ctx);
}
