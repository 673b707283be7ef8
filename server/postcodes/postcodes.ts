/** Malaysian postcodes with their states and towns. */
import type { Position } from '@shop/core/stores/place';
import { allPostcodes } from 'malaysia-postcodes';
import positions from './town-positions.json' with { type: 'json' };

/** ISO codes by the state names of the postcode list. */
const STATE_CODES: Readonly<Record<string, string>> = {
  Johor: 'MY-01',
  Kedah: 'MY-02',
  Kelantan: 'MY-03',
  Melaka: 'MY-04',
  'Negeri Sembilan': 'MY-05',
  Pahang: 'MY-06',
  'Pulau Pinang': 'MY-07',
  Perak: 'MY-08',
  Perlis: 'MY-09',
  Selangor: 'MY-10',
  Terengganu: 'MY-11',
  Sabah: 'MY-12',
  Sarawak: 'MY-13',
  'Wp Kuala Lumpur': 'MY-14',
  'Wp Labuan': 'MY-15',
  'Wp Putrajaya': 'MY-16',
};

export type PostcodeEntry = { state_id: string; town: string; position: Position };

const TOWN_POSITIONS: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = positions;

function describeTown(state: string, town: string): PostcodeEntry {
  const [lat = 0, lng = 0] = TOWN_POSITIONS[state]?.[town] ?? [];
  return { state_id: STATE_CODES[state] ?? '', town, position: { lat, lng } };
}

const POSTCODE_BY_ZIP: ReadonlyMap<string, PostcodeEntry> = new Map(
  allPostcodes.flatMap(({ name, city }) =>
    city.flatMap(({ name: town, postcode }) => {
      const entry = describeTown(name, town);
      return postcode.map((zip) => [zip, entry] as const);
    }),
  ),
);

/** Finds a postcode's state, its town and the town's position; null for an unknown postcode. */
export const findPostcode = (zip: string): PostcodeEntry | null => POSTCODE_BY_ZIP.get(zip) ?? null;

/** Finds the ISO code of a postcode's state; null for an unknown postcode. */
export const stateOfPostcode = (zip: string): string | null => findPostcode(zip)?.state_id ?? null;
