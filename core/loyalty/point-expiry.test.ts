import { expect, test } from 'vitest';
import { computePointExpiry } from './point-expiry.ts';

test.each([
  ['2026-11-22T02:00:00Z', 12, '2027-11-30T16:00:00.000Z'],
  // Already December in Malaysia.
  ['2026-11-30T17:00:00Z', 12, '2027-12-31T16:00:00.000Z'],
  ['2027-01-31T02:00:00Z', 1, '2027-02-28T16:00:00.000Z'],
])('points earned at %s expire after %d months at month end', (earnedAt, months, expiry) =>
  expect(computePointExpiry(new Date(earnedAt), months).toISOString()).toBe(expiry),
);
