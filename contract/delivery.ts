import { STORAGE_KINDS } from '@shop/core/delivery/undeliverable';
import * as v from 'valibot';
import { endpoint } from './api/endpoint.ts';
import { textLine, time } from './common-schemas.ts';
import { money } from './money.ts';

export const slot = v.object({
  id: v.string(),
  starts_at: time(),
  ends_at: time(),
  fee: money(),
  /** Free places; null for an unlimited slot. */
  places_left: v.nullable(v.number()),
});
export type Slot = v.InferInput<typeof slot>;

export const shipping = v.object({
  id: v.string(),
  /** standard, chilled or bulky (docs/readings.md#13). */
  class: v.string(),
  name: v.string(),
  description: v.string(),
  fee: money(),
  free: v.boolean(),
  free_from: v.nullable(money()),
  /** Keeps frozen goods frozen all the way. */
  suits_frozen: v.boolean(),
  /** Kinds of storage that it keeps on the way. */
  carries: v.array(v.picklist(STORAGE_KINDS)),
  /** The method to preselect: the cheapest, for frozen goods the cheapest that suits them. */
  is_default: v.boolean(),
  slots: v.array(slot),
  /** The days ahead on which slots are closed: `2026-12-25`, with the reason to show. */
  holidays: v.array(v.object({ date: v.string(), name: v.string() })),
});
export type Shipping = v.InferInput<typeof shipping>;

export const deliveryEndpoints = {
  'delivery.shippings': endpoint('delivery.shippings', {
    access: 'guest',
    summary: 'Delivery methods and slots for the given or the saved address, with price and free places',
    query: v.object({
      zip: v.optional(textLine(10)),
      state_id: v.optional(textLine(10)),
    }),
    response: v.object({ data: v.array(shipping) }),
  }),
};
