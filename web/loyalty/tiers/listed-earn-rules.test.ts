import type { EarnRule, RewardVoucher } from '@shop/contract/loyalty';
import { expect, test } from 'vitest';
import { listedRewards, orderRate } from './listed-earn-rules.ts';

const RULES: EarnRule[] = [
  { action: 'review', kind: 'point', amount: 0, per: 'order', day: null },
  { action: 'register', kind: 'store_credit', amount: 50, per: 'once', day: null },
  { action: 'referral', kind: 'store_credit', amount: 500, per: 'friend', day: null },
  { action: 'checkin', kind: 'point', amount: 1, per: 'day', day: 1 },
  { action: 'checkin', kind: 'point', amount: 10, per: 'day', day: 7 },
  { action: 'order', kind: 'point', amount: 1.25, per: 'ringgit', day: null },
];
const VOUCHERS: RewardVoucher[] = [
  { action: 'referral', name: 'Thank-you voucher', value: 'RM5' },
  { action: 'birthday', name: 'Cake voucher', value: 'RM10' },
];
const actions = (isMember: boolean) => listedRewards(RULES, [], isMember).map(({ action }) => action);

test('lists actions that earn something, orders first', () => {
  expect(actions(false)).toEqual(['order', 'checkin', 'referral', 'register']);
});

test('lists the check-in by the day that earns most', () => {
  const checkIn = listedRewards(RULES, [], true).find(({ action }) => action === 'checkin');
  expect(checkIn?.rules.map(({ amount }) => amount)).toEqual([10]);
});

test('does not offer a customer to sign up', () => {
  expect(actions(true)).toEqual(['order', 'checkin', 'referral']);
});

test('lists the vouchers of an action beside its points and coins, or alone', () => {
  const listed = listedRewards(RULES, VOUCHERS, true).filter(({ vouchers }) => vouchers.length > 0);
  expect(listed.map(({ action, rules, vouchers }) => [action, rules.length, vouchers.length])).toEqual([
    ['referral', 1, 1],
    ['birthday', 0, 1],
  ]);
});

test('finds the points per ringgit of a tier', () => {
  expect(orderRate(RULES)).toBe(1.25);
  expect(orderRate([])).toBeNull();
});
