import type { Me } from './use-account.ts';

export type ProfilePart = 'email' | 'phone' | 'date_of_birth' | 'gender';

/** Lists the empty fields of a profile. */
export function listMissingParts(me: Pick<Me, ProfilePart>): readonly ('email' | 'phone' | 'birth' | 'gender')[] {
  const parts = [
    me.email === null && 'email',
    me.phone === null && 'phone',
    me.date_of_birth === null && 'birth',
    me.gender === null && 'gender',
  ] as const;
  return parts.filter((part) => part !== false);
}
