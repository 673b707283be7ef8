/** Changes by staff that a second person approves (docs/readings.md#99, docs/readings.md#102). */
import type { Sen } from '../money.ts';
import type { StaffRole } from './roles.ts';

export const APPROVAL_KINDS = ['wallet_adjustment', 'price_change'] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

export const APPROVAL_STATES = ['pending', 'approved', 'rejected', 'expired'] as const;

/** The roles that see changes of a kind, and those that decide on them; owners do both. */
export const APPROVAL_ROLES: Readonly<
  Record<ApprovalKind, { see: readonly StaffRole[]; decide: readonly StaffRole[] }>
> = {
  wallet_adjustment: { see: ['support', 'finance'], decide: ['finance'] },
  price_change: { see: ['catalog', 'finance'], decide: ['catalog', 'finance'] },
};

/** Returns whether a change of this worth needs a second person; `above` is null where the shop has no such limit. */
export const needsSecondPerson = (value: Sen, above: Sen | null): boolean => above !== null && value > above;
