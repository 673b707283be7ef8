import type { Manifest } from '@shop/contract/staff/staff-delivery';
import { textIn } from '@shop/core/lang';
import { DAY_MS, dayOf, midnightOf } from '@shop/core/time';
import { addressView } from '../../addresses/addresses.view.ts';
import { currentSettings } from '../../cart/pricing-settings.ts';
import type { Ctx } from '../../context.ts';
import { findZone } from '../../delivery/delivery.ts';
import { findSlotId } from '../../delivery/slots.ts';
import { manifestOrders } from './runs.sql.ts';

/** Maximum orders in one response: what a depot sends out in a day. */
const MAX_ORDERS = 1_000;

/**
 * Reads the orders that are packed or out, by slot, method and zone: those of the day's slots, of earlier ones, and
 * without a slot. At most `MAX_ORDERS`.
 */
export async function readManifest(ctx: Ctx, day: string = dayOf(ctx.now)): Promise<Manifest> {
  const end = new Date(midnightOf(day).getTime() + DAY_MS);
  const [rows, { zones, states }] = await Promise.all([
    ctx.db.rows(manifestOrders, [end, MAX_ORDERS]),
    currentSettings(ctx.db),
  ]);
  const bySlot = Map.groupBy(rows, (row) => `${row.slot_template_id} ${row.slot_starts_at?.getTime()} ${row.method}`);
  const slots = [...bySlot.values()].map((orders): Manifest['slots'][number] => {
    const [first] = orders;
    if (first === undefined) throw new Error('A group has a row');
    const { slot_starts_at, slot_ends_at, method } = first;
    const byZone = Map.groupBy(orders, ({ shipping_address: { zip, state_id } }) =>
      state_id === null ? null : findZone(zones, { zip, state_id }),
    );
    return {
      id: findSlotId(first),
      method: { code: method, name: textIn(ctx.lang, first.delivery_method_en, first.delivery_method_zh) },
      starts_at: slot_starts_at,
      ends_at: slot_ends_at,
      zones: [...byZone].map(([zone, inZone]) => ({
        zone: zone && { code: zone.code, name: textIn(ctx.lang, zone.name_en, zone.name_zh) },
        orders: inZone.map(({ shipping_address, shipping_remarks, ...row }) => ({
          id: row.id,
          order_number: row.order_number,
          status: row.status,
          address: addressView(shipping_address, ctx.lang, states),
          units: row.units,
          has_bulky: row.has_bulky,
          bags: row.bags,
          cash_to_collect: row.cash_to_collect,
          remarks: shipping_remarks,
          leave_at_door: row.leave_at_door,
          run_id: row.run_id,
          driver: row.driver,
          is_late: row.slot_ends_at !== null && row.slot_ends_at <= ctx.now,
        })),
      })),
    };
  });
  return { day, slots };
}
