import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPointsLimit, redeem } from './redeem.ts';

const RULES = { points_per_ringgit: 100, min_points: 200, max_points_percent: 50, max_coins_percent: 100 };
const ALL = { use_points: 1_000_000, use_golds: 1_000_000 };

test.each([
  ['whole multiples of 100 up to half of the order', 2_500, { point: 5_000, store_credit: 0 }, 1_200, 0],
  ['no more than the balance', 10_000, { point: 399, store_credit: 70 }, 300, 70],
  ['coins for all that points leave', 1_000, { point: 500, store_credit: 5_000 }, 500, 500],
  ['no points below the minimum', 10_000, { point: 199, store_credit: 0 }, 0, 0],
  ['nothing of a negative balance', 10_000, { point: -300, store_credit: 0 }, 0, 0],
  ['nothing for a guest', 10_000, null, 0, 0],
])('uses %s', (_, due, balances, points_used, coins_used) => {
  expect(redeem(due, balances, ALL, RULES)).toMatchObject({ points_used, coins_used });
});

test('uses what was requested, rounded down to whole multiples', () => {
  const redeemPoints = (use_points: number) =>
    redeem(10_000, { point: 1_000, store_credit: 0 }, { use_points, use_golds: 0 }, RULES);
  expect([0, 150, 250, 300].map((points) => redeemPoints(points).points_used)).toEqual([0, 0, 200, 300]);
  expect(redeemPoints(300)).toMatchObject({ points_value: 300, points_max: 1_000, why_not: null });
});

test('says why points cannot be used', () => {
  const explain = (due: number, point: number | null, rules = RULES) =>
    redeem(due, point === null ? null : { point, store_credit: 0 }, ALL, rules).why_not;
  expect(explain(10_000, null)).toEqual({ code: 'points.sign_in' });
  expect(explain(10_000, 150)).toEqual({ code: 'points.min', params: { min: 200 } });
  expect(explain(380, 900)).toEqual({ code: 'points.spend_more', params: { amount: 'RM0.20' } });
  expect(explain(10_000, 900, { ...RULES, max_points_percent: 0 })).toEqual({ code: 'points.not_online' });
  expect(explain(400, 200)).toBeNull();
});

test('for any order, balance and settings: never more than the order, the balance or the request', () => {
  const amount = fc.integer({ min: -500, max: 100_000 });
  const count = fc.integer({ min: 0, max: 100_000 });
  const percent = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(
      count,
      fc.record({ point: amount, store_credit: count }),
      fc.record({ use_points: count, use_golds: count }),
      fc.record({
        points_per_ringgit: fc.integer({ min: 1, max: 500 }),
        min_points: fc.integer({ min: 0, max: 2_000 }),
        max_points_percent: percent,
        max_coins_percent: percent,
      }),
      (due, balances, request, rules) => {
        const redemption = redeem(due, balances, request, rules);
        expect(redemption.points_value + redemption.coins_used).toBeLessThanOrEqual(due);
        expect(redemption.points_used).toBeLessThanOrEqual(
          Math.max(0, Math.min(balances.point, request.use_points, redemption.points_max)),
        );
        expect(redemption.coins_used).toBeLessThanOrEqual(Math.min(balances.store_credit, request.use_golds));
        expect(redemption.points_used % rules.points_per_ringgit).toBe(0);
        expect(redemption.points_value * rules.points_per_ringgit).toBe(redemption.points_used * 100);
        expect(redemption.points_value).toBeLessThanOrEqual((due * rules.max_points_percent) / 100);
        expect(redemption.points_max > 0).toBe(redemption.why_not === null);
      },
    ),
    { numRuns: 1_000 },
  );
});

test.each([
  [860, 800, 'multiple'],
  [800, 800, null],
  [860, 500, 'share'],
  [901, 800, 'share'],
])('of %i points an order uses %i because of: %s', (points_balance, points_max, limit) => {
  expect(findPointsLimit({ points_balance, points_max }, { points_per_ringgit: 100 })).toBe(limit);
});
