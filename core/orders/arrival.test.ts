import { expect, test } from 'vitest';
import { findArrivalStatus } from './arrival.ts';

const ENDS_AT = new Date('2026-01-31T04:00:00Z');
const BEFORE = new Date('2026-01-31T03:59:59Z');
const CASH = { status: 'pending', payment_status: 'unpaid', payment_method: 'cod' } as const;
const ORDER = { ...CASH, cancellation_state: null, delivery: { ends_at: ENDS_AT } };

test.each([
  ['before its slot ends', ORDER, BEFORE, 'expected'],
  ['once its slot is over', ORDER, ENDS_AT, 'late'],
  ['out for delivery', { ...ORDER, status: 'delivery' }, BEFORE, 'expected'],
  ['after a rejected request', { ...ORDER, cancellation_state: 'rejected' }, BEFORE, 'expected'],
  ['without a slot', { ...ORDER, delivery: { ends_at: null } }, BEFORE, null],
  ['unpaid online', { ...ORDER, payment_method: 'fpx' }, BEFORE, null],
  ['its cancellation requested', { ...ORDER, cancellation_state: 'requested' }, BEFORE, null],
  ['complete', { ...ORDER, status: 'complete' }, BEFORE, null],
  ['canceled', { ...ORDER, status: 'canceled' }, ENDS_AT, null],
] as const)('an order %s', (_, order, now, arrival) => {
  expect(findArrivalStatus(order, now)).toBe(arrival);
});
