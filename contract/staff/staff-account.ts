/**
 * The staff API: the account of the signed-in member of staff with its sessions, password and second factor
 * (docs/api.md#staff-api).
 */
import { STAFF_ROLES } from '@shop/core/staff/roles';
import { SECOND_FACTOR_STATES } from '@shop/core/staff/second-factor';
import * as v from 'valibot';
import { endpoint } from '../api/endpoint.ts';
import { textLine, time } from '../common-schemas.ts';

/** A code of the authenticator app, or a recovery code. */
export const secondFactorCode = () => v.pipe(textLine(20), v.nonEmpty());
const password = () => v.pipe(v.string(), v.maxLength(200));

/** `required`: the account has no second factor, and its token can only set one up. */
export const secondFactorState = v.picklist(SECOND_FACTOR_STATES);

export const staffMe = v.object({
  /** Null for the operator. */
  id: v.nullable(v.string()),
  email: v.string(),
  roles: v.array(v.picklist(STAFF_ROLES)),
  /** Code of an outlet manager's outlet. */
  outlet: v.nullable(v.string()),
  second_factor: secondFactorState,
  /** When the token expires; null for the operator's. */
  expires_at: v.nullable(time()),
  /** Minutes without a call after which the session locks; null: it does not. */
  idle_minutes: v.nullable(v.number()),
});
export type StaffMe = v.InferInput<typeof staffMe>;

export const staffSession = v.object({
  id: v.string(),
  device: v.string(),
  is_current: v.boolean(),
  is_locked: v.boolean(),
  created_at: time(),
  last_used_at: time(),
  expires_at: time(),
});
export type StaffSession = v.InferInput<typeof staffSession>;

const secondFactor = v.object({
  state: secondFactorState,
  /** Whether the account needs one, by its roles. */
  is_required: v.boolean(),
  confirmed_at: v.nullable(time()),
  recovery_codes_left: v.number(),
});

const recoveryCodes = v.object({ recovery_codes: v.array(v.string()) });
const success = v.object({ success: v.boolean() });

export const staffAccountEndpoints = {
  'staff.me': endpoint('staff.me', {
    access: 'staff',
    roles: STAFF_ROLES,
    worksWhile: ['unenrolled'],
    summary: 'The account that is signed in',
    response: v.object({ me: staffMe }),
  }),
  'staff.sessions': endpoint('staff.sessions', {
    access: 'staff',
    roles: STAFF_ROLES,
    summary: 'Open sessions of the own account, the last used first',
    response: v.object({ data: v.array(staffSession) }),
  }),
  'staff.endSession': endpoint('staff.endSession', {
    access: 'staff',
    roles: STAFF_ROLES,
    summary: 'Ends one session of the own account; `others` ends all but this one',
    params: v.object({ id: textLine(40) }),
    response: success,
    refusals: ['request.not_found'],
  }),
  'staff.lock': endpoint('staff.lock', {
    access: 'staff',
    roles: STAFF_ROLES,
    worksWhile: ['locked', 'unenrolled'],
    summary: 'Locks the session: until it is unlocked, every other call answers 401 `auth.locked`',
    response: success,
    refusals: ['staff.operator'],
  }),
  'staff.unlock': endpoint('staff.unlock', {
    access: 'staff',
    roles: STAFF_ROLES,
    worksWhile: ['locked', 'unenrolled'],
    summary: 'Unlocks a session that was locked, or was idle for too long, by the password',
    body: v.object({ password: password() }),
    response: v.object({ me: staffMe }),
    refusals: ['password.wrong', 'staff.operator'],
  }),
  'staff.changePassword': endpoint('staff.changePassword', {
    access: 'staff',
    roles: STAFF_ROLES,
    summary: 'Sets a new password by the old one; ends other sessions',
    body: v.object({ old_password: password(), password: password() }),
    response: success,
    refusals: ['password.wrong', 'password.too_short', 'password.too_long', 'password.common', 'staff.operator'],
  }),
  'staff.secondFactor': endpoint('staff.secondFactor', {
    access: 'staff',
    roles: STAFF_ROLES,
    worksWhile: ['unenrolled'],
    summary: 'Whether the own account has a second factor',
    response: v.object({ second_factor: secondFactor }),
  }),
  'staff.beginSecondFactor': endpoint('staff.beginSecondFactor', {
    access: 'staff',
    roles: STAFF_ROLES,
    worksWhile: ['unenrolled'],
    summary: 'Draws a secret for an authenticator app; it counts once a code of it confirms it',
    /** `uri` is what the QR code says; `secret` is for typing, in base 32. */
    response: v.object({ secret: v.string(), uri: v.string() }),
    refusals: ['second_factor.on', 'staff.operator'],
  }),
  'staff.confirmSecondFactor': endpoint('staff.confirmSecondFactor', {
    access: 'staff',
    roles: STAFF_ROLES,
    worksWhile: ['unenrolled'],
    summary: 'Turns the second factor on by a code of the app; returns the recovery codes, once; ends other sessions',
    body: v.object({ code: secondFactorCode() }),
    response: recoveryCodes,
    refusals: ['second_factor.on', 'second_factor.not_begun', 'second_factor.wrong', 'staff.operator'],
  }),
  'staff.newRecoveryCodes': endpoint('staff.newRecoveryCodes', {
    access: 'staff',
    roles: STAFF_ROLES,
    summary: 'Replaces the recovery codes; returns them once',
    body: v.object({ code: secondFactorCode() }),
    response: recoveryCodes,
    refusals: ['second_factor.off', 'second_factor.wrong', 'staff.operator'],
  }),
  'staff.removeSecondFactor': endpoint('staff.removeSecondFactor', {
    access: 'staff',
    roles: STAFF_ROLES,
    summary: 'Removes the second factor by a code, such as before another phone is set up',
    body: v.object({ code: secondFactorCode() }),
    response: success,
    refusals: ['second_factor.off', 'second_factor.wrong', 'staff.operator'],
  }),
};
