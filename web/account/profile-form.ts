import { refusal } from '@shop/core/refusal';
import type { PlainKey } from '../i18n/MessagesProvider.tsx';
import { required, trim } from '../ui/forms/form-table.ts';
import type { Me } from './me.ts';

type ProfileValues = Pick<Me, 'name' | 'display_name' | 'date_of_birth' | 'gender' | 'lang' | 'marketing_consent'>;

/**
 * The fields of a profile (docs/spec.md §5 "Required: … full name, … display name, date of birth, gender"). Only a
 * profile that is being completed needs date of birth and gender (docs/readings.md#45).
 */
export function buildProfileFields(me: ProfileValues, isCompleting: boolean) {
  const gender: NonNullable<Me['gender']> | '' = me.gender ?? '';
  const requireIfCompleting = (problem: PlainKey) => (isCompleting ? required(problem) : () => null);
  return {
    name: { start: me.name, check: required(refusal('name.required')), normalize: trim },
    display_name: { start: me.display_name, check: required(refusal('name.display_required')), normalize: trim },
    date_of_birth: {
      start: me.date_of_birth ?? '',
      check: requireIfCompleting('account.birth_required'),
      normalize: (value: string) => value || null,
    },
    gender: {
      start: gender,
      check: requireIfCompleting('account.gender_required'),
      normalize: (value: typeof gender) => value || null,
    },
    lang: { start: me.lang },
    marketing_consent: { start: me.marketing_consent },
  };
}
