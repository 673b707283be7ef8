/** Validates an address form, its postcode included, which is looked up in the list of all Malaysian ones. */
import { type Refusal, refusal } from '@shop/core/refusal';
import { useQuery } from '@tanstack/react-query';
import { type AddressField, type AddressForm, formRefusals, isZip, readZip } from './address-form.ts';
import { placeQuery } from './place-of-postcode.ts';

export type AddressRefusals = Partial<Record<AddressField, Refusal>>;

/** Returns the errors by field. The server refuses an unknown postcode with the same sentence. */
export function useAddressRefusals(form: AddressForm, needsTitle = false): AddressRefusals {
  const zip = readZip(form.zip);
  const { data: place } = useQuery({ ...placeQuery(zip), enabled: isZip(zip) });
  const wrong = formRefusals(form, needsTitle);
  return place === null ? { ...wrong, zip: refusal('address.zip_unknown', { zip }) } : wrong;
}
