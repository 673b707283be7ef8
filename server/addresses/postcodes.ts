/** Malaysian postcodes and their states. */
import { allPostcodes } from 'malaysia-postcodes';

/** ISO codes by the state names of the postcode list. */
const STATES: Readonly<Record<string, string>> = {
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

const STATE_BY_POSTCODE: ReadonlyMap<string, string> = new Map(
  allPostcodes.flatMap(({ name, city }) =>
    city.flatMap(({ postcode }) => postcode.map((zip) => [zip, STATES[name] ?? ''] as const)),
  ),
);

/** Finds the ISO code of a postcode's state; null for an unknown postcode. */
export const stateOfPostcode = (zip: string): string | null => STATE_BY_POSTCODE.get(zip) ?? null;
