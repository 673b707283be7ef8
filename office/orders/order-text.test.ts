/** When an order is late (docs/readings.md#97), what is still to collect for it, and which number a phone dials. */
import { expect, test } from 'vitest';
import { computeCashToCollect, findLateSince, toDialNumber } from './order-text.ts';

const slot = { starts_at: '2026-11-24T02:00:00Z', ends_at: '2026-11-24T04:00:00Z' };
const paidOnline = { payment_method: 'fpx', payment_status: 'paid' };
const unpaidOnline = { payment_method: 'fpx', payment_status: 'unpaid' };
const cash = { payment_method: 'cod', payment_status: 'unpaid' };

test.each([
  ['pending', paidOnline, slot, '02:01', '2026-11-24T02:00:00.000Z'],
  ['processing', cash, slot, '02:00', '2026-11-24T02:00:00.000Z'],
  ['pending', paidOnline, slot, '01:59', null],
  ['pending', unpaidOnline, slot, '02:01', null],
  ['packed', paidOnline, slot, '03:59', null],
  ['packed', paidOnline, slot, '04:01', '2026-11-24T04:00:00.000Z'],
  ['delivery', cash, slot, '03:59', null],
  ['delivery', cash, slot, '04:01', '2026-11-24T04:00:00.000Z'],
  ['complete', paidOnline, slot, '04:01', null],
  ['pending', paidOnline, { starts_at: null, ends_at: null }, '01:00', '2026-11-24T00:30:00.000Z'],
  ['pending', paidOnline, { starts_at: null, ends_at: null }, '00:10', null],
])('an order that is %s, %j, with slot %j at %s is late since %s', (status, payment, delivery, time, since) => {
  const order = { status, delivery, ...payment, created_at: '2026-11-22T00:30:00Z' } as never;
  expect(findLateSince(order, new Date(`2026-11-24T${time}:00Z`))?.toISOString() ?? null).toBe(since);
});

test.each([
  ['60123456789', '+60123456789'],
  ['012-345 6789', '+60123456789'],
  ['+65 6123 4567', '+6561234567'],
])('%s is dialled as %s', (phone, number) => {
  expect(toDialNumber(phone)).toBe(number);
});

test.each([
  [[], 50_00],
  [[5_00], 45_00],
  [[5_00, 45_00], 0],
  [[60_00], 0],
])('of a total of RM50, of which %j was collected before, %i sen are still to collect', (amounts, rest) => {
  const cash_collections = amounts.map((cash_collected) => ({ cash_collected }));
  expect(computeCashToCollect({ grand_total: 50_00, cash_collections } as never)).toBe(rest);
});
