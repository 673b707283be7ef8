import { expect, test } from 'vitest';
import { awaitsPayment } from './payment-deadline.ts';
import { ORDER_STATUSES, PAYMENT_STATUSES } from './status.ts';

test('only a pending online order that is unpaid, or whose payment failed, awaits its payment', () => {
  const cases = ORDER_STATUSES.flatMap((status) =>
    PAYMENT_STATUSES.flatMap((payment_status) =>
      ['cod', 'cashondelivery', 'fpx'].map((payment_method) => ({ status, payment_status, payment_method })),
    ),
  );
  expect(cases.filter(awaitsPayment)).toEqual([
    { status: 'pending', payment_status: 'unpaid', payment_method: 'fpx' },
    { status: 'pending', payment_status: 'failed', payment_method: 'fpx' },
  ]);
});
