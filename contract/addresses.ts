import * as v from 'valibot';
import { endpoint } from './api/endpoint.ts';
import { multilineText, textLine, uuid } from './common-schemas.ts';
import { listPage, listQuery } from './list-query.ts';

const optionalLine = (max: number) => v.optional(v.nullable(textLine(max)));

/**
 * An address in a request. All fields are optional here: core checks the required ones, with the spec's eight messages
 * (`core/addresses/completeness.ts`).
 */
export const addressIn = v.object({
  title: optionalLine(60),
  recipient: optionalLine(100),
  email: optionalLine(254),
  contact_number: optionalLine(30),
  street_address: v.optional(v.nullable(multilineText(300))),
  city: optionalLine(100),
  zip: optionalLine(10),
  state: optionalLine(60),
  state_id: optionalLine(10),
  country: optionalLine(60),
  company: optionalLine(100),
  fax: optionalLine(30),
});
export type AddressIn = v.InferOutput<typeof addressIn>;

/** An address in a response. */
export const address = v.object({
  title: v.nullable(v.string()),
  recipient: v.nullable(v.string()),
  email: v.nullable(v.string()),
  contact_number: v.nullable(v.string()),
  street_address: v.nullable(v.string()),
  city: v.nullable(v.string()),
  zip: v.nullable(v.string()),
  state: v.nullable(v.string()),
  state_id: v.nullable(v.string()),
  country: v.nullable(v.string()),
  company: v.nullable(v.string()),
  fax: v.nullable(v.string()),
  formatted_address: v.string(),
});
export type Address = v.InferInput<typeof address>;

/** A saved address of the address book. */
export const savedAddress = v.object({ id: v.string(), ...address.entries, is_default: v.boolean() });
export type SavedAddress = v.InferInput<typeof savedAddress>;

export const savedAddressIn = v.object({ ...addressIn.entries, is_default: v.optional(v.boolean()) });

/** docs/spec.md §3 "Contact number: title, number, default." */
export const contactNumber = v.object({
  id: v.string(),
  title: v.string(),
  number: v.string(),
  is_default: v.boolean(),
});
export type ContactNumber = v.InferInput<typeof contactNumber>;

const contactIn = v.object({ title: textLine(60), number: textLine(30), is_default: v.optional(v.boolean()) });

const byId = v.object({ id: uuid() });
const successResponse = v.object({ success: v.boolean() });
/** Refusals of an address that has to be complete. */
export const ADDRESS_REFUSALS = [
  'address.missing',
  'address.recipient',
  'address.email',
  'address.contact_number',
  'address.street_address',
  'address.city',
  'address.zip',
  'address.zip_unknown',
  'address.state',
  'address.zip_state',
  'address.country',
] as const;

export const state = v.object({ id: v.string(), code: v.string(), name: v.string() });
export type State = v.InferInput<typeof state>;

export const addressesEndpoints = {
  'addresses.states': endpoint('addresses.states', {
    access: 'open',
    summary: 'States and federal territories by ISO 3166-2 code',
    response: v.object({ data: v.array(state) }),
    cacheable: 'products',
  }),
  'addresses.list': endpoint('addresses.list', {
    access: 'me',
    summary: 'The customer’s addresses, the default first',
    query: listQuery(),
    response: listPage(savedAddress),
  }),
  'addresses.one': endpoint('addresses.one', {
    access: 'me',
    summary: 'One address of the book',
    params: byId,
    response: savedAddress,
    refusals: ['request.not_found'],
  }),
  'addresses.add': endpoint('addresses.add', {
    access: 'me',
    summary: 'Adds an address; the first is the default',
    body: savedAddressIn,
    response: savedAddress,
    status: 201,
    refusals: [...ADDRESS_REFUSALS, 'address.too_many'],
  }),
  'addresses.change': endpoint('addresses.change', {
    access: 'me',
    summary: 'Changes an address; what is not named stays, the default until another one is',
    params: byId,
    body: savedAddressIn,
    response: savedAddress,
    refusals: ['request.not_found', ...ADDRESS_REFUSALS],
  }),
  'addresses.remove': endpoint('addresses.remove', {
    access: 'me',
    summary: 'Removes an address; where it was the default the newest other one is',
    params: byId,
    response: successResponse,
    refusals: ['request.not_found'],
  }),
  'addresses.contacts': endpoint('addresses.contacts', {
    access: 'me',
    summary: 'The customer’s contact numbers, the default first',
    query: listQuery(),
    response: listPage(contactNumber),
  }),
  'addresses.contact': endpoint('addresses.contact', {
    access: 'me',
    summary: 'One contact number',
    params: byId,
    response: contactNumber,
    refusals: ['request.not_found'],
  }),
  'addresses.addContact': endpoint('addresses.addContact', {
    access: 'me',
    summary: 'Adds a contact number; the first is the default',
    body: contactIn,
    response: contactNumber,
    status: 201,
    refusals: ['phone.invalid', 'contact.too_many'],
  }),
  'addresses.changeContact': endpoint('addresses.changeContact', {
    access: 'me',
    summary: 'Changes a contact number',
    params: byId,
    body: v.partial(contactIn),
    response: contactNumber,
    refusals: ['request.not_found', 'phone.invalid'],
  }),
  'addresses.removeContact': endpoint('addresses.removeContact', {
    access: 'me',
    summary: 'Removes a contact number',
    params: byId,
    response: successResponse,
    refusals: ['request.not_found'],
  }),
};
