/**
 * The second factor of staff accounts: set up, confirm and remove it, check codes at sign-in, and recovery codes
 * (docs/readings.md#99, docs/security.md#accounts).
 */
import { textIn } from '@shop/core/lang';
import { refusal } from '@shop/core/refusal';
import { needsSecondFactor, type SecondFactorState } from '@shop/core/staff/second-factor';
import { readPublicSettings } from '../content/settings.ts';
import type { Ctx } from '../context.ts';
import { refuse, refuseFields } from '../refuse.ts';
import { decrypt, encrypt } from '../secrets/encrypt.ts';
import { drawCode } from '../secrets/random-code.ts';
import { sign } from '../secrets/sign.ts';
import { drawTotpSecret, findTotpStep, formatTotpUri } from '../secrets/totp.ts';
import { inTransaction } from '../transaction.ts';
import { recordAudit } from './audit.ts';
import { requireStaff } from './require-staff.ts';
import * as sql from './second-factor.sql.ts';
import { lockStaff, type StaffRow } from './staff.sql.ts';
import { notifyStaff } from './staff-notices.ts';
import { endStaffSessions } from './staff-sessions.sql.ts';
import { type AccountActor, computeSecondFactorState, countOwnTries, requireAccount } from './staff-sessions.ts';

const RECOVERY_CODE_COUNT = 10;

/** Codes of the app as people type them: `123 456`. */
const APP_CODE_PATTERN = /^\d{3} ?\d{3}$/;

/** Decrypts a stored secret; null if the shop's secret has changed since. */
function readSecret(ctx: Ctx, encrypted: string): string | null {
  try {
    return decrypt(ctx.shop.secret, encrypted);
  } catch {
    return null;
  }
}

/** Finds the time step of a code of the app; null if it is not the code of a stored secret now. */
function findStepOfCode(ctx: Ctx, { encrypted_secret }: sql.SecondFactorRow, code: string): number | null {
  const secret = APP_CODE_PATTERN.test(code) ? readSecret(ctx, encrypted_secret) : null;
  return secret === null ? null : findTotpStep(secret, code.replace(' ', ''), ctx.now);
}

const hashRecoveryCode = (ctx: Ctx, staff_id: string, code: string): string =>
  sign(ctx.shop.secret, `recovery code ${staff_id} ${code.toUpperCase().replace(/[^0-9A-Z]/g, '')}`);

/** Takes a code of the app, or a recovery code: each works once. Returns whether it was right. */
export async function takeCode(ctx: Ctx, staff: Pick<StaffRow, 'id' | 'email'>, code: string): Promise<boolean> {
  const factor = await ctx.db.row(sql.secondFactorOfStaff, [staff.id]);
  if (factor === null || factor.confirmed_at === null) return false;
  const step = findStepOfCode(ctx, factor, code);
  if (step !== null) return (await ctx.db.row(sql.takeStep, [staff.id, step])) !== null;
  return inTransaction(ctx, async (ctx) => {
    const taken = await ctx.db.row(sql.takeRecoveryCode, [staff.id, hashRecoveryCode(ctx, staff.id, code)]);
    if (taken !== null) await notifyStaff(ctx, staff.email, 'recovery_code');
    return taken !== null;
  });
}

/** Takes a code of a signed-in caller. Refuses `second_factor.off`, and `second_factor.wrong` at the field. */
async function requireCode(ctx: Ctx, actor: AccountActor, code: string): Promise<void> {
  if (!actor.hasSecondFactor) refuse('second_factor.off');
  await countOwnTries(ctx, actor, async () => {
    if (!(await takeCode(ctx, actor, code))) refuseFields({ code: [refusal('second_factor.wrong')] });
  });
}

/** Replaces the recovery codes of an account, in a transaction. Returns the new ones, `ABCD-1234`. */
async function drawRecoveryCodes(ctx: Ctx, staff_id: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, drawCode);
  await ctx.db.write(sql.deleteRecoveryCodes, [staff_id]);
  await ctx.db.write(sql.insertRecoveryCodes, [staff_id, codes.map((code) => hashRecoveryCode(ctx, staff_id, code))]);
  return codes.map((code) => `${code.slice(0, 4)}-${code.slice(4)}`);
}

/** Reads the state of the caller's second factor. */
export async function readSecondFactor(ctx: Ctx): Promise<{
  state: SecondFactorState;
  is_required: boolean;
  confirmed_at: Date | null;
  recovery_codes_left: number;
}> {
  const actor = requireStaff(ctx);
  if (actor.id === null) return { state: 'off', is_required: false, confirmed_at: null, recovery_codes_left: 0 };
  const factor = await ctx.db.row(sql.secondFactorOfStaff, [actor.id]);
  return {
    state: computeSecondFactorState(ctx.shop, actor),
    is_required: ctx.shop.requiresSecondFactor && needsSecondFactor(actor.roles),
    confirmed_at: factor?.confirmed_at ?? null,
    recovery_codes_left: (await ctx.db.row(sql.countRecoveryCodes, [actor.id]))?.count ?? 0,
  };
}

/** Generates a secret, which counts once it is confirmed. Refuses `second_factor.on`. */
export async function beginSecondFactor(ctx: Ctx): Promise<{ secret: string; uri: string }> {
  const { id, email } = requireAccount(ctx);
  const secret = drawTotpSecret();
  const begun = await ctx.db.row(sql.beginSecondFactor, [id, encrypt(ctx.shop.secret, secret)]);
  if (begun === null) refuse('second_factor.on');
  const { site_title } = await readPublicSettings(ctx);
  return {
    secret,
    uri: formatTotpUri(secret, { issuer: textIn(ctx.lang, site_title.en, site_title.zh), account: email }),
  };
}

/**
 * Turns the second factor on by a code of the app, which cannot be used again, and ends the account's other sessions,
 * which began without it. Returns the recovery codes. Refuses `second_factor.on`, `second_factor.not_begun`, and
 * `second_factor.wrong` at the field.
 */
export async function confirmSecondFactor(ctx: Ctx, code: string): Promise<string[]> {
  const actor = requireAccount(ctx);
  const { id, email, tokenHash } = actor;
  const factor = (await ctx.db.row(sql.secondFactorOfStaff, [id])) ?? refuse('second_factor.not_begun');
  if (factor.confirmed_at !== null) refuse('second_factor.on');
  const step = await countOwnTries(ctx, actor, async () => {
    return findStepOfCode(ctx, factor, code) ?? refuseFields({ code: [refusal('second_factor.wrong')] });
  });
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.row(lockStaff, [id]);
    const confirmed = await ctx.db.row(sql.confirmSecondFactor, [id, factor.encrypted_secret, ctx.now, step]);
    if (confirmed === null) refuse('second_factor.not_begun');
    const codes = await drawRecoveryCodes(ctx, id);
    await ctx.db.write(endStaffSessions, [id, tokenHash]);
    await recordAudit(ctx, {
      action: 'staff.confirmSecondFactor',
      subject: `staff ${email}`,
      before: { second_factor: false },
      after: { second_factor: true },
    });
    await notifyStaff(ctx, email, 'second_factor_on');
    return codes;
  });
}

/** Replaces the caller's recovery codes. Refuses `second_factor.off`, and `second_factor.wrong` at the field. */
export async function replaceRecoveryCodes(ctx: Ctx, code: string): Promise<string[]> {
  const actor = requireAccount(ctx);
  await requireCode(ctx, actor, code);
  return inTransaction(ctx, async (ctx) => {
    // Without it, codes could be written for a second factor that was removed meanwhile.
    await ctx.db.row(lockStaff, [actor.id]);
    const factor = await ctx.db.row(sql.secondFactorOfStaff, [actor.id]);
    if (factor === null) refuse('second_factor.off');
    const codes = await drawRecoveryCodes(ctx, actor.id);
    const subject = `staff ${actor.email}`;
    await recordAudit(ctx, { action: 'staff.newRecoveryCodes', subject, before: null, after: { codes: codes.length } });
    return codes;
  });
}

/** Removes a second factor in a transaction, with its recovery codes. Refuses `second_factor.off`. */
export async function deleteSecondFactor(
  ctx: Ctx,
  { id, email }: Pick<StaffRow, 'id' | 'email'>,
  action: 'staff.removeSecondFactor' | 'staff.resetSecondFactor',
): Promise<void> {
  await ctx.db.row(lockStaff, [id]);
  if ((await ctx.db.row(sql.deleteSecondFactor, [id])) === null) refuse('second_factor.off');
  const subject = `staff ${email}`;
  await recordAudit(ctx, { action, subject, before: { second_factor: true }, after: { second_factor: false } });
  await notifyStaff(ctx, email, 'second_factor_off');
}

/** Removes the caller's second factor. Refuses `second_factor.off`, and `second_factor.wrong` at the field. */
export async function removeSecondFactor(ctx: Ctx, code: string): Promise<void> {
  const actor = requireAccount(ctx);
  await requireCode(ctx, actor, code);
  await inTransaction(ctx, (ctx) => deleteSecondFactor(ctx, actor, 'staff.removeSecondFactor'));
}
