import { describe, expect, test } from 'vitest';
import { computeEarningBasis, computePoints } from './earn.ts';

describe('points are earned for what was paid for goods', () => {
  const lines = [
    { paid: 3_000, earns: true },
    { paid: 1_000, earns: false },
  ];
  test.each([
    ['without points, coins and voucher', 0, 3_000],
    ['less their share of what these paid', 1_000, 2_250],
    ['nothing where these paid everything, delivery too', 4_800, 0],
  ])('%s', (_, paidByWallet, basis) => expect(computeEarningBasis(lines, paidByWallet)).toBe(basis));

  test('rounded down, at the rate of the tier', () => {
    expect([computePoints(5_799, 100), computePoints(5_799, 125), computePoints(99, 100)]).toEqual([57, 72, 0]);
  });

  test('multiplied before they are rounded down', () => {
    expect([computePoints(5_799, 125, 200), computePoints(5_799, 100, 150)]).toEqual([144, 86]);
  });
});
