/** Addresses in responses: of the cart, an order and the address book. */
import type { Address, AddressIn, SavedAddress } from '@shop/contract/addresses';
import { formatAddress } from '@shop/core/addresses/completeness';
import type { SavedAddressRow } from './addresses.sql.ts';

/** Formats an address, sent or saved, for responses. */
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

/** Formats an address of the address book. */
export function savedAddressView(row: SavedAddressRow): SavedAddress {
  return { id: row.id, ...addressView(row), is_default: row.is_default };
}
