/** Addresses and the states of Malaysia. */
import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { line, paragraph } from './wire.ts';

const optionalLine = (max: number) => v.optional(v.nullable(line(max)));

/**
 * An address as a shopper sends it. Which parts it must have is core's rule with the spec's eight messages
 * (`core/addresses/completeness.ts`), so all of them may be missing here.
 */
export const addressIn = v.object({
  title: optionalLine(60),
  recipient: optionalLine(100),
  email: optionalLine(254),
  contact_number: optionalLine(30),
  street_address: v.optional(v.nullable(paragraph(300))),
  city: optionalLine(100),
  zip: optionalLine(10),
  state: optionalLine(60),
  state_id: optionalLine(10),
  country: optionalLine(60),
  company: optionalLine(100),
  fax: optionalLine(30),
});
export type AddressIn = v.InferOutput<typeof addressIn>;

/** An address in an answer. */
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

export const state = v.object({ id: v.string(), code: v.string(), name: v.string() });
export type State = v.InferInput<typeof state>;

export const addressesEndpoints = {
  'addresses.states': endpoint('addresses.states', {
    who: 'open',
    summary: 'States and federal territories by ISO 3166-2 code',
    query: v.object({ lang: v.optional(v.string()) }),
    response: v.object({ data: v.array(state) }),
    cacheable: true,
  }),
};
