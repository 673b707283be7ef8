import { describe, expect, test } from 'vitest';
import { type ProfileForm, profileChanges, requiredProblems } from './profile-form.ts';

const COMPLETE: ProfileForm = {
  name: 'Aminah Osman',
  first_name: 'Aminah',
  last_name: 'Osman',
  display_name: 'Aminah',
  date_of_birth: '1991-02-03',
  gender: 'female',
  lang: 'en',
  marketing_consent: false,
};

describe('docs/spec.md §5 "Required: … full name, first name, last name, display name, date of birth, gender"', () => {
  test.each<[Partial<ProfileForm>, readonly string[]]>([
    [{}, []],
    [{ name: ' ', first_name: '', last_name: '' }, ['name']],
    [{ name: '', first_name: ' ' }, ['first_name']],
    [{ name: '', last_name: '' }, ['last_name']],
    [{ display_name: ' ' }, ['display_name']],
    [{ first_name: '', last_name: '', date_of_birth: '', gender: '' }, []],
  ])('a profile with %j lacks %j', (part, missing) => {
    expect(requiredProblems({ ...COMPLETE, ...part }, false)).toEqual(missing);
  });

  test.each<[Partial<ProfileForm>, readonly string[]]>([
    [{}, []],
    [{ date_of_birth: '' }, ['date_of_birth']],
    [{ gender: '' }, ['gender']],
    [{ date_of_birth: '', gender: '' }, ['date_of_birth', 'gender']],
  ])('a profile that is being completed with %j lacks %j', (part, missing) => {
    expect(requiredProblems({ ...COMPLETE, ...part }, true)).toEqual(missing);
  });
});

test('first and last name make an empty full name', () => {
  expect(profileChanges({ ...COMPLETE, name: ' ' }).name).toBe('Aminah Osman');
});
