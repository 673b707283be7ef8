/** Statements of outlets. */
import { STORE_SERVICES } from '@shop/core/stores/services';
import * as v from 'valibot';
import { statement } from '../db/database.ts';

const spans = v.array(v.object({ opens: v.string(), closes: v.string() }));

const outletRow = v.object({
  code: v.string(),
  name_en: v.string(),
  name_zh: v.nullable(v.string()),
  street_address: v.string(),
  postcode: v.string(),
  state_id: v.string(),
  state_en: v.string(),
  state_zh: v.nullable(v.string()),
  latitude: v.number(),
  longitude: v.number(),
  phone: v.string(),
  hours: v.array(v.object({ day: v.number(), spans })),
  exceptions: v.array(v.object({ date: v.string(), spans })),
  services: v.array(v.picklist(STORE_SERVICES)),
  photo_hash: v.nullable(v.string()),
  opened_on: v.nullable(v.string()),
});
export type OutletRow = v.InferOutput<typeof outletRow>;

/** Reads the outlets that shoppers see, sorted by code. */
export const shownOutlets = statement(
  'stores.shown',
  outletRow,
  `select o.code, o.name_en, o.name_zh, o.street_address, o.postcode, o.state_id, s.name_en as state_en,
     s.name_zh as state_zh, o.latitude, o.longitude, o.phone, o.hours, o.exceptions, o.services, o.photo_hash,
     o.opened_on::text as opened_on
   from outlets o join states s on s.id = o.state_id where o.is_active order by o.code`,
);

/** Reads every state, also those without outlets. */
export const allStates = statement(
  'stores.states',
  v.object({ id: v.string(), name_en: v.string(), name_zh: v.nullable(v.string()) }),
  'select id, name_en, name_zh from states',
);
