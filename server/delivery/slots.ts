/** A delivery method's slots of the coming days, with the ids that the checkout uses. */

import type { SlotCapacity } from '@shop/core/delivery/slot-capacity';
import { type DatedSlot, openSlots } from '@shop/core/delivery/slots';
import { MINUTE_MS } from '@shop/core/time';
import type { SlotTemplate } from './delivery.sql.ts';

export type DaySlot = DatedSlot<SlotTemplate> & { id: string };

/** Days offered: today and the next six. */
const SLOT_DAYS = 7;

/** Builds a slot's id from its template and its start, in minutes since 1970. */
export const slotId = (template: number, starts_at: Date): string => `${template}-${starts_at.getTime() / MINUTE_MS}`;

/** Finds a slot's limits; the orders that it takes may differ by day. */
export const capacityOf = ({ template }: DaySlot, orders: number): SlotCapacity => ({
  orders,
  items: template.items_capacity,
  bulky: template.bulky_capacity,
});

/** Lists slots open at `now`, earliest first. */
export function slotsAhead(templates: readonly SlotTemplate[], now: Date): DaySlot[] {
  return openSlots(templates, now, SLOT_DAYS).map((slot) => ({
    ...slot,
    id: slotId(slot.template.id, slot.starts_at),
  }));
}

/** Finds the template of a slot's id; null if unknown. */
export function templateOf(templates: readonly SlotTemplate[], id: string): SlotTemplate | null {
  return templates.find((template) => id.startsWith(`${template.id}-`)) ?? null;
}

/** Finds an open slot by id; null if it is unknown, of another method, or closed. */
export function findSlot(templates: readonly SlotTemplate[], id: string, now: Date): DaySlot | null {
  const template = templateOf(templates, id);
  return template === null ? null : (slotsAhead([template], now).find((slot) => slot.id === id) ?? null);
}
