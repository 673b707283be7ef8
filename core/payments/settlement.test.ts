import { expect, test } from 'vitest';
import { findDifference, matchRefunds } from './settlement.ts';

const days = { from: '2026-11-20', to: '2026-11-21' };
const paid = { state: 'paid', amount: 12_90, settled_on: null } as const;

test.each([
  ['agrees with a paid attempt', 12_90, paid, null],
  ['agrees with a late payment, which was taken too', 12_90, { ...paid, state: 'paid_late' as const }, null],
  ['agrees again with a payment that the same file had', 12_90, { ...paid, settled_on: '2026-11-21' }, null],
  ['reports a payment that another file had before', 12_90, { ...paid, settled_on: '2026-11-19' }, 'settled_before'],
  ['reports a payment that another file had after', 12_90, { ...paid, settled_on: '2026-11-22' }, 'settled_before'],
  ['reports a difference of one sen', 12_91, paid, 'amount'],
  ['reports what is not paid here', 12_90, { ...paid, state: 'failed' as const }, 'not_paid_here'],
  ['reports what the shop does not know', 12_90, null, 'unknown_reference'],
])('%s', (_, amount, recorded, expected) => {
  expect(findDifference(amount, recorded, days)).toBe(expected);
});

const settledRefund = { reference: 'KONE', state: 'settled', amount: 5_00, settled_on: null } as const;
const there = { reference: 'KONE', amount: 5_00 };

test.each<[string, Parameters<typeof matchRefunds>[0], Parameters<typeof matchRefunds>[1], (string | null)[]]>([
  ['agrees with a settled refund', [there], [settledRefund], [null]],
  [
    'agrees again with a refund that the same file had',
    [there],
    [{ ...settledRefund, settled_on: '2026-11-21' }],
    [null],
  ],
  [
    'reports one that another file had',
    [there],
    [{ ...settledRefund, settled_on: '2026-11-19' }],
    ['refund_settled_before'],
  ],
  ['reports one that is not settled here', [there], [{ ...settledRefund, state: 'sent' }], ['refund_not_settled_here']],
  ['reports another amount', [{ ...there, amount: 5_01 }], [settledRefund], ['unknown_refund']],
  ['reports another payment', [{ ...there, reference: 'KTWO' }], [settledRefund], ['unknown_refund']],
  ['counts each refund once', [there, there], [settledRefund], [null, 'unknown_refund']],
  [
    'takes those that agree first',
    [there, there],
    [{ ...settledRefund, state: 'requested' }, settledRefund],
    [null, 'refund_not_settled_here'],
  ],
])('%s', (_, refunds, recorded, expected) => {
  expect(matchRefunds(refunds, recorded, days).map(({ kind }) => kind)).toEqual(expected);
});

test('names the refund that was requested again, not the failed one; and the failed one where the file has both', () => {
  const failed = { ...settledRefund, state: 'failed' as const };
  expect(matchRefunds([there], [failed, { ...settledRefund, state: 'sent' }], days)[0]?.refund?.state).toBe('sent');
  expect(matchRefunds([there, there], [failed, settledRefund], days).map(({ refund }) => refund?.state)).toEqual([
    'settled',
    'failed',
  ]);
});
