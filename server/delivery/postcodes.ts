/** The state that a postcode lies in, for an estimate before there is an address. */
import { findPostcode } from 'malaysia-postcodes';

/** ISO codes by the names of the postcode list. */
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

/** The ISO code of a postcode's state; null where the list does not know it. New postcodes come faster than lists. */
export function stateOfPostcode(zip: string): string | null {
  return STATES[findPostcode(zip).state ?? ''] ?? null;
}
