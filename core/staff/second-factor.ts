/** The second factor of staff accounts: a code of an authenticator app (docs/readings.md#99). */
import type { StaffRole } from './roles.ts';

/** `required`: the account has none, and needs one. */
export const SECOND_FACTOR_STATES = ['on', 'off', 'required'] as const;
export type SecondFactorState = (typeof SECOND_FACTOR_STATES)[number];

const NEEDS_SECOND_FACTOR: readonly StaffRole[] = ['owner', 'finance', 'catalog'];

/** Returns whether staff with these roles need a second factor, where the shop requires it. */
export const needsSecondFactor = (roles: readonly StaffRole[]): boolean =>
  roles.some((role) => NEEDS_SECOND_FACTOR.includes(role));
