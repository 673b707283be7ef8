import { describe, expect, test } from 'vitest';
import { buildRequest, checkValues, type FormValues } from '../ui/forms/form-table.ts';
import { buildProfileFields } from './profile-form.ts';

type ProfileForm = FormValues<ReturnType<typeof buildProfileFields>>;

const COMPLETE: ProfileForm = {
  name: 'Aminah Osman',
  display_name: 'Aminah',
  date_of_birth: '1991-02-03',
  gender: 'female',
  lang: 'en',
  marketing_consent: false,
};

const ME = { ...COMPLETE, gender: 'female' } as const;

const listMissingFields = (form: ProfileForm, isCompleting: boolean) =>
  Object.keys(checkValues(buildProfileFields(ME, isCompleting), form));

const buildProfileRequest = (form: ProfileForm) => buildRequest(buildProfileFields(ME, false), form);

describe('docs/spec.md §5 "Required: … full name, … display name, date of birth, gender"', () => {
  test.each<[Partial<ProfileForm>, readonly string[]]>([
    [{}, []],
    [{ name: ' ' }, ['name']],
    [{ display_name: ' ' }, ['display_name']],
    [{ name: '', display_name: '' }, ['name', 'display_name']],
    [{ date_of_birth: '', gender: '' }, []],
  ])('a profile with %j lacks %j', (part, missingFields) => {
    expect(listMissingFields({ ...COMPLETE, ...part }, false)).toEqual(missingFields);
  });

  test.each<[Partial<ProfileForm>, readonly string[]]>([
    [{}, []],
    [{ date_of_birth: '' }, ['date_of_birth']],
    [{ gender: '' }, ['gender']],
    [{ date_of_birth: '', gender: '' }, ['date_of_birth', 'gender']],
  ])('a profile that is being completed with %j lacks %j', (part, missingFields) => {
    expect(listMissingFields({ ...COMPLETE, ...part }, true)).toEqual(missingFields);
  });
});

test('sends the full name as typed, and leaves first and last name to the API', () => {
  expect(buildProfileRequest({ ...COMPLETE, name: ' Tan Mei Ling ' })).toEqual({ ...COMPLETE, name: 'Tan Mei Ling' });
});
