/**
 * A process killed with -9 in the middle of everything that changes wallets, all under way at once: what is not
 * committed leaves nothing, and the same request again has its effect once (docs/security.md#c10).
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer, type TestCustomer } from '../../testing/customer.ts';
import { killAtWrite } from '../../testing/database/kill-at-write.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import { fillWallet, makeVoucher } from '../../testing/make-voucher.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { type ApiProcess, startApiProcess } from '../../testing/processes/start-api-process.ts';
import { testServer } from '../../testing/test-server.ts';
import { inTransaction } from '../../transaction.ts';
import { changeWallets } from './wallets.ts';

const database = await testDatabase();
/** Prepares the customers; it shares database and secrets with the process that is killed. */
const server = await testServer({ database });
const { db, app, config } = server;

let shop: ApiProcess;
const start = async () => {
  shop = await startApiProcess({ DATABASE_URL: database.url, DATA_DIR: config.dataDir, LOG_LEVEL: 'silent' });
};
/** The API of the process that runs now. */
const currentShop = { api: ((...call) => shop.api(...call)) satisfies ApiProcess['api'] as ApiProcess['api'] };

beforeAll(start);
afterAll(async () => {
  shop.child.kill('SIGKILL');
  await database.close();
});

let sequence = 0;
const staff = (path: string, body: object = {}) =>
  shop.api('POST', `/staff${path}`, { token: config.operatorToken, body });
const till = (api: ApiProcess['api'], path: string, body: object) =>
  api('POST', `/till/${path}`, { body, headers: { 'x-api-key': 'demo-till' } });

async function giveVoucher(customer: TestCustomer): Promise<string> {
  const voucher_id = await makeVoucher(db);
  return (await customer.call('POST', '/voucher/activated', { voucher_id })).body.voucher.id;
}

/**
 * Prepares a checkout with 500 points, 300 coins and a voucher. Concurrent orders have goods and slots of their own.
 */
async function prepareCheckout(customer: TestCustomer, slot: number) {
  const shopper = await newShopper(server, customer);
  const [method] = (await shopper.get('/shippings?zip=47300')).body.data;
  await shopper.fill([await makeProduct(db, { price: 2_000, stock: 10 }), 1]);
  const cart = await shopper.prepare({
    shipping_address: makeDistinctAddress(),
    delivery_slot_id: method.slots[slot].id,
    voucher_id: await giveVoucher(customer),
    use_points: 500,
    use_golds: 300,
  });
  return { shopper, cart };
}

type WalletCall = {
  /** Prepares the step; returns the request during which the process is killed. */
  prepare: (customer: TestCustomer) => Promise<() => Promise<{ status: number } | undefined>>;
  /** The entries, vouchers and orders that the step adds to the customer's. */
  adds: string[];
  /** The entries, vouchers and orders that the step removes. */
  removes?: string[];
  /** The status of the repeated request, if the first one was carried out. */
  again?: number;
};

/** The job comes first, since a worker may take two seconds to pick it up. */
const STEPS: Record<string, WalletCall> = {
  'the hourly job that expires points': {
    async prepare({ id }) {
      const system = makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
      const expiredLot = { do: 'earn', kind: 'point', amount: 70, expires_at: new Date(Date.now() - 1) } as const;
      await inTransaction(system, (ctx) =>
        changeWallets(ctx, id, [{ ...expiredLot, action: 'adjustment', source: 'adjustment:expired' }]),
      );
      return async () => {
        const { rows } = await db.raw(`insert into pgboss.job (name, data) values ('hourly', '{}') returning id`);
        const readState = async () =>
          (await db.raw('select state from pgboss.job where id = $1', [rows[0]?.id])).rows[0];
        await expect.poll(readState).not.toEqual({ state: 'created' });
        return undefined;
      };
    },
    adds: ['expiry point -70'],
  },
  'an order with points, coins and a voucher': {
    async prepare(customer) {
      const { cart } = await prepareCheckout(customer, 1);
      const shopper = await newShopper(currentShop, customer);
      return () => shopper.place(cart);
    },
    adds: ['order pending', 'spend point -500', 'spend store_credit -300', 'voucher reserved'],
    removes: ['voucher active'],
    again: 201,
  },
  'its cancellation': {
    async prepare(customer) {
      const { shopper, cart } = await prepareCheckout(customer, 0);
      const { order } = (await shopper.place(cart)).body;
      return () => staff(`/orders/${order.id}/cancel`, { comment: 'Sold out' });
    },
    adds: ['order canceled', 'return point 500', 'return store_credit 300', 'voucher active'],
    removes: ['order pending', 'voucher reserved'],
    again: 409,
  },
  'buying a voucher': {
    async prepare({ id, token }) {
      const body = { voucher_id: await makeVoucher(db, { cost_amount: 100, total_limit: 1 }) };
      const headers = { 'idempotency-key': `killed ${id}` };
      return () => shop.api('POST', '/voucher/activated', { token, headers, body });
    },
    adds: ['voucher active', 'voucher point -100'],
    again: 201,
  },
  'a check-in': {
    prepare:
      async ({ token }) =>
      () =>
        shop.api('POST', '/checkin', { token }),
    adds: ['checkin point 1'],
    again: 409,
  },
  'a till’s award': {
    async prepare({ id }) {
      const body = { member_id: id, receipt: `R-${sequence++}`, amount: '20.00' };
      return () => till(shop.api, 'award', body);
    },
    adds: ['store_reward point 20'],
    again: 201,
  },
  'a till’s reversal': {
    async prepare({ id }) {
      const receipt = `R-${sequence++}`;
      const response = await till(server.api, 'redeem', { member_id: id, receipt, kind: 'store_credit', amount: 300 });
      expect(response.status).toBe(201);
      return () => till(shop.api, 'reverse', { receipt });
    },
    adds: ['store_reversal store_credit 300'],
    again: 200,
  },
};

/** Lists the customer's entries, vouchers and orders. */
async function readFacts({ id }: TestCustomer): Promise<string[]> {
  const { rows } = await db.raw(
    `select action || ' ' || kind || ' ' || amount as fact from wallet_entries where customer_id = $1
     union all select 'voucher ' || state from own_vouchers where customer_id = $1
     union all select 'order ' || status from orders where customer_id = $1`,
    [id],
  );
  return rows.map(({ fact }) => String(fact)).toSorted();
}

const ACTIONS = ['spend', 'return', 'voucher', 'checkin', 'expiry', 'store_reward', 'store_reversal'];

test.each([
  ['before the entries are written', 'before'],
  ['once they are committed, before the answers', 'at commit'],
] as const)('killed %s: every request has its effect once', async (_, held) => {
  const runs = await Promise.all(
    Object.entries(STEPS).map(async ([name, step]) => {
      const customer = await newCustomer(server);
      await fillWallet(server, customer, 'point', 1_000);
      await fillWallet(server, customer, 'store_credit', 500);
      const request = await step.prepare(customer);
      const before = await readFacts(customer);
      const after = [...before.filter((fact) => !step.removes?.includes(fact)), ...step.adds].toSorted();
      return { name, step, customer, request, before, after };
    }),
  );
  const readAllFacts = async () =>
    Object.fromEntries(await Promise.all(runs.map(async ({ name, customer }) => [name, await readFacts(customer)])));
  const collectFacts = (facts: 'before' | 'after') => Object.fromEntries(runs.map((run) => [run.name, run[facts]]));
  const when = `new.action in ('${ACTIONS.join("', '")}')`;
  const write = { held, write: 'insert on wallet_entries', when, waiters: runs.length };
  const [job, ...others] = runs;
  await killAtWrite(database, shop.child, write, async () => {
    await job?.request();
    await Promise.allSettled(others.map(({ request }) => request()));
  });
  expect(await readAllFacts()).toEqual(collectFacts(held === 'before' ? 'before' : 'after'));

  await start();
  for (const { name, step, request } of runs) {
    const response = await request();
    const first = step.again === 409 ? [200, 201] : [step.again];
    expect(held === 'before' ? first : [step.again], name).toContain(response?.status);
  }
  await expect.poll(readAllFacts).toEqual(collectFacts('after'));
  expect((await staff('/wallets/check')).body).toEqual({ wallets: expect.any(Number), wrong: [] });
});
