import { expect, test } from 'vitest';
import { checkLeaveAtDoor } from './leave-at-door.ts';

test.each([
  [true, 'cod', 'checkout.leave_at_door_cash'],
  [true, 'cashondelivery', 'checkout.leave_at_door_cash'],
  [true, 'card', undefined],
  [true, null, undefined],
  [false, 'cod', undefined],
  [undefined, 'cod', undefined],
])('unattended delivery %s with payment method %s: %s', (leave_at_door, payment_method, code) => {
  expect(checkLeaveAtDoor({ leave_at_door, payment_method })?.code).toBe(code);
});
