/** Profile form without React: values, validation and request body. */
import type { RequestOf } from '@shop/contract/client';
import type { Me } from './use-account.ts';

export type ProfileForm = {
  name: string;
  first_name: string;
  last_name: string;
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
  'first_name',
  'last_name',
  'date_of_birth',
  'gender',
  'lang',
  'marketing_consent',
];

/** Fills the fields from a customer. */
export function profileOf(me: Me): ProfileForm {
  return {
    name: me.name,
    first_name: me.first_name ?? '',
    last_name: me.last_name ?? '',
    display_name: me.display_name,
    date_of_birth: me.date_of_birth ?? '',
    gender: me.gender ?? '',
    lang: me.lang,
    marketing_consent: me.marketing_consent,
  };
}

/** Fields that cannot be empty (docs/spec.md §5 "Required: … full name … display name"). */
export const requiredProblems = (form: ProfileForm): readonly ('name' | 'display_name')[] =>
  (['name', 'display_name'] as const).filter((field) => form[field].trim() === '');

/** Builds the request from the fields. */
export function profileChanges(form: ProfileForm): NonNullable<RequestOf<'identity.update'>['body']> {
  return {
    name: form.name.trim(),
    first_name: form.first_name.trim() || null,
    last_name: form.last_name.trim() || null,
    display_name: form.display_name.trim(),
    date_of_birth: form.date_of_birth || null,
    gender: form.gender || null,
    lang: form.lang,
    marketing_consent: form.marketing_consent,
  };
}

/** Lists the empty fields of a profile. */
export function missingParts(me: Me): readonly ('email' | 'phone' | 'birth' | 'gender')[] {
  const parts = [
    me.email === null && 'email',
    me.phone === null && 'phone',
    me.date_of_birth === null && 'birth',
    me.gender === null && 'gender',
  ] as const;
  return parts.filter((part) => part !== false);
}
