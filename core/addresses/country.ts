/** Restricts addresses to Malaysia: the shop has postcodes, states and delivery rules of no other country. */
import { type Refusal, refusal, refusalAt } from '../refusal.ts';

const MALAYSIA_PATTERN = /^(malaysia|my|mys|马来西亚|馬來西亞)$/i;

/** Returns whether a country as typed is Malaysia. */
export const isMalaysia = (country: string): boolean => MALAYSIA_PATTERN.test(country.trim());

/** Refuses a country other than Malaysia, at the field `country`; an address without a country counts as Malaysian. */
export function checkCountry({ country }: { country?: string | null }): Refusal | null {
  const isAbroad = country != null && country.trim() !== '' && !isMalaysia(country);
  return isAbroad ? refusalAt('country', refusal('address.country')) : null;
}
