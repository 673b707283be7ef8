/** Addresses in responses: of the cart, an order and the address book. */
import type { Address, AddressIn, SavedAddress } from '@shop/contract/addresses';
import { formatAddress, isSamePlace } from '@shop/core/addresses/completeness';
import { type Lang, textIn } from '@shop/core/lang';
import type { SavedAddressRow } from './addresses.sql.ts';

/** Names of the states by ISO code. */
export type StateNames = ReadonlyMap<string, { en: string; zh: string | null }>;

export function stateNameOf(states: StateNames, state_id: string, lang: Lang): string {
  const name = states.get(state_id);
  return name === undefined ? state_id : textIn(lang, name.en, name.zh);
}

/** Formats an address for responses, with its state's name in the language. */
export function addressView(address: AddressIn, lang: Lang, states: StateNames): Address {
  const { title, recipient, email, contact_number, street_address, city, zip, state_id, country, company, fax } =
    address;
  const state = state_id ? stateNameOf(states, state_id, lang) : (address.state ?? null);
  // A city may have the state's name in the other language too.
  const isCityState = isSamePlace(city, states.get(state_id ?? '')?.en);
  return {
    title: title ?? null,
    recipient: recipient ?? null,
    email: email ?? null,
    contact_number: contact_number ?? null,
    street_address: street_address ?? null,
    city: city ?? null,
    zip: zip ?? null,
    state,
    state_id: state_id ?? null,
    country: country ?? null,
    company: company ?? null,
    fax: fax ?? null,
    formatted_address: formatAddress({ ...address, state: isCityState ? city : state }),
  };
}

export function savedAddressView(row: SavedAddressRow, lang: Lang): SavedAddress {
  const states = new Map([[row.state_id, { en: row.state, zh: row.state_zh }]]);
  return { id: row.id, ...addressView(row, lang, states), is_default: row.is_default };
}
