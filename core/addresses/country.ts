/** Addresses are Malaysian: every postcode, state and delivery rule is. */
import { type Refusal, refusal, refusalAt } from '../refusal.ts';

const MALAYSIA = /^(malaysia|my|mys|马来西亚|馬來西亞)$/i;

/** Returns whether a country as typed is Malaysia. */
export const isMalaysia = (country: string): boolean => MALAYSIA.test(country.trim());

/** Refuses another country than Malaysia at its field; an address without a country is Malaysian. */
export function checkCountry({ country }: { country?: string | null }): Refusal | null {
  const isAbroad = country != null && country.trim() !== '' && !isMalaysia(country);
  return isAbroad ? refusalAt('country', refusal('address.country')) : null;
}
