import type { EarnRule, RewardVoucher } from '@shop/contract/loyalty';
import { expect, test } from 'vitest';
import { findOrderRate, type ListedAction, listEarnedActions, listRewards } from './listed-earn-rules.ts';

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
type EarningCustomer = NonNullable<Parameters<typeof listEarnedActions>[0]>;
const customer = (changes: Partial<EarningCustomer> = {}): EarningCustomer => ({
  name: 'Aminah',
  email: null,
  email_verified: false,
  phone: null,
  phone_verified: false,
  date_of_birth: null,
  gender: null,
  ...changes,
});
const listActions = (earnedActions: ListedAction[]) =>
  listRewards(RULES, [], earnedActions).map(({ action }) => action);

test('lists actions that earn something, orders first', () => {
  expect(listActions([])).toEqual(['order', 'checkin', 'referral', 'register']);
});

test('lists the check-in by the day that earns most', () => {
  const checkIn = listRewards(RULES, [], []).find(({ action }) => action === 'checkin');
  expect(checkIn?.rules.map(({ amount }) => amount)).toEqual([10]);
});

test('leaves out what is earned: a customer is not offered to sign up', () => {
  expect(listActions([])).toEqual(['order', 'checkin', 'referral', 'register']);
  expect(listActions(listEarnedActions(null, null))).toEqual(['order', 'checkin', 'referral']);
});

test('verifying is earned with both contacts, the profile once it is complete', () => {
  expect(listEarnedActions(customer({ email_verified: true }), null)).toEqual(['register']);
  expect(listEarnedActions(customer({ email_verified: true, phone_verified: true }), null)).toEqual([
    'register',
    'account',
  ]);
  const completeProfile = {
    email: 'a@example.com',
    phone: '+60123456789',
    date_of_birth: '1990-01-31',
    gender: 'female',
  } as const;
  expect(listEarnedActions(customer(completeProfile), null)).toEqual(['register', 'profile']);
  expect(listEarnedActions(customer({ ...completeProfile, gender: null }), null)).toEqual(['register']);
});

test('the first order is earned once an order is complete', () => {
  expect(listEarnedActions(null, { has_complete_order: false })).toEqual(['register']);
  expect(listEarnedActions(null, { has_complete_order: true })).toEqual(['register', 'first_order']);
});

test('lists the vouchers of an action beside its points and coins, or alone', () => {
  const rewards = listRewards(RULES, VOUCHERS, []).filter(({ vouchers }) => vouchers.length > 0);
  expect(rewards.map(({ action, rules, vouchers }) => [action, rules.length, vouchers.length])).toEqual([
    ['referral', 1, 1],
    ['birthday', 0, 1],
  ]);
});

test('finds the points per ringgit of a tier', () => {
  expect(findOrderRate(RULES)).toBe(1.25);
  expect(findOrderRate([])).toBeNull();
});
