import { expect, test } from 'vitest';
import { formatHoldTime, roundAnnouncedMinutes } from './hold-time.ts';

const MINUTE = 60_000;

test.each([
  [15 * MINUTE, '15:00'],
  [14 * MINUTE + 4_001, '14:05'],
  [59_000, '0:59'],
  [1, '0:01'],
  [0, '0:00'],
])('%d ms are shown as %s', (left, text) => {
  expect(formatHoldTime(left)).toBe(text);
});

test('announces a hold of 15 minutes four times: at its start, 5 minutes and 1 minute before its end, and at its end', () => {
  const announced: number[] = [];
  for (let left = 15 * MINUTE; left >= 0; left -= 1_000) {
    const minutes = roundAnnouncedMinutes(left);
    if (announced.at(-1) !== minutes) announced.push(minutes);
  }
  expect(announced).toEqual([15, 5, 1, 0]);
});
