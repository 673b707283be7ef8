/** Delivery slots. Days are days in Kuala Lumpur (docs/readings.md#34). */
import type { Sen } from '../money.ts';
import { DAY_MS, MINUTE_MS, startOfDay } from '../time.ts';

/** A daily slot, in minutes after midnight in Kuala Lumpur. */
export type SlotTemplate = {
  starts_minute: number;
  ends_minute: number;
  fee: Sen;
  /** Orders close this many minutes before the slot starts. */
  cutoff_minutes: number;
};

export type DatedSlot<Template extends SlotTemplate> = { template: Template; starts_at: Date; ends_at: Date };

/** Lists the slots of the next `days` days, today included, that accept orders at `now`, earliest first. */
export function openSlots<Template extends SlotTemplate>(
  templates: readonly Template[],
  now: Date,
  days: number,
): DatedSlot<Template>[] {
  const today = startOfDay(now).getTime();
  const slots: DatedSlot<Template>[] = [];
  for (let day = 0; day < days; day += 1) {
    for (const template of templates) {
      const midnight = today + day * DAY_MS;
      const starts_at = new Date(midnight + template.starts_minute * MINUTE_MS);
      if (now.getTime() > starts_at.getTime() - template.cutoff_minutes * MINUTE_MS) continue;
      slots.push({ template, starts_at, ends_at: new Date(midnight + template.ends_minute * MINUTE_MS) });
    }
  }
  return slots.sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime());
}
