import { expect, test } from 'vitest';
import { startOfDay } from './time.ts';

const at = (text: string) => new Date(text);

test.each([
  ['2026-01-31T15:59:59.999Z', '2026-01-30T16:00:00.000Z'],
  ['2026-01-31T16:00:00.000Z', '2026-01-31T16:00:00.000Z'],
])('docs/readings.md#34: days are days in Kuala Lumpur: %s belongs to the day from %s', (moment, midnight) => {
  expect(startOfDay(at(moment))).toEqual(at(midnight));
});
