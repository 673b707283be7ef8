import { expect, test } from 'vitest';
import { openSlots } from './slots.ts';

const at = (text: string) => new Date(text);
const MORNING = { starts_minute: 600, ends_minute: 720, fee: 0, cutoff_minutes: 120 };
const EVENING = { starts_minute: 1080, ends_minute: 1200, fee: 200, cutoff_minutes: 120 };

test('slots of today that are still open come first, then those of the days after', () => {
  // 11:00 in Kuala Lumpur: the morning is closed, the evening is not.
  const slots = openSlots([EVENING, MORNING], at('2026-01-31T03:00:00Z'), 2);
  expect(slots.map(({ template, starts_at }) => [template.fee, starts_at.toISOString()])).toEqual([
    [200, '2026-01-31T10:00:00.000Z'],
    [0, '2026-02-01T02:00:00.000Z'],
    [200, '2026-02-01T10:00:00.000Z'],
  ]);
  expect(slots[0]?.ends_at).toEqual(at('2026-01-31T12:00:00Z'));
});

test('a slot takes orders up to its cut-off, to the millisecond', () => {
  expect(openSlots([MORNING], at('2026-01-31T00:00:00.000Z'), 1)).toHaveLength(1);
  expect(openSlots([MORNING], at('2026-01-31T00:00:00.001Z'), 1)).toHaveLength(0);
});
