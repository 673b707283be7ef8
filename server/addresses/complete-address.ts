/** Validates and completes the address of a request, for the address book and the checkout. */
import type { AddressIn } from '@shop/contract/addresses';
import { checkAddress, listAddressRefusals } from '@shop/core/addresses/completeness';
import { checkCountry } from '@shop/core/addresses/country';
import { checkPostcode } from '@shop/core/addresses/postcode';
import { isEmail, normalizeEmail } from '@shop/core/identity/email';
import { isContactNumber, normalizePhone } from '@shop/core/identity/phone';
import { type Refusal, refusal, refusalAt } from '@shop/core/refusal';
import type { Ctx } from '../context.ts';
import { stateOfPostcode } from '../postcodes/postcodes.ts';
import { statesById } from './addresses.sql.ts';
import type { StateNames } from './addresses.view.ts';

/** Reads the states' names by code; an unknown code is missing. At most one statement. */
export async function loadStateNames(
  ctx: Pick<Ctx, 'db'>,
  ids: readonly (string | null | undefined)[],
): Promise<StateNames> {
  const present = ids.filter((id) => id != null);
  if (present.length === 0) return new Map();
  return new Map(
    (await ctx.db.rows(statesById, [present])).map(({ id, name_en, name_zh }) => [id, { en: name_en, zh: name_zh }]),
  );
}

/**
 * Finds all errors of a complete address: an invalid email, phone or state, a postcode outside the state, and another
 * country.
 */
function listFormRefusals(address: AddressIn, stateName: string | undefined): Refusal[] {
  const refusals: Refusal[] = [];
  if (!isEmail(address.email ?? '')) refusals.push(refusalAt('email', refusal('email.invalid')));
  if (!isContactNumber(address.contact_number ?? '')) {
    refusals.push(refusalAt('contact_number', refusal('phone.invalid')));
  }
  const stateRefusal = stateName === undefined ? refusalAt('state_id', refusal('address.state')) : null;
  const postcodeRefusal = checkPostcode(address, stateOfPostcode);
  // An unknown state contradicts every postcode; one message is enough.
  if (postcodeRefusal !== null && (stateRefusal === null || postcodeRefusal.field !== 'state_id'))
    refusals.push(postcodeRefusal);
  if (stateRefusal !== null) refusals.push(stateRefusal);
  const countryRefusal = checkCountry(address);
  if (countryRefusal !== null) refusals.push(countryRefusal);
  return refusals;
}

/**
 * Normalizes an address for storing: email and phone (docs/spec.md §5 "Normalisation"), and the state's name. Also
 * returns its errors by field: missing fields in the spec's order, else invalid values.
 */
export function normalizeAddress(input: AddressIn, states: StateNames): { address: AddressIn; refusals: Refusal[] } {
  const stateName = states.get(input.state_id ?? '')?.en;
  const address: AddressIn = {
    ...input,
    email: input.email ? normalizeEmail(input.email) : null,
    contact_number: normalizePhone(input.contact_number ?? ''),
    state: stateName,
  };
  const missing = listAddressRefusals(address);
  return { address, refusals: missing.length > 0 ? missing : listFormRefusals(address, stateName) };
}

/**
 * Finds the first error of a stored address, in the spec's order; null if it is valid. Addresses stored before
 * postcodes and countries were validated may have one.
 */
export const checkStoredAddress = (address: AddressIn | null): Refusal | null =>
  checkAddress(address) ?? (address && (checkPostcode(address, stateOfPostcode) ?? checkCountry(address)));
