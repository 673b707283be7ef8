import { describe, expect, test } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { isKnownZip, placeQuery } from './place-of-postcode.ts';

const STATES = {
  data: [
    { id: 'MY-02', name: 'Kedah' },
    { id: 'MY-14', name: 'W.P. Kuala Lumpur' },
  ],
};

describe('docs/ux.md#rule-29: "postcode (5 digits, string …) → auto city + state"', () => {
  test.each([
    ['05100', 'Alor Setar', 'MY-02'],
    ['50200', 'Kuala Lumpur', 'MY-14'],
  ])('%s is %s', async (zip, city, state_id) => {
    const queries = createQueryClient(async () => STATES as never);
    expect(await queries.fetchQuery(placeQuery(zip))).toEqual({ city, state_id });
    expect(await isKnownZip(zip)).toBe(true);
  });

  test.each(['99999', '00000', '50999'])('the postcode %s does not exist', async (zip) => {
    const queries = createQueryClient(async () => STATES as never);
    expect(await queries.fetchQuery(placeQuery(zip))).toBeNull();
    expect(await isKnownZip(zip)).toBe(false);
  });

  test('gives the city only together with its state, while the list of states is still loading', async () => {
    const states = Promise.withResolvers<typeof STATES>();
    const queries = createQueryClient(async () => (await states.promise) as never);
    const place = queries.fetchQuery(placeQuery('05100'));
    states.resolve(STATES);
    expect(await place).toEqual({ city: 'Alor Setar', state_id: 'MY-02' });
  });
});
