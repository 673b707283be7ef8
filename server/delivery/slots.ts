/** A delivery method's slots of the coming days, with the ids that the checkout uses. */

import { formatSlot } from '@shop/core/dates';
import type { SlotCapacity } from '@shop/core/delivery/slot-capacity';
import { closesSlot, type DatedSlot, listOpenSlots } from '@shop/core/delivery/slots';
import type { Lang } from '@shop/core/lang';
import { type Refusal, refusal } from '@shop/core/refusal';
import { DAY_MS, dayOf, MINUTE_MS } from '@shop/core/time';
import type { ShopHoliday } from '../content/settings.ts';
import type { StoredSlotTemplate, ZoneMethod } from './delivery.sql.ts';

export type DaySlot = DatedSlot<StoredSlotTemplate> & { id: string };

/** Days whose slots are offered: today and the next six. */
const SLOT_DAYS = 7;

/** Builds a slot's id from its template and its start, in minutes since 1970. */
export const buildSlotId = (template: number, starts_at: Date): string =>
  `${template}-${starts_at.getTime() / MINUTE_MS}`;

/** Returns the id of an order's slot; null for an order without one. */
export const findSlotId = (order: { slot_template_id: number | null; slot_starts_at: Date | null }): string | null =>
  order.slot_template_id === null || order.slot_starts_at === null
    ? null
    : buildSlotId(order.slot_template_id, order.slot_starts_at);

/** Returns a slot's limits. `orders` is the limit of orders on its day, which may differ from the template's. */
export const capacityOf = ({ template }: DaySlot, orders: number): SlotCapacity => ({
  orders,
  items: template.items_capacity,
  bulky: template.bulky_capacity,
});

/** The templates and holidays that slots are derived from. */
export type SlotCalendar = { slots: readonly StoredSlotTemplate[]; holidays: readonly ShopHoliday[] };

/** Returns whether a template is of this method and serves the zone of its rate. */
export const isServed = (
  { method_id, zones }: Pick<StoredSlotTemplate, 'method_id' | 'zones'>,
  { method, rate }: ZoneMethod,
): boolean => method_id === method.id && (zones.length === 0 || zones.includes(rate.zone));

/** Lists the slots of a method in the zone of its rate that are open at `now`, earliest first. */
export function listSlotsAhead({ slots, holidays }: SlotCalendar, method: ZoneMethod, now: Date): DaySlot[] {
  const templates = slots.filter((template) => isServed(template, method));
  const isClosed = (template: StoredSlotTemplate, day: string) =>
    holidays.some((holiday) => holiday.date === day && closesSlot(holiday, method.rate.zone, template));
  return listOpenSlots(templates, now, SLOT_DAYS, isClosed).map((slot) => ({
    ...slot,
    id: buildSlotId(slot.template.id, slot.starts_at),
  }));
}

/** Lists the holidays of the days ahead that close a slot of a method in the zone of its rate, in order. */
export function listHolidaysAhead({ slots, holidays }: SlotCalendar, method: ZoneMethod, now: Date): ShopHoliday[] {
  const [first, end] = [dayOf(now), dayOf(new Date(now.getTime() + SLOT_DAYS * DAY_MS))];
  const templates = slots.filter((template) => isServed(template, method));
  return holidays
    .filter(({ date }) => first <= date && date < end)
    .filter((holiday) => templates.some((template) => closesSlot(holiday, method.rate.zone, template)))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

/** Finds the template of a slot's id; null if unknown. */
export function findTemplate<T extends { id: number }>(templates: readonly T[], id: string): T | null {
  return templates.find((template) => id.startsWith(`${template.id}-`)) ?? null;
}

/** Returns the time of a slot from its id, for one of these templates; null if unknown. */
export function findSlotTime(
  templates: readonly Pick<StoredSlotTemplate, 'id' | 'starts_minute' | 'ends_minute'>[],
  id: string,
): Pick<DaySlot, 'starts_at' | 'ends_at'> | null {
  const template = findTemplate(templates, id);
  if (template === null) return null;
  const start = Number(id.slice(id.indexOf('-') + 1)) * MINUTE_MS;
  const length = (template.ends_minute - template.starts_minute) * MINUTE_MS;
  return { starts_at: new Date(start), ends_at: new Date(start + length) };
}

/**
 * Returns why a slot cannot be chosen: `checkout.slot_full` with its time (full, closed, or not of this method or
 * zone), or `checkout.slot_missing` for an id of no known template.
 */
export function buildSlotRefusal(templates: readonly StoredSlotTemplate[], id: string, lang: Lang): Refusal {
  const time = findSlotTime(templates, id);
  return time === null
    ? refusal('checkout.slot_missing')
    : refusal('checkout.slot_full', { slot: formatSlot(time, lang) });
}

/** Finds an open slot of a method by id; null if it is unknown, of another method or zone, or closed. */
export function findSlot(calendar: SlotCalendar, method: ZoneMethod, id: string, now: Date): DaySlot | null {
  const template = findTemplate(calendar.slots, id);
  if (template === null) return null;
  return listSlotsAhead({ ...calendar, slots: [template] }, method, now).find((slot) => slot.id === id) ?? null;
}
