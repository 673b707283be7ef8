/** Random sequences of changes to a wallet: entries, balance and lots always agree (docs/api.md#loyalty). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeAccounts } from '../../account/merge-accounts.ts';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { newCustomer } from '../../testing/customer.ts';
import { testServer } from '../../testing/test-server.ts';
import { inTransaction } from '../../transaction.ts';
import { checkWallets } from './check-wallets.ts';
import { expireDueLots } from './expiry.ts';
import { changeWallets, giveBackSpent, type WalletChange } from './wallets.ts';

const START = new Date('2026-11-20T02:00:00Z');
let now = START;
const server = await testServer({ clock: () => now });
const system = () => makeContext(server.app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
const later = (days: number): Date => new Date(now.getTime() + days * 86_400_000);

const step = fc.record({
  do: fc.constantFrom('earn', 'earn', 'spend', 'spend', 'refund', 'expire', 'cancel', 'join'),
  kind: fc.constantFrom('point', 'store_credit'),
  amount: fc.integer({ min: 1, max: 300 }),
  days: fc.integer({ min: 1, max: 40 }),
});

/** Sums the absolute balances of both wallets. */
async function sumBalances(customer_id: string): Promise<number> {
  const { rows } = await server.db.raw(
    'select coalesce(sum(abs(balance)), 0)::int as sum from wallets where customer_id = $1',
    [customer_id],
  );
  return Number(rows[0]?.sum);
}

const SEQUENCES = 12;

test('earn, spend, refund, expire, cancel and join accounts in any order', async () => {
  const sequences = fc.sample(fc.array(step, { minLength: 10, maxLength: 30 }), { numRuns: SEQUENCES, seed: 16 });
  for (const steps of sequences) {
    now = START;
    let customer = await newCustomer(server);
    const change = (each: WalletChange) => inTransaction(system(), (ctx) => changeWallets(ctx, customer.id, [each]));
    const spends: { source: string; kind: string; amount: number }[] = [];
    for (const [index, { do: action, kind, amount, days }] of steps.entries()) {
      const reason = { kind, source: `step:${index}` } as const;
      if (action === 'earn') {
        await change({ do: 'earn', action: 'adjustment', amount, expires_at: later(days), ...reason });
      }
      if (action === 'refund') await change({ do: 'take back', action: 'clawback', amount, ...reason });
      if (action === 'spend') {
        const entries = await change({ do: 'spend', action: 'spend', amount, ...reason }).catch((error) => {
          expect(error.refusal.code).toBe(`wallet.too_little_${kind}`);
          return [];
        });
        if (entries.length > 0) spends.push({ ...reason, amount });
      }
      if (action === 'expire') {
        now = later(days);
        await expireDueLots(system());
      }
      if (action === 'join') {
        // The earlier customer's contact now belongs to the other account.
        const [earlier, other] = [customer, await newCustomer(server)];
        customer = { ...other, email: earlier.email };
        await change({ do: 'earn', action: 'adjustment', amount, expires_at: later(days), ...reason });
        await mergeAccounts(system(), other.id, { kind: 'email', value: earlier.email });
        expect(await sumBalances(earlier.id)).toEqual(0);
      }
      const canceledSpend = action === 'cancel' ? spends.pop() : undefined;
      if (canceledSpend !== undefined) {
        const { source, amount } = canceledSpend;
        const parts = { point: { before: 0, amount }, store_credit: { before: 0, amount } };
        const giveBack = () =>
          inTransaction(system(), (ctx) =>
            giveBackSpent(ctx, customer.id, { source, by: source, parts, grace: later(30) }),
          );
        expect(await giveBack()).toMatchObject([{ kind: canceledSpend.kind, amount: canceledSpend.amount }]);
        expect(await giveBack(), 'given back once').toEqual([]);
      }
    }
  }
  const { wallets, wrong } = await checkWallets(system());
  expect(wrong).toEqual([]);
  const { rows } = await server.db.raw(`select from wallets where kind = 'store_credit' and balance < 0`);
  expect(rows, 'coins below zero').toEqual([]);
  expect(wallets).toBeGreaterThanOrEqual(SEQUENCES);
});
