import { expect, test } from 'vitest';
import { formatRefusal } from '../refusal-text.ts';
import { checkPostcode } from './postcode.ts';

const STATES: Record<string, string> = { '88000': 'MY-12', '47300': 'MY-10' };
const check = (zip: string | null, state_id: string | null) =>
  checkPostcode({ zip, state_id }, (each) => STATES[each] ?? null);

test.each([
  ['47300', 'MY-10'],
  ['88000', 'MY-12'],
])('the postcode %s is in %s', (zip, state_id) => expect(check(zip, state_id)).toBeNull());

test.each([
  ['00000', 'MY-10', 'zip', "We can't find postcode 00000. Please check it."],
  [null, 'MY-10', 'zip', 'Please review zip code for your address to proceed.'],
  ['88000', 'MY-10', 'state_id', 'Postcode 88000 is in another state. Please correct the postcode or the state.'],
  ['47300', null, 'state_id', 'Postcode 47300 is in another state. Please correct the postcode or the state.'],
])('refuses the postcode %s in %s at %s: %s (docs/spec.md §5)', (zip, state_id, field, message) => {
  const refusal = check(zip, state_id);
  expect([refusal?.field, refusal && formatRefusal(refusal, 'en')]).toEqual([field, message]);
});
