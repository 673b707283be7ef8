import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { credit, debit, expireLots, giveBack, type Lot, takeBack, type Wallet, type WalletMove } from './lots.ts';

const EMPTY_WALLET: Wallet = { balance: 0, lots: [] };

const day = (n: number): Date => new Date(Date.UTC(2026, 0, n));
const lot = (expiry: number, amount: number): Lot => ({ expires_at: day(expiry), amount });
const listLots = ({ lots }: Wallet) => lots.map(({ expires_at, amount }) => [expires_at?.getUTCDate() ?? null, amount]);

describe('a wallet', () => {
  const twoLots = credit(credit(EMPTY_WALLET, 30, day(20)).wallet, 50, day(10)).wallet;

  test('sums what expires at the same time, first what expires first', () => {
    expect(listLots(twoLots)).toEqual([
      [10, 50],
      [20, 30],
    ]);
    expect(listLots(credit(twoLots, 5, day(20)).wallet)).toEqual([
      [10, 50],
      [20, 35],
    ]);
  });

  test('spends what expires first, and what never expires last', () => {
    const { wallet, lots } = debit(credit(twoLots, 100, null).wallet, 90);
    expect([wallet.balance, listLots(wallet)]).toEqual([90, [[null, 90]]]);
    expect(lots.map(({ amount }) => amount)).toEqual([-50, -30, -10]);
  });

  test('returns amounts to the same lots; an expired lot lasts until the end of the grace period', () => {
    const { wallet, lots } = debit(twoLots, 60);
    const walletAfter = giveBack(wallet, lots, day(15), day(25)).wallet;
    expect([walletAfter.balance, listLots(walletAfter)]).toEqual([
      80,
      [
        [20, 30],
        [25, 50],
      ],
    ]);
  });

  test('repays a negative balance from the next earnings', () => {
    const walletInDebt = debit(credit(EMPTY_WALLET, 10, day(5)).wallet, 25).wallet;
    expect([walletInDebt.balance, walletInDebt.lots]).toEqual([-15, []]);
    const walletAfter = credit(walletInDebt, 40, day(9)).wallet;
    expect([walletAfter.balance, listLots(walletAfter)]).toEqual([25, [[9, 25]]]);
  });

  test('expires lots that are due, each once', () => {
    const expiry = expireLots(twoLots, day(10));
    expect([expiry?.amount, expiry && listLots(expiry.wallet)]).toEqual([-50, [[20, 30]]]);
    expect(expiry && expireLots(expiry.wallet, day(10))).toBeNull();
  });
});

type WalletStep = { do: 'credit' | 'debit' | 'clawback' | 'give back' | 'expire'; amount: number; day: number };
const anySteps: fc.Arbitrary<WalletStep[]> = fc.array(
  fc.record({
    do: fc.constantFrom('credit', 'debit', 'clawback', 'give back', 'expire'),
    amount: fc.integer({ min: 1, max: 200 }),
    day: fc.integer({ min: 1, max: 60 }),
  }),
  { maxLength: 60 },
);

test('for any sequence: entries sum to balance and lots, no lot is over-consumed, all that was taken comes back', () => {
  fc.assert(
    fc.property(anySteps, (steps) => {
      let wallet = EMPTY_WALLET;
      let balance = 0;
      const entryLots: Lot[] = [];
      const debits: (readonly Lot[])[] = [];
      const apply = (amount: number, { wallet: next, lots }: WalletMove) => {
        balance += amount;
        entryLots.push(...lots);
        wallet = next;
      };
      for (const step of steps) {
        const now = day(step.day);
        if (step.do === 'credit') apply(step.amount, credit(wallet, step.amount, day(step.day + 30)));
        if (step.do === 'clawback') apply(-step.amount, debit(wallet, step.amount));
        if (step.do === 'debit' && step.amount <= wallet.balance) {
          const move = debit(wallet, step.amount);
          debits.push(move.lots);
          apply(-step.amount, move);
        }
        const last = step.do === 'give back' ? debits.pop() : undefined;
        if (last !== undefined) {
          const amountBack = -last.reduce((sum, { amount }) => sum + amount, 0);
          const before = wallet.balance;
          apply(amountBack, giveBack(wallet, last, now, day(step.day + 10)));
          expect(wallet.balance).toBe(before + amountBack);
        }
        const expiry = step.do === 'expire' ? expireLots(wallet, now) : null;
        if (expiry !== null) apply(expiry.amount, expiry);

        expect(wallet.balance).toBe(balance);
        expect(wallet.lots.every(({ amount }) => amount > 0)).toBe(true);
        expect(wallet.lots.reduce((sum, { amount }) => sum + amount, 0)).toBe(Math.max(0, balance));
        expect(entryLots.reduce((sum, { amount }) => sum + amount, 0)).toBe(Math.max(0, balance));
      }
    }),
    { numRuns: 500 },
  );
});

test('what was added is taken from its own lots, and from the earliest ones only where they are used up', () => {
  const start = { balance: 30, lots: [lot(10, 10), lot(20, 20)] };
  const { wallet, lots } = giveBack(start, [lot(20, -5), lot(30, -5)], day(0), day(99));
  expect(takeBack(wallet, 10, lots).wallet).toEqual(start);
  const walletAfter = debit(wallet, 33).wallet;
  expect(takeBack(walletAfter, 7, [lot(30, 5), lot(20, 2)])).toEqual({
    wallet: { balance: 0, lots: [] },
    lots: [lot(20, -2), lot(30, -5)],
  });
  const repayment = credit({ balance: -4, lots: [] }, 10, day(5));
  expect(takeBack(repayment.wallet, 6, repayment.lots).wallet).toEqual({ balance: 0, lots: [] });
});
