import { describe, expect, test } from 'vitest';
import { placeOfPostcode, stateIdOf } from './place-of-postcode.ts';

const states = [
  { id: 'MY-02', name: 'Kedah' },
  { id: 'MY-14', name: 'W.P. Kuala Lumpur' },
];

describe('docs/ux.md#rule-29: "postcode (5 digits, string …) → auto city + state"', () => {
  test.each([
    ['05100', 'Alor Setar', 'MY-02'],
    ['50200', 'Kuala Lumpur', 'MY-14'],
  ])('%s is %s', async (zip, city, state_id) => {
    const place = await placeOfPostcode(zip);
    expect(place?.city).toBe(city);
    expect(stateIdOf(place?.state ?? '', states)).toBe(state_id);
  });

  test.each(['99999', '00000', '50999'])('the postcode %s does not exist', async (zip) =>
    expect(await placeOfPostcode(zip)).toBeNull(),
  );
});
