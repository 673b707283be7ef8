/**
 * Sessions of staff: begin, look up, lock, unlock, list and end. A session ends after a working day; one of the office
 * also locks once it is idle, until the password unlocks it (docs/security.md#accounts).
 */
import type { StaffMe, StaffSession } from '@shop/contract/staff/staff-account';
import { refusal } from '@shop/core/refusal';
import { needsSecondFactor, type SecondFactorState } from '@shop/core/staff/second-factor';
import { HOUR_MS, MINUTE_MS } from '@shop/core/time';
import { DEFAULT_OFFICE } from '../content/settings.ts';
import type { Ctx, ShopServices, StaffActor } from '../context.ts';
import type { Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { hashToken } from '../http/api/authenticate.ts';
import { removeVersions } from '../identity/sessions/customer-sessions.ts';
import { checkNewPassword, hashPassword, isPassword } from '../identity/sign-in/passwords.ts';
import { countStaffTries } from '../identity/sign-in/sign-in.ts';
import { refuse, refuseFields } from '../refuse.ts';
import { isSameSecret, issueToken } from '../secrets/sign.ts';
import { inTransaction } from '../transaction.ts';
import { recordAudit } from './audit.ts';
import { requireStaff } from './require-staff.ts';
import { lockStaff, type StaffRow, staffByEmail, writePassword } from './staff.sql.ts';
import { staffDevices } from './staff-devices.ts';
import { notifyStaff } from './staff-notices.ts';
import * as sql from './staff-sessions.sql.ts';

/** A working day: staff sign in again the next day. */
const SESSION_MS = 12 * HOUR_MS;
/** A session's last use is updated at most once a minute. */
const TOUCH_EVERY_MS = MINUTE_MS;
/** Maximum number of open sessions of an account; a further sign-in ends the least recently used one. */
const MAX_SESSIONS = 50;
/** Maximum length of a stored device name. */
const MAX_DEVICE_LENGTH = 200;

/** A signed-in member of staff with an account; the operator has none. */
export type AccountActor = StaffActor & { id: string };

/** Returns the caller, who must have an account. Refuses `staff.operator`. */
export function requireAccount(ctx: Ctx): AccountActor {
  const actor = requireStaff(ctx);
  return { ...actor, id: actor.id ?? refuse('staff.operator') };
}

/**
 * Runs a check of a signed-in caller's password or code with the delays of a sign-in. Failures are counted for each
 * session, so that a stolen token does not delay the owner's sessions.
 */
export const countOwnTries = <T>(ctx: Ctx, { email, tokenHash }: AccountActor, check: () => Promise<T>): Promise<T> =>
  countStaffTries(ctx, `${email} session ${tokenHash}`, check);

/** Returns the state of an account's second factor, by its roles and the shop's setting. */
export function computeSecondFactorState(
  { requiresSecondFactor }: Pick<ShopServices, 'requiresSecondFactor'>,
  { roles, hasSecondFactor }: Pick<StaffActor, 'roles' | 'hasSecondFactor'>,
): SecondFactorState {
  if (hasSecondFactor) return 'on';
  return requiresSecondFactor && needsSecondFactor(roles) ? 'required' : 'off';
}

type VerifiedStaff = Pick<StaffRow, 'id' | 'password_hash' | 'has_second_factor'>;

/**
 * Begins a session and returns its token, of which only the hash is stored. Notifies the account's owner of a new
 * browser. Refuses `auth.wrong` if the account changed since it was verified: a sign-in that is under way must not
 * survive a new password, a second factor or the end of the account.
 */
export function beginStaffSession(ctx: Ctx, verified: VerifiedStaff, locks_when_idle: boolean): Promise<string> {
  return inTransaction(ctx, async (ctx) => {
    const staff = await ctx.db.row(lockStaff, [verified.id]);
    const isSame =
      staff?.is_active &&
      staff.password_hash === verified.password_hash &&
      staff.has_second_factor === verified.has_second_factor;
    if (staff === null || !isSame) return refuse('auth.wrong');
    const token = issueToken(ctx.shop.secret, 's_');
    const device = ctx.request.device.slice(0, MAX_DEVICE_LENGTH);
    const expires_at = new Date(ctx.now.getTime() + SESSION_MS);
    await ctx.db.write(sql.trimStaffSessions, [staff.id, MAX_SESSIONS - 1]);
    await ctx.db.write(sql.insertStaffSession, [
      ...[uuidV7(ctx.now), hashToken(token), staff.id, device, locks_when_idle, ctx.now, expires_at],
    ]);
    const browser = await ctx.db.row(sql.recordBrowser, [staff.id, hashToken(removeVersions(device))]);
    if (browser?.unseen === true) await notifyStaff(ctx, staff.email, 'new_device');
    return token;
  });
}

/**
 * Makes the look-up of staff tokens: the operator's, or one of a session. A session that was idle for too long is
 * locked, so that it stays locked if the clock is set back.
 */
export function createStaffLookUp(
  db: Db,
  { operatorToken, requiresSecondFactor }: { operatorToken: string; requiresSecondFactor: boolean },
  clock: () => Date,
) {
  const operator = { kind: 'staff', id: null, email: 'operator', roles: ['owner'], outlet: null } as const;
  return async (token: string): Promise<StaffActor | null> => {
    const tokenHash = hashToken(token);
    if (isSameSecret(token, operatorToken)) {
      return { ...operator, hasSecondFactor: false, restriction: null, session: null, tokenHash };
    }
    const now = clock();
    const row = await db.row(sql.staffByToken, [tokenHash, now]);
    if (row === null) return null;
    const { id, email, roles, has_second_factor: hasSecondFactor, locks_when_idle } = row;
    const idle_minutes = locks_when_idle ? (row.idle_minutes ?? DEFAULT_OFFICE.idle_minutes) : null;
    const unused = now.getTime() - row.last_used_at.getTime();
    const isIdle = idle_minutes !== null && unused >= idle_minutes * MINUTE_MS;
    if (row.locked_at === null && isIdle) await db.write(sql.lockStaffSession, [tokenHash, now]);
    else if (row.locked_at === null && unused >= TOUCH_EVERY_MS)
      await db.write(sql.touchStaffSession, [tokenHash, now]);
    const isLocked = row.locked_at !== null || isIdle;
    const isUnenrolled = computeSecondFactorState({ requiresSecondFactor }, { roles, hasSecondFactor }) === 'required';
    return {
      ...{ kind: 'staff', id, email, roles, hasSecondFactor, tokenHash },
      // An owner who also manages an outlet sees them all.
      outlet: roles.includes('owner') ? null : row.outlet_code,
      restriction: isLocked ? 'locked' : isUnenrolled ? 'unenrolled' : null,
      session: { expires_at: row.expires_at, idle_minutes },
    };
  };
}

/** Describes the signed-in member of staff. */
export function readMe(ctx: Ctx): StaffMe {
  const actor = requireStaff(ctx);
  const { id, email, roles, outlet, session } = actor;
  const second_factor = id === null ? 'off' : computeSecondFactorState(ctx.shop, actor);
  const { expires_at = null, idle_minutes = null } = session ?? {};
  return { id, email, roles: [...roles], outlet, second_factor, expires_at, idle_minutes };
}

/** Lists the open sessions of the caller's account; the operator has none. */
export async function listStaffSessions(ctx: Ctx): Promise<StaffSession[]> {
  const { id, tokenHash } = requireStaff(ctx);
  const rows = id === null ? [] : await ctx.db.rows(sql.staffSessions, [id, ctx.now]);
  return rows.map(({ token_hash, ...row }) => ({ ...row, is_current: token_hash === tokenHash }));
}

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ends a session of the caller's account, or with `others` all but this one. Refuses `request.not_found`. */
export async function endOwnSession(ctx: Ctx, session_id: string): Promise<void> {
  const { id, email, tokenHash } = requireStaff(ctx);
  const isOthers = session_id === 'others';
  if (id === null || !(isOthers || UUID_PATTERN.test(session_id))) return refuse('request.not_found');
  await inTransaction(ctx, async (ctx) => {
    if (isOthers) await ctx.db.write(sql.endStaffSessions, [id, tokenHash]);
    else if ((await ctx.db.row(sql.endStaffSessionById, [id, session_id])) === null) refuse('request.not_found');
    const after = { session: session_id };
    await recordAudit(ctx, { action: 'staff.endSession', subject: `staff ${email}`, before: null, after });
  });
}

/** Ends the token of the call; the operator's token stays valid. */
export const signOutStaff = (ctx: Ctx): Promise<void> =>
  ctx.db.write(sql.endStaffSession, [requireStaff(ctx).tokenHash]);

/** Locks the session of the call. Refuses `staff.operator`. */
export const lockOwnSession = (ctx: Ctx): Promise<void> =>
  ctx.db.write(sql.lockStaffSession, [requireAccount(ctx).tokenHash, ctx.now]);

/** Checks the caller's password. Refuses `password.wrong` at the field. */
async function requireOwnPassword(ctx: Ctx, actor: AccountActor, field: string, password: string): Promise<StaffRow> {
  const staff = (await ctx.db.row(staffByEmail, [actor.email])) ?? refuse('auth.required');
  const isRight = await countOwnTries(ctx, actor, async () => {
    return (
      (await isPassword(ctx.shop, password, staff.password_hash)) ||
      refuseFields({ [field]: [refusal('password.wrong')] })
    );
  });
  return isRight ? staff : refuse('auth.required');
}

/** Unlocks the session of the call. Refuses `password.wrong`, and `request.rate_limited` after failures. */
export async function unlockOwnSession(ctx: Ctx, password: string): Promise<StaffMe> {
  const actor = requireAccount(ctx);
  await requireOwnPassword(ctx, actor, 'password', password);
  await ctx.db.write(sql.unlockStaffSession, [actor.tokenHash, ctx.now]);
  return readMe(ctx);
}

/**
 * Changes the caller's password, ends their other sessions and forgets their other devices. Refuses at the field a
 * wrong old or a weak new password.
 */
export async function changeOwnPassword(
  ctx: Ctx,
  { old_password, password }: { old_password: string; password: string },
): Promise<void> {
  const actor = requireAccount(ctx);
  const { id, email, tokenHash } = actor;
  const verified = await requireOwnPassword(ctx, actor, 'old_password', old_password);
  const weak = await checkNewPassword(ctx.shop, password);
  if (weak !== null) refuseFields({ password: [weak] });
  const password_hash = await hashPassword(password);
  await inTransaction(ctx, async (ctx) => {
    const staff = await ctx.db.row(lockStaff, [id]);
    if (staff?.password_hash !== verified.password_hash) refuse('auth.required');
    await ctx.db.write(writePassword, [id, password_hash]);
    await ctx.db.write(sql.endStaffSessions, [id, tokenHash]);
    await staffDevices.forgetOthers(ctx, id, ctx.request.deviceHash);
    await recordAudit(ctx, { action: 'staff.changePassword', subject: `staff ${email}`, before: null, after: null });
    await notifyStaff(ctx, email, 'password_changed');
  });
}

/** Removes ended sessions and idle devices. Part of the daily clean-up. */
export async function removeOldStaffSessions(ctx: Ctx): Promise<void> {
  await ctx.db.write(sql.removeExpiredSessions, [ctx.now]);
  await staffDevices.removeIdle(ctx);
}
