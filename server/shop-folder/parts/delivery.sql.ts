/** Statements on the areas of delivery zones, and on fees and slots of delivery methods. */
import * as v from 'valibot';
import { lockingStatement, statement } from '../../db/database.ts';
import { writeStatement } from '../../field-tables/list-part.ts';

/** Removes the states and ranges of postcodes of these zones. Values: codes. */
export const clearZoneAreas = writeStatement(
  'clearZoneAreas',
  `with zones as (select id from delivery_zones where code = any ($1::text[])),
     states as (delete from delivery_zone_states where zone_id in (select id from zones))
   delete from delivery_zone_postcodes where zone_id in (select id from zones)`,
);

export const writeZoneStates = writeStatement(
  'zoneStates',
  `insert into delivery_zone_states (state_id, zone_id)
   select r.state_id, z.id from jsonb_to_recordset($1::jsonb) as r (state_id text, zone text)
   join delivery_zones z on z.code = r.zone
   on conflict (state_id) do update set zone_id = excluded.zone_id`,
);

/** Removes the fees of these methods. Values: codes. */
export const clearRates = writeStatement(
  'clearRates',
  'delete from delivery_rates where method_id in (select id from delivery_methods where code = any ($1::text[]))',
);

/**
 * Sets the places of these methods' future slots to their template's number, but not below the taken places. Values:
 * codes, now.
 */
export const resizeSlots = lockingStatement(
  'slot',
  'shopFolder.resizeSlots',
  v.strictObject({}),
  `update delivery_slots s set capacity = greatest(t.capacity, s.taken)
   from delivery_slot_templates t join delivery_methods m on m.id = t.method_id
   where s.template_id = t.id and m.code = any ($1::text[]) and s.starts_at > $2::timestamptz
     and s.capacity <> greatest(t.capacity, s.taken)`,
);

/** Retires the slots of these methods that are not listed: no places from now on. Values: codes, rows. */
export const retireSlots = writeStatement(
  'retireSlots',
  `update delivery_slot_templates t set capacity = 0 from delivery_methods m
   where m.id = t.method_id and m.code = any ($1::text[]) and not exists (
     select 1 from jsonb_to_recordset($2::jsonb) as r (method text, starts_minute smallint, zones text[])
     where r.method = m.code and r.starts_minute = t.starts_minute and r.zones = t.zones)`,
);

/** Lists retired slots without a day on which they are offered. */
export const listRetiredSlots = statement(
  'shopFolder.retiredSlots',
  v.object({ id: v.number() }),
  `select t.id from delivery_slot_templates t where t.capacity = 0
     and not exists (select 1 from delivery_slots s where s.template_id = t.id)`,
);

/** Lists those of these slots that an order has used. Values: ids. */
export const listOrderedSlots = statement(
  'shopFolder.orderedSlots',
  v.object({ id: v.number() }),
  'select distinct slot_template_id as id from orders where slot_template_id = any ($1::bigint[])',
);

/** Removes slots. Values: ids. */
export const removeSlots = writeStatement(
  'removeSlots',
  'delete from delivery_slot_templates where id = any ($1::bigint[])',
);

export const removeMethodSlots = writeStatement(
  'removeMethodSlots',
  `delete from delivery_slot_templates
   where method_id in (select id from delivery_methods where code = any ($1::text[]))`,
);
/** Removes the fees of these zones. Values: codes. */
export const clearZoneRates = writeStatement(
  'clearZoneRates',
  'delete from delivery_rates where zone_id in (select id from delivery_zones where code = any ($1::text[]))',
);
