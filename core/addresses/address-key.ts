/** One spelling of a delivery address, so that orders to the same door are counted together. */
import type { AddressParts } from './completeness.ts';

/** The postcode with the letters and digits of the street: case, spaces, commas and accents make no other door. */
export function addressKey({ zip, street_address }: Pick<AddressParts, 'zip' | 'street_address'>): string {
  const street = (street_address ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return `${zip ?? ''} ${street}`;
}
