import { expect, test } from 'vitest';
import { formatUnitPrice, unitPrice } from './unit-price.ts';

test.each([
  [490, { amount: 120, unit: 'g' }, 'RM4.08/100 g', 'RM4.08/100克'],
  [690, { amount: 1000, unit: 'ml' }, 'RM0.69/100 ml', 'RM0.69/100毫升'],
  [1290, { amount: 4, unit: 'pc' }, 'RM3.23/pc', 'RM3.23/件'],
] as const)('the unit price of %i sen for %j is %s', (price, size, english, chinese) => {
  const unit = unitPrice(price, size);
  expect(unit && formatUnitPrice(unit, 'en')).toBe(english);
  expect(unit && formatUnitPrice(unit, 'zh')).toBe(chinese);
});

test('a single piece and a pack of nothing have no unit price', () => {
  expect(unitPrice(490, { amount: 1, unit: 'pc' })).toBeNull();
  expect(unitPrice(490, { amount: 0, unit: 'g' })).toBeNull();
});
