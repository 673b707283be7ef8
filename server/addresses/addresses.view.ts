/** Addresses in answers, in the cart, an order and the book alike. */
import type { Address, AddressIn, SavedAddress } from '@shop/contract/addresses';
import { formatAddress } from '@shop/core/addresses/completeness';
import type { SavedAddressRow } from './addresses.sql.ts';

/** An address in an answer, from what was sent and saved. */
export function addressView(address: AddressIn): Address {
  const { title, recipient, email, contact_number, street_address, city, zip, state, state_id, country, company, fax } =
    address;
  return {
    title: title ?? null,
    recipient: recipient ?? null,
    email: email ?? null,
    contact_number: contact_number ?? null,
    street_address: street_address ?? null,
    city: city ?? null,
    zip: zip ?? null,
    state: state ?? null,
    state_id: state_id ?? null,
    country: country ?? null,
    company: company ?? null,
    fax: fax ?? null,
    formatted_address: formatAddress(address),
  };
}

/** An address of the book. */
export function savedAddressView(row: SavedAddressRow): SavedAddress {
  return { id: row.id, ...addressView(row), is_default: row.is_default };
}
