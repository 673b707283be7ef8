import { expect, test } from 'vitest';
import { priceDelivery } from './fee.ts';

const STANDARD = { fee: 800, free_shipping: { min_amount: 8_000, min_quantity: 20 } };

test.each([
  ['below every minimum', { amount: 7_999, quantity: 19, weight: 0 }, 0, { fee: 800, free: false }],
  ['free by amount', { amount: 8_000, quantity: 1, weight: 0 }, 0, { fee: 0, free: true }],
  ['free by quantity', { amount: 100, quantity: 20, weight: 0 }, 0, { fee: 0, free: true }],
  ["the slot's own fee stays", { amount: 8_000, quantity: 1, weight: 0 }, 200, { fee: 200, free: true }],
])('calculates the delivery fee: %s', (_, basket, slotFee, price) => {
  expect(priceDelivery(STANDARD, basket, slotFee)).toMatchObject(price);
});

test('a method without free shipping always costs its fee', () => {
  const price = priceDelivery({ fee: 1_500, free_shipping: null }, { amount: 1_000_000, quantity: 99, weight: 0 });
  expect(price).toMatchObject({ fee: 1_500, free: false, info: { has_free_shipping: false } });
});
