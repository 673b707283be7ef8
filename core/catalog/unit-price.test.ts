import { expect, test } from 'vitest';
import { computeUnitPrice, computeUnitPriceAt, formatUnitPrice } from './unit-price.ts';

test.each([
  [490, { amount: 120, unit: 'g' }, 'RM4.08/100 g', 'RM4.08/100克'],
  [690, { amount: 1000, unit: 'ml' }, 'RM0.69/100 ml', 'RM0.69/100毫升'],
  [1290, { amount: 4, unit: 'pc' }, 'RM3.23/pc', 'RM3.23/件'],
  [1290, { amount: 4, unit: 'pack' }, 'RM3.23/pack', 'RM3.23/包'],
  [1290, { amount: 30, unit: 'egg' }, 'RM0.43/egg', 'RM0.43/粒'],
] as const)('the unit price of %i sen for %j is %s', (price, size, english, chinese) => {
  const unit = computeUnitPrice(price, size);
  expect(unit && formatUnitPrice(unit, 'en')).toBe(english);
  expect(unit && formatUnitPrice(unit, 'zh')).toBe(chinese);
});

test.each([
  ['12条', 'RM1.08/条'],
  ['30粒', 'RM1.08/粒'],
  ['500克 × 2', 'RM1.08/件'],
  [null, 'RM1.08/件'],
])('a piece of %s is counted by its own measure word in Chinese', (size, text) => {
  expect(formatUnitPrice({ sen: 108, per: 'pc' }, 'zh', size)).toBe(text);
  expect(formatUnitPrice({ sen: 108, per: 'pc' }, 'en', size)).toBe('RM1.08/pc');
});

test('returns no unit price for a single piece or an empty pack', () => {
  expect(computeUnitPrice(490, { amount: 1, unit: 'pc' })).toBeNull();
  expect(computeUnitPrice(490, { amount: 1, unit: 'pack' })).toBeNull();
  expect(computeUnitPrice(490, { amount: 0, unit: 'g' })).toBeNull();
});

test('the unit price of a tier comes from the content of the pack', () => {
  const eggs = computeUnitPrice(1290, { amount: 30, unit: 'egg' });
  expect(eggs && computeUnitPriceAt(1110, eggs)).toBe(37);
  const crisps = computeUnitPrice(490, { amount: 120, unit: 'g' });
  expect(crisps && computeUnitPriceAt(450, crisps)).toBe(375);
});
