import { expect, test } from 'vitest';
import { findDifference, matchRefunds } from './settlement.ts';

const FILE_DAYS = { from: '2026-11-20', to: '2026-11-21' };
const PAID_ATTEMPT = { state: 'paid', amount: 12_90, settled_on: null } as const;

test.each([
  ['agrees with a paid attempt', 12_90, PAID_ATTEMPT, null],
  ['agrees with a late payment, which was taken too', 12_90, { ...PAID_ATTEMPT, state: 'paid_late' as const }, null],
  ['agrees again with a payment that the same file had', 12_90, { ...PAID_ATTEMPT, settled_on: '2026-11-21' }, null],
  [
    'reports a payment that another file had before',
    12_90,
    { ...PAID_ATTEMPT, settled_on: '2026-11-19' },
    'settled_before',
  ],
  [
    'reports a payment that another file had after',
    12_90,
    { ...PAID_ATTEMPT, settled_on: '2026-11-22' },
    'settled_before',
  ],
  ['reports a difference of one sen', 12_91, PAID_ATTEMPT, 'amount'],
  ['reports what is not paid here', 12_90, { ...PAID_ATTEMPT, state: 'failed' as const }, 'not_paid_here'],
  ['reports what the shop does not know', 12_90, null, 'unknown_reference'],
])('%s', (_, amount, attempt, expected) => {
  expect(findDifference(amount, attempt, FILE_DAYS)).toBe(expected);
});

const SETTLED_REFUND = { reference: 'KONE', state: 'settled', amount: 5_00, settled_on: null } as const;
const FILE_REFUND = { reference: 'KONE', amount: 5_00 };

test.each<[string, Parameters<typeof matchRefunds>[0], Parameters<typeof matchRefunds>[1], (string | null)[]]>([
  ['agrees with a settled refund', [FILE_REFUND], [SETTLED_REFUND], [null]],
  [
    'agrees again with a refund that the same file had',
    [FILE_REFUND],
    [{ ...SETTLED_REFUND, settled_on: '2026-11-21' }],
    [null],
  ],
  [
    'reports one that another file had',
    [FILE_REFUND],
    [{ ...SETTLED_REFUND, settled_on: '2026-11-19' }],
    ['refund_settled_before'],
  ],
  [
    'reports one that is not settled here',
    [FILE_REFUND],
    [{ ...SETTLED_REFUND, state: 'sent' }],
    ['refund_not_settled_here'],
  ],
  ['reports another amount', [{ ...FILE_REFUND, amount: 5_01 }], [SETTLED_REFUND], ['unknown_refund']],
  ['reports another payment', [{ ...FILE_REFUND, reference: 'KTWO' }], [SETTLED_REFUND], ['unknown_refund']],
  ['counts each refund once', [FILE_REFUND, FILE_REFUND], [SETTLED_REFUND], [null, 'unknown_refund']],
  [
    'takes those that agree first',
    [FILE_REFUND, FILE_REFUND],
    [{ ...SETTLED_REFUND, state: 'requested' }, SETTLED_REFUND],
    [null, 'refund_not_settled_here'],
  ],
])('%s', (_, refunds, records, expected) => {
  expect(matchRefunds(refunds, records, FILE_DAYS).map(({ kind }) => kind)).toEqual(expected);
});

test('names the refund that was requested again, not the failed one; and the failed one where the file has both', () => {
  const failedRefund = { ...SETTLED_REFUND, state: 'failed' as const };
  expect(
    matchRefunds([FILE_REFUND], [failedRefund, { ...SETTLED_REFUND, state: 'sent' }], FILE_DAYS)[0]?.refund?.state,
  ).toBe('sent');
  expect(
    matchRefunds([FILE_REFUND, FILE_REFUND], [failedRefund, SETTLED_REFUND], FILE_DAYS).map(
      ({ refund }) => refund?.state,
    ),
  ).toEqual(['settled', 'failed']);
});
