import type { Me } from './me.ts';

export type ProfileField = 'email' | 'phone' | 'date_of_birth' | 'gender';

/** Lists the empty fields of a profile, as the keys of their messages end. */
export function listMissingFields(me: Pick<Me, ProfileField>): readonly ('email' | 'phone' | 'birth' | 'gender')[] {
  const fields = [
    me.email === null && 'email',
    me.phone === null && 'phone',
    me.date_of_birth === null && 'birth',
    me.gender === null && 'gender',
  ] as const;
  return fields.filter((field) => field !== false);
}
