import type { Ctx, StaffActor } from '../context.ts';
import { refuse } from '../refuse.ts';

/** Returns the signed-in staff member. The endpoint's access guarantees one. */
export function requireStaff({ actor }: Ctx): StaffActor {
  return actor.kind === 'staff' ? actor : refuse('auth.required');
}
