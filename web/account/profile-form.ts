/** Profile form without React: values, validation and request body. */
import type { RequestOf } from '@shop/contract/api/client';
import type { Me } from './use-account.ts';

export type ProfileForm = {
  name: string;
  display_name: string;
  date_of_birth: string;
  gender: '' | 'male' | 'female';
  lang: 'en' | 'zh';
  marketing_consent: boolean;
};

export type ProfileField = keyof ProfileForm;

export const PROFILE_FIELDS: readonly ProfileField[] = [
  'name',
  'display_name',
  'date_of_birth',
  'gender',
  'lang',
  'marketing_consent',
];

/** Fills the fields from a customer. */
export function profileOf(me: Me): ProfileForm {
  return {
    name: me.name,
    display_name: me.display_name,
    date_of_birth: me.date_of_birth ?? '',
    gender: me.gender ?? '',
    lang: me.lang,
    marketing_consent: me.marketing_consent,
  };
}

type RequiredField = 'name' | 'display_name' | 'date_of_birth' | 'gender';

/**
 * Lists the required fields that are empty (docs/spec.md §5 "Required: … full name, … display name, date of birth,
 * gender"). Only a profile that is being completed needs date of birth and gender (docs/readings.md#45).
 */
export function requiredProblems(form: ProfileForm, isCompleting: boolean): readonly RequiredField[] {
  const required: readonly RequiredField[] = isCompleting
    ? ['name', 'display_name', 'date_of_birth', 'gender']
    : ['name', 'display_name'];
  return required.filter((field) => form[field].trim() === '');
}

/** Builds the request from the fields. */
export function profileChanges(form: ProfileForm): NonNullable<RequestOf<'identity.update'>['body']> {
  return {
    name: form.name.trim(),
    display_name: form.display_name.trim(),
    date_of_birth: form.date_of_birth || null,
    gender: form.gender || null,
    lang: form.lang,
    marketing_consent: form.marketing_consent,
  };
}

export type ProfilePart = 'email' | 'phone' | 'date_of_birth' | 'gender';

/** Lists the empty fields of a profile. */
export function missingParts(me: Pick<Me, ProfilePart>): readonly ('email' | 'phone' | 'birth' | 'gender')[] {
  const parts = [
    me.email === null && 'email',
    me.phone === null && 'phone',
    me.date_of_birth === null && 'birth',
    me.gender === null && 'gender',
  ] as const;
  return parts.filter((part) => part !== false);
}
