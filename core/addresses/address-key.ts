import type { AddressParts } from './completeness.ts';

/**
 * Normalizes an address, so that orders to the same address count together: postcode, letters and digits of the street.
 */
export function addressKey({ zip, street_address }: Pick<AddressParts, 'zip' | 'street_address'>): string {
  const street = (street_address ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return `${zip ?? ''} ${street}`;
}
