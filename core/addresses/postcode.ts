/** Whether a postcode exists and lies in the address's state. The delivery fee follows the postcode. */
import { type Refusal, refusal, refusalAt } from '../refusal.ts';
import type { AddressParts } from './completeness.ts';

/** The state of a postcode by its ISO code; null for a postcode that does not exist. */
export type StateOfPostcode = (zip: string) => string | null;

/**
 * Checks the postcode of a complete address. Refuses `address.zip` at the postcode (docs/spec.md §5) where it does not
 * exist, and `address.zip_state` at the state where the two contradict each other: either may be the typing mistake, so
 * nothing is corrected.
 */
export function checkPostcode(
  { zip, state_id }: Pick<AddressParts, 'zip' | 'state_id'>,
  stateOfPostcode: StateOfPostcode,
): Refusal | null {
  const state = stateOfPostcode(zip ?? '');
  if (state === null) return refusalAt('zip', refusal('address.zip'));
  return state === state_id ? null : refusalAt('state_id', refusal('address.zip_state', { zip: zip ?? '' }));
}
