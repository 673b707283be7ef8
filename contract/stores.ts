/** Outlets and the store locator (docs/spec.md §2 "/shops", §7). An outlet's id is its code. */
import { STORE_SERVICES } from '@shop/core/stores/services';
import * as v from 'valibot';
import { endpoint } from './api/endpoint.ts';
import { image, queryFlag, queryText, textLang, time } from './common-schemas.ts';
import { listPage, listQuery } from './list-query.ts';

const storeId = () => v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/, 'The code of an outlet is expected'));

/** `HH:MM` in Malaysian time; a span that does not close after it opens closes on the next day. */
const openSpan = v.object({ opens: v.string(), closes: v.string() });

const shopRow = v.object({
  id: v.string(),
  name: v.string(),
  text_lang: textLang,
  street_address: v.string(),
  postcode: v.string(),
  /** The town of the postcode; empty for an unknown postcode. */
  city: v.string(),
  state: v.string(),
  state_id: v.string(),
  lat: v.number(),
  lng: v.number(),
  phone: v.string(),
  services: v.array(v.picklist(STORE_SERVICES)),
  /** Null: pages show a drawing. */
  image: v.nullable(image),
  /** `YYYY-MM-DD`. */
  opened_on: v.nullable(v.string()),
  /** The Malaysian day of `hours_today`, `YYYY-MM-DD`. */
  today: v.string(),
  hours_today: v.array(openSpan),
  is_open: v.boolean(),
  /** When a closed outlet opens next; null while it is open, or if it does not open within 31 days. */
  opens_at: v.nullable(time()),
  /** When an open outlet closes next; null while it is closed, or if it does not close within 31 days. */
  closes_at: v.nullable(time()),
  /** The straight-line distance from `near` or `near_zip`; null without them. */
  distance_km: v.nullable(v.number()),
});
export type ShopRow = v.InferInput<typeof shopRow>;

const shop = v.object({
  ...shopRow.entries,
  /** Day 0 is Sunday. */
  hours: v.array(v.object({ day: v.number(), spans: v.array(openSpan) })),
  /** Other hours on days from today on, in order; without spans the outlet is closed. */
  exceptions: v.array(v.object({ date: v.string(), spans: v.array(openSpan) })),
});
export type Shop = v.InferInput<typeof shop>;

const storeListItem = v.object({
  id: v.string(),
  name: v.string(),
  lat: v.number(),
  lng: v.number(),
  state: v.string(),
});
export type StoreListItem = v.InferInput<typeof storeListItem>;

export const shopsQuery = v.object({
  ...listQuery().entries,
  /** A state's code or English name. */
  state: v.optional(queryText(60)),
  open_now: v.optional(queryFlag()),
  /** Services that an outlet must all offer, separated by commas. */
  services: v.optional(queryText(200)),
  /** `lat,lng` in degrees; sorts by distance unless `orderBy` is given. */
  near: v.optional(queryText(60)),
  /** Sorts by distance from a postcode; `near` takes precedence. */
  near_zip: v.optional(queryText(10)),
});
export type ShopsQuery = v.InferOutput<typeof shopsQuery>;

export const storesEndpoints = {
  'stores.list': endpoint('stores.list', {
    access: 'open',
    summary: 'Outlets, by state, services, opening hours and distance',
    query: shopsQuery,
    response: listPage(shopRow),
    refusals: ['list.bad_value', 'address.zip_unknown'],
    cacheable: 'products',
  }),
  'stores.one': endpoint('stores.one', {
    access: 'open',
    summary: 'One outlet with the hours of its week',
    params: v.object({ id: storeId() }),
    response: shop,
    refusals: ['request.not_found'],
    cacheable: 'products',
  }),
  'stores.byId': endpoint('stores.byId', {
    access: 'open',
    summary: 'One outlet by `id`',
    query: v.object({ id: storeId() }),
    response: shop,
    refusals: ['request.not_found'],
    cacheable: 'products',
  }),
  'stores.map': endpoint('stores.map', {
    access: 'open',
    summary: 'Every outlet with its position, on one page',
    response: v.object({ data: v.array(storeListItem) }),
    cacheable: 'products',
  }),
};
