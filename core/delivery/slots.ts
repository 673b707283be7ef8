/** Delivery slots. Days are days in Kuala Lumpur (docs/readings.md#34). */
import type { Sen } from '../money.ts';
import { DAY_MS, dayOf, MINUTE_MS, startOfDay } from '../time.ts';

/** A daily slot, in minutes after midnight in Kuala Lumpur. */
export type SlotTemplate = {
  starts_minute: number;
  ends_minute: number;
  fee: Sen;
  /** Orders close this many minutes before the slot starts. */
  cutoff_minutes: number;
};

/** A span of the day, in minutes after midnight in Kuala Lumpur. */
export type SlotWindow = Pick<SlotTemplate, 'starts_minute' | 'ends_minute'>;

/**
 * A day with fewer deliveries, such as a public holiday. Without zones it applies to every zone, without windows to the
 * whole day.
 */
export type Holiday = {
  /** The Malaysian day, `2026-12-25`. */
  date: string;
  /** Codes of delivery zones. */
  zones: readonly string[];
  windows: readonly SlotWindow[];
};

/** Returns whether a holiday closes a slot of its day in a zone: any slot that overlaps one of its windows. */
export function closesSlot({ zones, windows }: Holiday, zone: string, slot: SlotWindow): boolean {
  if (zones.length > 0 && !zones.includes(zone)) return false;
  const overlaps = (span: SlotWindow) => slot.starts_minute < span.ends_minute && span.starts_minute < slot.ends_minute;
  return windows.length === 0 || windows.some(overlaps);
}

export type DatedSlot<Template extends SlotTemplate> = { template: Template; starts_at: Date; ends_at: Date };

/**
 * Lists the slots of the next `days` days, today included, that accept orders at `now` and are not `isClosed` on their
 * day, earliest first.
 */
export function listOpenSlots<Template extends SlotTemplate>(
  templates: readonly Template[],
  now: Date,
  days: number,
  isClosed: (template: Template, day: string) => boolean,
): DatedSlot<Template>[] {
  const today = startOfDay(now).getTime();
  const slots: DatedSlot<Template>[] = [];
  for (let day = 0; day < days; day += 1) {
    const midnight = today + day * DAY_MS;
    const date = dayOf(new Date(midnight));
    for (const template of templates) {
      const starts_at = new Date(midnight + template.starts_minute * MINUTE_MS);
      if (now.getTime() > starts_at.getTime() - template.cutoff_minutes * MINUTE_MS) continue;
      if (isClosed(template, date)) continue;
      slots.push({ template, starts_at, ends_at: new Date(midnight + template.ends_minute * MINUTE_MS) });
    }
  }
  return slots.sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime());
}
