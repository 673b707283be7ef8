/** Builds the fields of an address, and looks up its postcode in the list of all Malaysian postcodes. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { buildAddressFields, isZip, normalizeZip } from './address-form.ts';
import { placeQuery } from './place-of-postcode.ts';

/** Returns the table of fields. The server refuses an unknown postcode with the same sentence. */
export function useAddressFields({ needsTitle = false } = {}) {
  const queries = useQueryClient();
  const isUnknownZip = (zip: string) => queries.getQueryData(placeQuery(zip).queryKey) === null;
  return buildAddressFields({ needsTitle, isUnknownZip });
}

/** Looks up the place of a postcode as typed: undefined until it is loaded, null for an unknown postcode. */
export function usePlace(typed: string) {
  const zip = normalizeZip(typed);
  return useQuery({ ...placeQuery(zip), enabled: isZip(zip) }).data;
}
