import { expect, test } from 'vitest';
import type { SlotTemplate } from './delivery.sql.ts';
import { findSlot, slotsAhead } from './slots.ts';

const template = (id: number, hour: number): SlotTemplate => ({
  id,
  method_id: 1,
  starts_minute: hour * 60,
  ends_minute: (hour + 2) * 60,
  fee: 0,
  capacity: 20,
  items_capacity: null,
  bulky_capacity: null,
  cutoff_minutes: 60,
});
const TEMPLATES = [template(1, 10), template(2, 16)];
/** A time in Kuala Lumpur. */
const at = (text: string) => new Date(`${text}+08:00`);

test('offers slots of seven days, each with its own id', () => {
  const slots = slotsAhead(TEMPLATES, at('2026-11-20T00:30:00'));
  expect(slots.at(-1)?.starts_at).toEqual(at('2026-11-26T16:00:00'));
  expect(new Set(slots.map((slot) => slot.id)).size).toBe(14);
});

test('finds a slot by its id while it is open, and only for its own method', () => {
  const now = at('2026-11-20T08:00:00');
  const [first] = slotsAhead(TEMPLATES, now);
  const id = first?.id ?? '';
  expect(findSlot(TEMPLATES, id, now)?.starts_at).toEqual(first?.starts_at);
  expect(findSlot(TEMPLATES, id, at('2026-11-20T09:30:00'))).toBeNull();
  expect(findSlot([template(3, 10)], id, now)).toBeNull();
  for (const wrong of ['', '1', '1-', '1-1e3', '1-29000000', '-1-2', 'x']) {
    expect(findSlot(TEMPLATES, wrong, now)).toBeNull();
  }
});
