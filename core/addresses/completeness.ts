/** Validates an address for checkout (docs/spec.md §5) and formats it on one line. */
import { type Refusal, type RefusalCode, refusal, refusalAt } from '../refusal.ts';
import { isMalaysia } from './country.ts';

/** The fields that the rules read. A field of spaces counts as missing. */
export type AddressParts = {
  recipient?: string | null;
  email?: string | null;
  contact_number?: string | null;
  street_address?: string | null;
  city?: string | null;
  zip?: string | null;
  state?: string | null;
  state_id?: string | null;
  country?: string | null;
};

/** The required fields with their refusals, in the order of docs/spec.md §5 "Address completeness for checkout". */
const REQUIRED_FIELDS = [
  ['recipient', 'address.recipient'],
  ['email', 'address.email'],
  ['contact_number', 'address.contact_number'],
  ['street_address', 'address.street_address'],
  ['city', 'address.city'],
  ['zip', 'address.zip'],
  ['state_id', 'address.state'],
] as const satisfies readonly (readonly [keyof AddressParts, RefusalCode])[];

const isMissing = (text: string | null | undefined): boolean => text == null || text.trim() === '';

/** Lists a refusal for each missing field, in the spec's order. */
export function listAddressRefusals(address: AddressParts | null | undefined): Refusal[] {
  if (address == null) return [refusal('address.missing')];
  return REQUIRED_FIELDS.filter(([field]) => isMissing(address[field])).map(([field, code]) =>
    refusalAt(field, refusal(code)),
  );
}

/** Returns the refusal for the first missing field, or null for a complete address. */
export function checkAddress(address: AddressParts | null | undefined): Refusal | null {
  return listAddressRefusals(address)[0] ?? null;
}

/** Normalizes the name of a city or state for comparison, without the `W.P.` of a federal territory. */
const normalizePlaceName = (name: string | null | undefined): string =>
  (name ?? '')
    .trim()
    .toLowerCase()
    .replace(/^w\.?p\.? /, '');

/** Returns whether a city and a state have the same name. */
export const isSamePlace = (city: string | null | undefined, state: string | null | undefined): boolean =>
  normalizePlaceName(city) === normalizePlaceName(state);

/**
 * Formats docs/spec.md §3 `formatted_address`: `12, Jalan SS2/24, 47300 Petaling Jaya, Selangor`, without Malaysia, and
 * without the state if the city has its name.
 */
export function formatAddress(address: AddressParts): string {
  const country = isMalaysia(address.country ?? '') ? null : address.country;
  const place = [address.zip, address.city].filter((part) => !isMissing(part)).join(' ');
  const state = isSamePlace(address.city, address.state) ? null : address.state;
  return [address.street_address?.replace(/,?\s*\n\s*/g, ', '), place, state, country]
    .filter((part): part is string => !isMissing(part))
    .map((part) => part.trim().replace(/,$/, ''))
    .join(', ');
}
