import { expect, test } from 'vitest';
import { formatHoldTime, roundAnnouncedMinutes } from './hold-time.ts';

const MINUTE = 60_000;

test.each([
  [15 * MINUTE, '15:00'],
  [14 * MINUTE + 5_000, '14:05'],
  [59_000, '0:59'],
  [1_000, '0:01'],
  [0, '0:00'],
])('%d ms are shown as %s', (leftMs, text) => {
  expect(formatHoldTime(leftMs)).toBe(text);
});

test('announces a hold of 15 minutes four times: at its start, 5 minutes and 1 minute before its end, and at its end', () => {
  const announcements: number[] = [];
  for (let leftMs = 15 * MINUTE; leftMs >= 0; leftMs -= 1_000) {
    const minutes = roundAnnouncedMinutes(leftMs);
    if (announcements.at(-1) !== minutes) announcements.push(minutes);
  }
  expect(announcements).toEqual([15, 5, 1, 0]);
});
