/** A method's slots of the coming days, under the ids by which a checkout names them. */

import { type DatedSlot, openSlots } from '@shop/core/delivery/slots';
import { MINUTE_MS } from '@shop/core/time';
import type { SlotTemplate } from './delivery.sql.ts';

/** A template's slot on one day. */
export type DaySlot = DatedSlot<SlotTemplate> & { id: string };

/** Today and the six days after it are offered. */
const SLOT_DAYS = 7;

/** A slot's id: its template and its start, in minutes since 1970. */
export const slotId = (template: number, starts_at: Date): string => `${template}-${starts_at.getTime() / MINUTE_MS}`;

/** Slots that still take orders at `now`, earliest first. */
export function slotsAhead(templates: readonly SlotTemplate[], now: Date): DaySlot[] {
  return openSlots(templates, now, SLOT_DAYS).map((slot) => ({
    ...slot,
    id: slotId(slot.template.id, slot.starts_at),
  }));
}

/** The template of a slot's id; null where there is none. */
export function templateOf(templates: readonly SlotTemplate[], id: string): SlotTemplate | null {
  return templates.find((template) => id.startsWith(`${template.id}-`)) ?? null;
}

/** The open slot of that id; null where it is unknown, of another method, or closed. */
export function findSlot(templates: readonly SlotTemplate[], id: string, now: Date): DaySlot | null {
  const template = templateOf(templates, id);
  return template === null ? null : (slotsAhead([template], now).find((slot) => slot.id === id) ?? null);
}
