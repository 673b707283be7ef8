/**
 * Merges accounts while another transaction changes a wallet, on PostgreSQL: both lock customers first
 * (docs/design.md#how-it-stays-small 7), so that no deadlock forces a retry.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Ctx, NO_REQUEST } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { countSpend } from '../loyalty/membership/membership.ts';
import { checkWallets } from '../loyalty/wallets/check-wallets.ts';
import { changeWallets } from '../loyalty/wallets/wallets.ts';
import { changeStatus, requireLockedOrder } from '../orders/change-status.ts';
import { newCustomer, type TestCustomer } from '../testing/customer.ts';
import { fillWallet, makeVoucher } from '../testing/make-voucher.ts';
import { makeDistinctAddress, prepareOrder } from '../testing/orders/distinct-buyer.ts';
import { operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';
import { award, redeemVoucher, reverse } from '../till/till.ts';
import { inTransaction } from '../transaction.ts';
import { mergeAccounts } from './merge-accounts.ts';

const server = await testServer();
const { app, db, database } = server;
const staff = operator(server);
await db.raw('update delivery_slot_templates set capacity = 10000');
const [outlet] = (await db.raw('select code, name_en from outlets order by id limit 1')).rows;
const TILL = { kind: 'till', key_id: null, outlet: String(outlet?.code), name: String(outlet?.name_en) } as const;
const contextFor = (actor: Ctx['actor']) => makeContext(app.shop, { actor, priceGroup: null }, 'en', NO_REQUEST);
const system = () => contextFor({ kind: 'system' });
const till = () => contextFor(TILL);

/** Waits until this many connections wait for a lock. */
async function waitForLocks(connections: number): Promise<void> {
  const countWaiting = async () => {
    const { rows } = await db.raw(
      `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return Number(rows[0]?.count);
  };
  while ((await countWaiting()) < connections) await sleep(10);
}

/** A change of a wallet, and the SQL with which another transaction blocks it halfway. */
type LockCase = { hold: [text: string, values: unknown[]][]; context: Ctx; change: (ctx: Ctx) => Promise<unknown> };

const HOLD_MEMBERSHIP = 'select from memberships where customer_id = $1 for update';
const countSpent = (customer: TestCustomer) =>
  inTransaction(system(), (ctx) => countSpend(ctx, customer.id, `receipt:${customer.id}`, 100));

/** Changes of a customer's wallets by name, each prepared with the SQL that blocks it. */
const CASES: Record<string, (customer: TestCustomer) => Promise<LockCase>> = {
  'the first points': async ({ id }) => {
    // As of a customer who signed up before wallets existed.
    await db.raw('delete from wallets where customer_id = $1', [id]);
    return {
      // Without its trigger, this row does not block the customer.
      hold: [
        ['set local session_replication_role = replica', []],
        [`insert into wallets (customer_id, kind) values ($1, 'store_credit')`, [id]],
      ],
      context: system(),
      change: (ctx) =>
        changeWallets(ctx, id, [
          { do: 'earn', kind: 'point', amount: 10, action: 'adjustment', source: 'adjustment:1', expires_at: null },
        ]),
    };
  },
  'an award of a till': async (customer) => {
    await countSpent(customer);
    return {
      hold: [[HOLD_MEMBERSHIP, [customer.id]]],
      context: till(),
      change: (ctx) => award(ctx, { member_id: customer.id, receipt: `A-${customer.id}`, amount: 50_00 }),
    };
  },
  'a reversal of a receipt': async (customer) => {
    const receipt = `R-${customer.id}`;
    await award(till(), { member_id: customer.id, receipt, amount: 50_00 });
    return { hold: [[HOLD_MEMBERSHIP, [customer.id]]], context: till(), change: (ctx) => reverse(ctx, receipt) };
  },
  'a voucher at a till': async (customer) => {
    const { body } = await customer.call('POST', '/voucher/activated', { voucher_id: await makeVoucher(db) });
    const [receipt, voucher_code] = [`V-${customer.id}`, body.voucher.code];
    return {
      hold: [
        ['set local session_replication_role = replica', []],
        [
          `insert into till_receipts (id, outlet_code, receipt, receipt_key, what, customer_id, amount, value, created_at)
           values (gen_random_uuid(), $1, $2, upper($2), 'voucher', $3, 0, 0, now())`,
          [TILL.outlet, receipt, customer.id],
        ],
      ],
      context: till(),
      change: (ctx) => redeemVoucher(ctx, { member_id: customer.id, receipt, voucher_code }),
    };
  },
  'a complete order': async (customer) => {
    await countSpent(customer);
    const { shopper, cart } = await prepareOrder(server, makeDistinctAddress(), { customer });
    const { order } = (await shopper.place(cart)).body;
    for (let step = 0; step < 3; step++) await staff('POST', `/orders/${order.id}/advance`, {});
    return {
      hold: [[HOLD_MEMBERSHIP, [customer.id]]],
      context: system(),
      change: async (ctx) => changeStatus(ctx, await requireLockedOrder(ctx, order.id), 'complete', null),
    };
  },
  'a canceled order': async (customer) => {
    await fillWallet(server, customer, 'store_credit', 500);
    const { shopper } = await prepareOrder(server, makeDistinctAddress(), { price: 2_000, customer });
    const { order } = (await shopper.place(await shopper.prepare({ use_golds: 500 }))).body;
    return {
      hold: [[`select from wallets where customer_id = $1 and kind = 'store_credit' for update`, [customer.id]]],
      context: system(),
      change: async (ctx) => changeStatus(ctx, await requireLockedOrder(ctx, order.id), 'canceled', null),
    };
  },
};

test.each(Object.keys(CASES))('%s and a merge of the account follow each other', async (name) => {
  const [into, customer] = [await newCustomer(server), await newCustomer(server)];
  const { hold, context, change } = (await CASES[name]?.(customer)) ?? expect.fail(name);
  const rival = await database.pool.connect();
  await rival.query('begin');
  for (const [text, values] of hold) await rival.query(text, values);
  let runs = 0;
  const runCounted = (ctx: Ctx, work: (ctx: Ctx) => Promise<unknown>) =>
    inTransaction(ctx, (ctx) => {
      runs++;
      return work(ctx);
    });
  const changing = runCounted(context, change);
  await waitForLocks(1);
  const merging = runCounted(system(), (ctx) => mergeAccounts(ctx, into.id, { kind: 'email', value: customer.email }));
  await waitForLocks(2);
  await rival.query('rollback');
  rival.release();
  await Promise.all([changing, merging]);
  expect(runs, 'neither was repeated after a deadlock').toBe(2);
  expect((await checkWallets(system())).wrong).toEqual([]);
  const { rows } = await db.raw('select balance from wallets where customer_id = $1 and balance <> 0', [customer.id]);
  expect(rows, 'nothing is left with the account that is gone').toEqual([]);
});
