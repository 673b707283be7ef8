/** Statements of the address book, of contact numbers, and of the states that addresses name. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';

/** Reads states by code; an unknown code has no row. */
export const statesById = statement(
  'addresses.statesById',
  v.object({ id: v.string(), name_en: v.string(), name_zh: v.nullable(v.string()) }),
  'select id, name_en, name_zh from states where id = any($1)',
);

const savedAddress = v.object({
  id: v.string(),
  title: v.nullable(v.string()),
  recipient: v.string(),
  email: v.string(),
  contact_number: v.string(),
  street_address: v.string(),
  city: v.string(),
  zip: v.string(),
  state_id: v.string(),
  state: v.string(),
  state_zh: v.nullable(v.string()),
  country: v.nullable(v.string()),
  company: v.nullable(v.string()),
  fax: v.nullable(v.string()),
  is_default: v.boolean(),
});
export type SavedAddressRow = v.InferOutput<typeof savedAddress>;

const SAVED_ADDRESSES = `
  select a.id, a.title, a.recipient, a.email, a.contact_number, a.street_address, a.city, a.zip, a.state_id,
    s.name_en as state, s.name_zh as state_zh, a.country, a.company, a.fax, a.is_default
  from addresses a join states s on s.id = a.state_id where a.customer_id = $1`;

/** Reads a customer's addresses: the default first, then the newest. */
export const customerAddresses = statement(
  'addresses.ofCustomer',
  savedAddress,
  `${SAVED_ADDRESSES} order by a.is_default desc, a.created_at desc, a.id desc`,
);

/** Reads the addresses of customer $1 with the ids $2. */
export const addressesById = statement(
  'addresses.byId',
  savedAddress,
  `${SAVED_ADDRESSES} and a.id = any ($2::uuid[])`,
);

/** Inserts an address or updates the one with its id. Values: columns as JSON, customer, now. */
export const writeAddress = statement(
  'addresses.write',
  v.object({}),
  `insert into addresses (id, customer_id, title, recipient, email, contact_number, street_address, city, zip, state_id,
     country, company, fax, is_default, created_at, updated_at)
   select n.id, $2, n.title, n.recipient, n.email, n.contact_number, n.street_address, n.city, n.zip, n.state_id,
     n.country, n.company, n.fax, n.is_default, $3, $3
   from jsonb_populate_record(null::addresses, $1::jsonb) n
   on conflict (id) do update set (title, recipient, email, contact_number, street_address, city, zip, state_id,
     country, company, fax, is_default, updated_at) = (excluded.title, excluded.recipient, excluded.email,
     excluded.contact_number, excluded.street_address, excluded.city, excluded.zip, excluded.state_id,
     excluded.country, excluded.company, excluded.fax, excluded.is_default, excluded.updated_at)
   where addresses.customer_id = excluded.customer_id`,
);

export const removeAddress = statement(
  'addresses.remove',
  v.object({}),
  'delete from addresses where customer_id = $1 and id = $2',
);

/** Clears a customer's default address, before another one is set. */
export const clearDefaultAddress = statement(
  'addresses.clearDefault',
  v.object({}),
  'update addresses set is_default = false where customer_id = $1 and is_default',
);

export const setDefaultAddress = statement(
  'addresses.setDefault',
  v.object({}),
  'update addresses set is_default = true where customer_id = $1 and id = $2',
);

const contact = v.object({ id: v.string(), title: v.string(), number: v.string(), is_default: v.boolean() });
export type ContactRow = v.InferOutput<typeof contact>;

/** Reads a customer's contact numbers: the default first, then the newest. */
export const customerContacts = statement(
  'addresses.customerContacts',
  contact,
  `select id, title, number, is_default from contacts where customer_id = $1
   order by is_default desc, created_at desc, id desc`,
);

/** Inserts a contact number or updates the one with its id. Values: id, customer, title, number, is_default, now. */
export const writeContact = statement(
  'addresses.writeContact',
  v.object({}),
  `insert into contacts (id, customer_id, title, number, is_default, created_at) values ($1, $2, $3, $4, $5, $6)
   on conflict (id) do update set title = excluded.title, number = excluded.number, is_default = excluded.is_default
   where contacts.customer_id = excluded.customer_id`,
);

export const removeContact = statement(
  'addresses.removeContact',
  v.object({}),
  'delete from contacts where customer_id = $1 and id = $2',
);

/** Clears a customer's default contact number, before another one is set. */
export const clearDefaultContact = statement(
  'addresses.clearDefaultContact',
  v.object({}),
  'update contacts set is_default = false where customer_id = $1 and is_default',
);

export const setDefaultContact = statement(
  'addresses.setDefaultContact',
  v.object({}),
  'update contacts set is_default = true where customer_id = $1 and id = $2',
);
