import { expect, test } from 'vitest';
import { checkCancellable, toRefundStatus } from './cancellation.ts';
import { ORDER_STATUSES, PAYMENT_STATUSES } from './status.ts';

test('an order can be canceled while it is pending or processing', () => {
  const cancellableStatuses = ORDER_STATUSES.filter((status) => checkCancellable(status, []) === null);
  expect(cancellableStatuses).toEqual(['pending', 'processing']);
  expect(checkCancellable('packed', [])?.code).toBe('cancellation.too_late');
});

test.each([
  ['requested', 'cancellation.open'],
  ['withdrawn', 'cancellation.withdrawn'],
] as const)('"Once withdrawn, the order cannot be cancelled again": after %s, %s', (state, code) => {
  expect(checkCancellable('pending', [state])?.code).toBe(code);
});

test('a refund is due only if money was paid', () => {
  expect(PAYMENT_STATUSES.map(toRefundStatus)).toEqual([null, null, null, 'due', 'refunded']);
});

test('a shopper may request a cancellation again after a rejection', () => {
  expect(checkCancellable('processing', ['rejected'])).toBeNull();
});
