/** docs/running.md "Data that grows": the daily job removes in batches, so that it catches up. */
import { DAY_MS } from '@shop/core/time';
import { beforeAll, expect, test } from 'vitest';
import { removeOldRecent } from '../catalog/products/recent-products.ts';
import { removeOldSales } from '../catalog/sales/sales-rollup.ts';
import { type Ctx, NO_REQUEST } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { removeOldKeys } from '../http/api/idempotency.ts';
import { removeOldCodes } from '../identity/codes/codes.ts';
import { removeOldMessages } from '../identity/codes/undelivered-codes.ts';
import { expireVouchers } from '../loyalty/vouchers/order-vouchers.ts';
import { forgetNetworks } from '../orders/placing/open-orders.ts';
import { forgetOldSessions } from '../referral/referrals.ts';
import { newCustomer } from '../testing/customer.ts';
import { makeVoucher } from '../testing/make-voucher.ts';
import { makeDistinctAddress, prepareOrder } from '../testing/orders/distinct-buyer.ts';
import { testServer } from '../testing/test-server.ts';
import { ROWS_PER_CLEAN_UP } from './clean-up.ts';
import { countStatements } from './database.ts';

const server = await testServer();
const { app, db } = server;
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

/** More rows than one batch. */
const OLD_ROWS = ROWS_PER_CLEAN_UP + 1;

beforeAll(async () => {
  await newCustomer(server);
  await makeVoucher(db);
  await db.raw('delete from product_sales');
  const { shopper, cart } = await prepareOrder(server, makeDistinctAddress());
  expect((await shopper.place(cart)).status).toBe(201);
});

type CleanUp = {
  statements: readonly string[];
  run: (ctx: Ctx) => Promise<unknown>;
  /** Inserts one row at $1 and `OLD_ROWS` rows at $2: the series `n` from 0 to $3, with the time of each as `at`. */
  insert: readonly string[];
  /** Reads the number of rows that are not cleaned up. */
  count: string;
};

const ROWS =
  'from (select n, case n when 0 then $1::timestamptz else $2 end as at from generate_series(0, $3::int) n) rows';

const CLEAN_UPS: readonly CleanUp[] = [
  {
    statements: ['http.removeKeys'],
    run: removeOldKeys,
    insert: [
      `insert into idempotency_keys (owner, key, request_hash, status, answer, created_at)
       select 'test', n, '', 200, '', at ${ROWS}`,
    ],
    count: 'select count(*)::int from idempotency_keys',
  },
  {
    statements: ['catalog.removeRecent'],
    run: removeOldRecent,
    insert: [
      `insert into recent_products (owner, product_id, seen_at) select n, (select min(id) from products), at ${ROWS}`,
    ],
    count: 'select count(*)::int from recent_products',
  },
  {
    statements: ['catalog.removeOldDays'],
    run: removeOldSales,
    insert: [
      `insert into product_sales (product_id, day, pieces, orders)
       select (select min(id) from products), at::date - n, 1, 1 ${ROWS}`,
    ],
    count: 'select count(*)::int from product_sales',
  },
  {
    statements: ['identity.removeCodes', 'identity.removeCodeSends'],
    run: removeOldCodes,
    insert: [
      `insert into codes (contact, purpose, code_hash, sent_at, expires_at) select n, 'register', '', at, at ${ROWS}`,
      `insert into code_sends (contact, address_hash, at) select n, '', at ${ROWS}`,
    ],
    count: 'select count(*)::int / 2 as count from (select from codes union all select from code_sends) rows',
  },
  {
    statements: ['identity.removeCodeMessages'],
    run: removeOldMessages,
    insert: [`insert into code_messages (message_id, at) select n, at ${ROWS}`],
    count: 'select count(*)::int from code_messages',
  },
  {
    statements: ['referral.removeOldSessions'],
    run: forgetOldSessions,
    insert: [
      `insert into referral_sessions (customer_id, session_hash, seen_at)
       select (select id from customers limit 1), n, at ${ROWS}`,
    ],
    count: 'select count(*)::int from referral_sessions',
  },
  {
    statements: ['vouchers.expireDue'],
    run: expireVouchers,
    insert: [
      `insert into own_vouchers (voucher_id, source, issued_at, expires_at)
       select (select max(id) from vouchers), 'test:' || n, at, at + interval '1 day' ${ROWS}`,
    ],
    count: `select count(*)::int from own_vouchers where state = 'active'`,
  },
  {
    statements: ['orders.forgetNetworks'],
    run: forgetNetworks,
    insert: [
      `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
         'cart_version', -n - 1, 'order_number', 'T' || n, 'network_hash', 'network', 'created_at', at))).*
       from orders o cross join (select * ${ROWS}) times where o.id = (select id from orders limit 1)`,
    ],
    count: `select count(*)::int from orders where network_hash = 'network'`,
  },
];

test.each(CLEAN_UPS)('$statements removes more rows than one batch, and leaves newer ones', async (cleanUp) => {
  const ctx = system();
  const values = [ctx.now, new Date(ctx.now.getTime() - 200 * DAY_MS), OLD_ROWS];
  for (const insert of cleanUp.insert) await db.raw(insert, values);
  expect((await db.raw(cleanUp.count)).rows).toEqual([{ count: OLD_ROWS + 1 }]);
  const { statements } = await countStatements(() => cleanUp.run(ctx));
  expect(statements).toEqual(cleanUp.statements.flatMap((name) => [name, name]));
  expect((await db.raw(cleanUp.count)).rows).toEqual([{ count: 1 }]);
});
