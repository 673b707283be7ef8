import { isInMalaysia } from '@shop/core/stores/place';
import { getStates } from 'malaysia-postcodes';
import { expect, test } from 'vitest';
import { findPostcode, stateOfPostcode } from './postcodes.ts';

test.each([
  ['47400', 'MY-10'],
  ['50000', 'MY-14'],
  ['01000', 'MY-09'],
  ['88000', 'MY-12'],
  ['93000', 'MY-13'],
  ['87000', 'MY-15'],
  ['62000', 'MY-16'],
  ['99999', null],
])('the postcode %s is in %s', (zip, state) => {
  expect(stateOfPostcode(zip)).toBe(state);
});

test('every state of the postcode list has its ISO code', async () => {
  const { allPostcodes } = await import('malaysia-postcodes');
  for (const state of allPostcodes) {
    expect(stateOfPostcode(state.city[0]?.postcode[0] ?? ''), state.name).toMatch(/^MY-\d\d$/);
  }
  expect(getStates()).toHaveLength(16);
});

test('every postcode has a town with a position in Malaysia', async () => {
  const { allPostcodes } = await import('malaysia-postcodes');
  const postcodes = allPostcodes.flatMap(({ city }) => city.flatMap(({ postcode }) => postcode)).map(findPostcode);
  expect(postcodes.length).toBeGreaterThan(2_000);
  expect(postcodes.filter((each) => each === null || each.town === '' || !isInMalaysia(each.position))).toEqual([]);
  expect(findPostcode('11900')).toMatchObject({ town: 'Bayan Lepas', state_id: 'MY-07' });
});
