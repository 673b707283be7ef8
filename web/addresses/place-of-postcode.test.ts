import { describe, expect, test } from 'vitest';
import { placeOfPostcode, stateIdOf, statesOfPostcode } from './place-of-postcode.ts';

const states = [
  { id: 'MY-02', name: 'Kedah' },
  { id: 'MY-14', name: 'W.P. Kuala Lumpur' },
];

describe('ux.md rule 29: "postcode (5 digits, string …) → auto city + state"', () => {
  test.each([
    ['05100', 'Alor Setar', 'MY-02'],
    ['50200', 'Kuala Lumpur', 'MY-14'],
  ])('%s is %s', async (zip, city, state_id) => {
    const place = await placeOfPostcode(zip);
    expect(place?.city).toBe(city);
    expect(stateIdOf(place?.state ?? '', states)).toBe(state_id);
  });

  test.each([
    ['05100', ['Kedah']],
    // Not in the list.
    ['50999', ['Wp Kuala Lumpur']],
    ['00000', []],
  ])('%s lies in %j', async (zip, states) => expect(await statesOfPostcode(zip)).toEqual(states));

  test('an unknown one is typed by hand', async () => expect(await placeOfPostcode('99999')).toBeNull());
});
