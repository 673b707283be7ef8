/** Checks that a postcode exists and matches the state. The delivery fee depends on the postcode. */
import { type Refusal, refusal, refusalAt } from '../refusal.ts';
import type { AddressParts } from './completeness.ts';

/** Looks up the ISO code of a postcode's state; null for an unknown postcode. */
export type StateOfPostcode = (zip: string) => string | null;

/**
 * Checks a complete address: `address.zip_unknown` for a postcode that does not exist, `address.zip_state` if postcode
 * and state contradict. Corrects neither, since either may be the typing error.
 */
export function checkPostcode(
  { zip, state_id }: Pick<AddressParts, 'zip' | 'state_id'>,
  stateOfPostcode: StateOfPostcode,
): Refusal | null {
  if (!zip) return refusalAt('zip', refusal('address.zip'));
  const state = stateOfPostcode(zip);
  if (state === null) return refusalAt('zip', refusal('address.zip_unknown', { zip }));
  return state === state_id ? null : refusalAt('state_id', refusal('address.zip_state', { zip }));
}
