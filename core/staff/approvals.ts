/** Changes by staff that a second person approves (docs/readings.md#99). */
import type { Sen } from '../money.ts';

export const APPROVAL_KINDS = ['wallet_adjustment'] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

export const APPROVAL_STATES = ['pending', 'approved', 'rejected', 'expired'] as const;

/** Checks whether a change of this worth needs a second person; `above` is null where the shop has no such limit. */
export const needsSecondPerson = (value: Sen, above: Sen | null): boolean => above !== null && value > above;
