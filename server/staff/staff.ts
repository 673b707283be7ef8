/** Staff accounts and their sign-in (docs/api.md#staff-api). */
import type { StaffAccount } from '@shop/contract/staff/staff';
import { isEmail, normalizeEmail } from '@shop/core/identity/email';
import { refusal } from '@shop/core/refusal';
import type { StaffRole } from '@shop/core/staff/roles';
import type { Ctx } from '../context.ts';
import { uuidV7 } from '../db/uuid.ts';
import { checkNewPassword, hashPassword, isPassword } from '../identity/sign-in/passwords.ts';
import { countStaffFailures } from '../identity/sign-in/sign-in.ts';
import { Refused, refuse, refuseFields } from '../refuse.ts';
import { drawCode } from '../secrets/random-code.ts';
import { inTransaction } from '../transaction.ts';
import { recordAudit } from './audit.ts';
import { requireStaff } from './require-staff.ts';
import { deleteSecondFactor, takeCode } from './second-factor.ts';
import * as sql from './staff.sql.ts';
import { isKnownStaffDevice, staffDevices } from './staff-devices.ts';
import { endStaffSessions } from './staff-sessions.sql.ts';
import { beginStaffSession } from './staff-sessions.ts';

/** Formats an account for owners. */
export const accountView = ({ outlet_code: outlet, password_hash: _, ...account }: sql.StaffRow): StaffAccount => ({
  ...account,
  outlet,
});

type StaffSignIn = {
  email: string;
  password: string;
  code?: string | null | undefined;
  locks_when_idle: boolean;
};

/**
 * Signs staff in and returns a token, which no other response has, and a device token where the device has none.
 * Refuses `auth.wrong`, for a disabled account too, and `auth.second_factor` for a missing or wrong code. A missing code
 * counts as a failure like a wrong one, or the calls without one would reset the count of those with a wrong one.
 */
export async function signInStaff(
  ctx: Ctx,
  { email: typedEmail, password, code = null, locks_when_idle }: StaffSignIn,
): Promise<{ token: string; staff: sql.StaffRow; device_token: string | null }> {
  const email = normalizeEmail(typedEmail);
  const { deviceHash } = ctx.request;
  const isKnown = deviceHash !== null && (await isKnownStaffDevice(ctx.db, deviceHash, email));
  const staff = await countStaffFailures(ctx, email, isKnown, async () => {
    const staffRow = await ctx.db.row(sql.staffByEmail, [email]);
    const isRight = await isPassword(ctx.shop, password, staffRow?.password_hash ?? null);
    if (!staffRow?.is_active || !isRight) return refuse('auth.wrong');
    if (staffRow.has_second_factor && !(code !== null && (await takeCode(ctx, staffRow, code)))) {
      refuse('auth.second_factor');
    }
    return staffRow;
  });
  const token = await beginStaffSession(ctx, staff, locks_when_idle);
  return { token, staff, device_token: await staffDevices.remember(ctx, staff.id) };
}

export const listStaff = (ctx: Ctx): Promise<sql.StaffRow[]> => ctx.db.rows(sql.allStaff, []);

/** Returns the outlet of an account with these roles. Refuses `staff.outlet` unless exactly an outlet manager has one. */
async function requireOutlet(ctx: Ctx, { roles, outlet = null }: RoleChange): Promise<string | null> {
  const isManager = roles.includes('outlet_manager');
  const isRight = isManager
    ? outlet !== null && (await ctx.db.row(sql.outletByCode, [outlet])) !== null
    : outlet === null;
  return isRight ? outlet : refuseFields({ outlet: [refusal('staff.outlet')] });
}

/** Returns whether an account is the only active owner. */
function isOnlyOwner(staff: sql.StaffRow, active: readonly sql.StaffRow[]): boolean {
  const owners = active.filter(({ roles }) => roles.includes('owner'));
  return owners.length === 1 && owners[0] === staff;
}

/** Adds an account. Generates and returns a password if none is given. Refuses `staff.exists` for a known email. */
export async function addStaff(
  ctx: Ctx,
  account: RoleChange & { email: string; password?: string | undefined },
): Promise<{ staff: sql.StaffRow; password: string | null }> {
  const email = normalizeEmail(account.email);
  if (!isEmail(email)) refuseFields({ email: [refusal('email.invalid')] });
  const generatedPassword = account.password === undefined ? `${drawCode()}-${drawCode()}` : null;
  const password = account.password ?? generatedPassword ?? '';
  const refused = await checkNewPassword(ctx.shop, password);
  if (refused !== null) refuseFields({ password: [refused] });
  const password_hash = await hashPassword(password);
  const roles = [...new Set(account.roles)];
  const outlet = await requireOutlet(ctx, { ...account, roles });
  const staff = await inTransaction(ctx, async (ctx) => {
    const added = await ctx.db.row(sql.insertStaff, [uuidV7(ctx.now), email, password_hash, roles, outlet, ctx.now]);
    if (added === null) return refuse('staff.exists');
    await recordAudit(ctx, {
      action: 'staff.addAccount',
      subject: `staff ${email}`,
      before: null,
      after: { roles, outlet },
    });
    return added;
  });
  return { staff, password: generatedPassword };
}

/** Disables an account and ends its tokens. Refuses `staff.last_owner` for the only active owner. */
export function disableStaff(ctx: Ctx, id: string): Promise<sql.StaffRow> {
  return inTransaction(ctx, async (ctx) => {
    const active = await ctx.db.rows(sql.lockActiveStaff, []);
    const staff = active.find((each) => each.id === id) ?? refuse('request.not_found');
    if (isOnlyOwner(staff, active)) refuse('staff.last_owner');
    await ctx.db.write(sql.disableStaff, [id]);
    await ctx.db.write(endStaffSessions, [id, null]);
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

/** Enables a disabled account. Refuses `request.not_found` for an active one, too. */
export function enableStaff(ctx: Ctx, id: string): Promise<sql.StaffRow> {
  return inTransaction(ctx, async (ctx) => {
    const staff = (await ctx.db.row(sql.enableStaff, [id])) ?? refuse('request.not_found');
    await recordAudit(ctx, {
      action: 'staff.enableAccount',
      subject: `staff ${staff.email}`,
      before: { is_active: false },
      after: { is_active: true },
    });
    return staff;
  });
}

/** Ends all sessions of an account. Refuses `request.not_found`. */
export function endAccountSessions(ctx: Ctx, id: string): Promise<sql.StaffRow> {
  return inTransaction(ctx, async (ctx) => {
    // Under the lock that a sign-in takes, so that one under way ends here too or begins afterwards.
    const staff = (await ctx.db.row(sql.lockStaff, [id])) ?? refuse('request.not_found');
    await ctx.db.write(endStaffSessions, [id, null]);
    const subject = `staff ${staff.email}`;
    await recordAudit(ctx, { action: 'staff.endAccountSessions', subject, before: null, after: null });
    return staff;
  });
}

type RoleChange = { roles: readonly StaffRole[]; outlet?: string | null | undefined };

/**
 * Changes the roles of an account, and its outlet. Refuses `staff.last_owner`, `staff.outlet`, and `staff.changed` with
 * the account as it is now if its version is not `version`.
 */
export function changeRoles(
  ctx: Ctx,
  id: string,
  { version, ...change }: RoleChange & { version: number },
): Promise<sql.StaffRow> {
  return inTransaction(ctx, async (ctx) => {
    const active = await ctx.db.rows(sql.lockActiveStaff, []);
    const staff = active.find((each) => each.id === id) ?? refuse('request.not_found');
    if (staff.version !== version) {
      throw new Refused(refusal('staff.changed'), { more: { staff: accountView(staff) } });
    }
    const roles = [...new Set(change.roles)];
    if (!roles.includes('owner') && isOnlyOwner(staff, active)) refuse('staff.last_owner');
    const outlet = await requireOutlet(ctx, { ...change, roles });
    const after = (await ctx.db.row(sql.writeRoles, [id, roles, outlet])) ?? refuse('request.not_found');
    const toAuditValues = ({ roles, outlet_code }: sql.StaffRow) => ({ roles, outlet: outlet_code });
    await recordAudit(ctx, {
      action: 'staff.changeRoles',
      subject: `staff ${staff.email}`,
      before: toAuditValues(staff),
      after: toAuditValues(after),
    });
    return after;
  });
}

/**
 * Removes the second factor of an account whose phone is lost, and ends its tokens. Refuses `second_factor.own` for the
 * caller's own, which needs a code, and `second_factor.off`.
 */
export function resetSecondFactor(ctx: Ctx, id: string): Promise<sql.StaffRow> {
  return inTransaction(ctx, async (ctx) => {
    if (requireStaff(ctx).id === id) refuse('second_factor.own');
    const active = await ctx.db.rows(sql.lockActiveStaff, []);
    const staff = active.find((each) => each.id === id) ?? refuse('request.not_found');
    await deleteSecondFactor(ctx, staff, 'staff.resetSecondFactor');
    await ctx.db.write(endStaffSessions, [id, null]);
    return { ...staff, has_second_factor: false };
  });
}
