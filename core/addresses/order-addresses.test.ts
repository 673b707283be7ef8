import { expect, test } from 'vitest';
import { resolveAddresses } from './order-addresses.ts';

const HOME = { recipient: 'Mei Ling', zip: '15000' };
const OFFICE = { recipient: 'Arif', zip: '15100' };

test.each([
  ['one address serves for both', { shipping_address: HOME }, HOME, HOME],
  ['the billing address too', { billing_address: OFFICE }, OFFICE, OFFICE],
  ['of two the delivery address', { shipping_address: HOME, billing_address: OFFICE }, HOME, HOME],
  ['each its own', { shipping_address: HOME, billing_address: OFFICE, ship_to_bill_address: false }, HOME, OFFICE],
  ['none of its own', { shipping_address: HOME, ship_to_bill_address: false }, HOME, null],
])('ship_to_bill_address: %s', (_, choices, shipping, billing) => {
  expect(resolveAddresses(choices)).toEqual({ shipping, billing });
});
