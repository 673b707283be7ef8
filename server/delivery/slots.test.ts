import { expect, test } from 'vitest';
import type { StoredSlotTemplate, ZoneMethod } from './delivery.sql.ts';
import { findSlot, listHolidaysAhead, listSlotsAhead } from './slots.ts';

const template = (id: number, hour: number): StoredSlotTemplate => ({
  id,
  method_id: 1,
  starts_minute: hour * 60,
  ends_minute: (hour + 2) * 60,
  fee: 0,
  zones: [],
  capacity: 20,
  items_capacity: null,
  bulky_capacity: null,
  cutoff_minutes: 60,
});
const CALENDAR = { slots: [template(1, 10), template(2, 16)], holidays: [] };

const makeZoneMethod = (zone: string): ZoneMethod => ({
  method: {
    id: 1,
    code: 'standard',
    shipping_class: 'standard',
    carries: [],
    name_en: 'Standard',
    name_zh: null,
    description_en: '',
    description_zh: null,
    rates: [],
  },
  rate: { zone, fee: 0, bands: [], free_shipping: [] },
});
const KLANG_VALLEY = makeZoneMethod('klang-valley');
const SABAH = makeZoneMethod('sabah');
/** A time in Kuala Lumpur. */
const at = (text: string) => new Date(`${text}+08:00`);

test('offers slots of seven days, each with its own id', () => {
  const slots = listSlotsAhead(CALENDAR, KLANG_VALLEY, at('2026-11-20T00:30:00'));
  expect(slots.at(-1)?.starts_at).toEqual(at('2026-11-26T16:00:00'));
  expect(new Set(slots.map((slot) => slot.id)).size).toBe(14);
});

test('finds a slot by its id while it is open, and only for its own method', () => {
  const now = at('2026-11-20T08:00:00');
  const [first] = listSlotsAhead(CALENDAR, KLANG_VALLEY, now);
  const id = first?.id ?? '';
  expect(findSlot(CALENDAR, KLANG_VALLEY, id, now)?.starts_at).toEqual(first?.starts_at);
  expect(findSlot(CALENDAR, KLANG_VALLEY, id, at('2026-11-20T09:30:00'))).toBeNull();
  expect(findSlot({ ...CALENDAR, slots: [template(3, 10)] }, KLANG_VALLEY, id, now)).toBeNull();
  for (const wrong of ['', '1', '1-', '1-1e3', '1-29000000', '-1-2', 'x']) {
    expect(findSlot(CALENDAR, KLANG_VALLEY, wrong, now)).toBeNull();
  }
});

test('a slot of one zone is neither offered nor found in another', () => {
  const calendar = { ...CALENDAR, slots: [{ ...template(1, 10), zones: ['sabah'] }] };
  const now = at('2026-11-20T00:30:00');
  expect(listSlotsAhead(calendar, KLANG_VALLEY, now)).toEqual([]);
  const [slot] = listSlotsAhead(calendar, SABAH, now);
  expect(findSlot(calendar, SABAH, slot?.id ?? '', now)).toEqual(slot);
  expect(findSlot(calendar, KLANG_VALLEY, slot?.id ?? '', now)).toBeNull();
});

const holiday = (date: string, zones: string[] = [], windows = [{ starts_minute: 0, ends_minute: 1440 }]) => ({
  date,
  name_en: date,
  name_zh: null,
  zones,
  windows,
});

test('holidays take their slots away, and are listed for the days ahead where they do', () => {
  const holidays = [
    holiday('2026-11-26', [], [{ starts_minute: 960, ends_minute: 1080 }]),
    holiday('2026-11-21'),
    holiday('2026-11-22', ['sabah']),
    holiday('2026-11-23', [], [{ starts_minute: 0, ends_minute: 60 }]),
    holiday('2026-11-27'),
    holiday('2026-11-19'),
  ];
  const calendar = { ...CALENDAR, holidays };
  const now = at('2026-11-20T00:30:00');
  const ahead = listHolidaysAhead(calendar, KLANG_VALLEY, now);
  expect(ahead.map(({ date }) => date)).toEqual(['2026-11-21', '2026-11-26']);
  expect(listSlotsAhead(calendar, KLANG_VALLEY, now)).toHaveLength(14 - 2 - 1);
  const closedSlot = listSlotsAhead(CALENDAR, KLANG_VALLEY, now).find(
    ({ starts_at }) => +starts_at === +at('2026-11-21T10:00:00'),
  );
  expect(findSlot(calendar, KLANG_VALLEY, closedSlot?.id ?? '', now)).toBeNull();
  expect(listHolidaysAhead(calendar, SABAH, now)).toHaveLength(3);
});
