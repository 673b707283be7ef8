import { expect, test } from 'vitest';
import { closesSlot, listOpenSlots } from './slots.ts';

const at = (text: string) => new Date(text);
const MORNING = { starts_minute: 600, ends_minute: 720, fee: 0, cutoff_minutes: 120 };
const EVENING = { starts_minute: 1080, ends_minute: 1200, fee: 200, cutoff_minutes: 120 };

const never = () => false;

test('slots of today that are still open come first, then those of the days after', () => {
  // 11:00 in Kuala Lumpur: the morning is closed, the evening is not.
  const slots = listOpenSlots([EVENING, MORNING], at('2026-01-31T03:00:00Z'), 2, never);
  expect(slots.map(({ template, starts_at }) => [template.fee, starts_at.toISOString()])).toEqual([
    [200, '2026-01-31T10:00:00.000Z'],
    [0, '2026-02-01T02:00:00.000Z'],
    [200, '2026-02-01T10:00:00.000Z'],
  ]);
  expect(slots[0]?.ends_at).toEqual(at('2026-01-31T12:00:00Z'));
});

test('a slot takes orders up to its cut-off, to the millisecond', () => {
  expect(listOpenSlots([MORNING], at('2026-01-31T00:00:00.000Z'), 1, never)).toHaveLength(1);
  expect(listOpenSlots([MORNING], at('2026-01-31T00:00:00.001Z'), 1, never)).toHaveLength(0);
});

test('a slot that is closed on its Malaysian day is left out', () => {
  // 07:00 on 31 January in Kuala Lumpur is still 30 January in UTC.
  const isClosed = ({ fee }: typeof MORNING, day: string) => fee === 0 && day === '2026-01-31';
  const slots = listOpenSlots([MORNING, EVENING], at('2026-01-30T23:00:00Z'), 2, isClosed);
  expect(slots.map(({ starts_at }) => starts_at.toISOString())).toEqual([
    '2026-01-31T10:00:00.000Z',
    '2026-02-01T02:00:00.000Z',
    '2026-02-01T10:00:00.000Z',
  ]);
});

const HOLIDAY = { date: '2026-12-25', zones: [], windows: [] };
const AFTER_SIX = [{ starts_minute: 1080, ends_minute: 1440 }];

test.each([
  ['everywhere, all day', HOLIDAY, [true, true]],
  ['in its zone', { ...HOLIDAY, zones: ['east'] }, [true, true]],
  ['not in another zone', { ...HOLIDAY, zones: ['west'] }, [false, false]],
  ['only the slots of its windows', { ...HOLIDAY, windows: AFTER_SIX }, [false, true]],
  ['a slot that overlaps a window', { ...HOLIDAY, windows: [{ starts_minute: 700, ends_minute: 800 }] }, [true, false]],
  [
    'not a slot that begins where a window ends',
    { ...HOLIDAY, windows: [{ starts_minute: 0, ends_minute: 600 }] },
    [false, false],
  ],
])('a holiday closes %s', (_, holiday, expected) => {
  expect([MORNING, EVENING].map((slot) => closesSlot(holiday, 'east', slot))).toEqual(expected);
});
