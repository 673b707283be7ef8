import type { StaffRestriction } from '@shop/core/staff/roles';
import type { Ctx, StaffActor } from '../context.ts';
import { refuse } from '../refuse.ts';

/** Returns the signed-in staff member. The endpoint's access guarantees one. */
export function requireStaff({ actor }: Ctx): StaffActor {
  return actor.kind === 'staff' ? actor : refuse('auth.required');
}

const RESTRICTIONS = { locked: 'auth.locked', unenrolled: 'auth.second_factor_required' } as const;

/** Refuses while the session is locked or lacks a second factor, except under the restrictions in `worksWhile`. */
export function requireUnrestricted(
  { restriction }: Pick<StaffActor, 'restriction'>,
  worksWhile: readonly StaffRestriction[] = [],
): void {
  if (restriction !== null && !worksWhile.includes(restriction)) refuse(RESTRICTIONS[restriction]);
}
