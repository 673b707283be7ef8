/** A network that drops packets (docs/running.md#a-database-that-does-not-respond): no error reaches either end. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { afterAll, afterEach, expect, test } from 'vitest';
import { isUnavailable } from '../http/errors.ts';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { startDatabaseProxy } from '../testing/database/database-proxy.ts';
import { testDatabase } from '../testing/database/test-database.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { testServer } from '../testing/test-server.ts';
import { database, statement } from './database.ts';
import { createPool, SESSION_SETTINGS } from './pool.ts';
import { MAX_SILENCE_MS } from './watch-connection.ts';

const SILENCE_MS = 2_000;

const direct = await testDatabase();
const proxy = await startDatabaseProxy(direct.url ?? '');
const pool = createPool({ url: proxy.url, maxSilenceMs: SILENCE_MS });
const db = database(pool);
afterAll(async () => {
  await pool.end();
  await proxy.close();
  await direct.close();
});
afterEach(() => proxy.forward());

const backend = statement('test.silence.backend', v.object({ pid: v.number() }), 'select pg_backend_pid() as pid');
const pause = statement('test.silence.pause', v.object({}), 'select from pg_sleep($1)');
const insertSetting = statement(
  'test.silence.insertSetting',
  v.object({}),
  'insert into settings (key, value) values ($1, to_jsonb(1))',
);
const countSettings = statement(
  'test.silence.countSettings',
  v.object({ count: v.number() }),
  'select count(*) as count from settings where key = $1',
);

test('the limit is longer than the time limit of a statement', () => {
  expect(MAX_SILENCE_MS).toBeGreaterThan(2 * Number(SESSION_SETTINGS.statement_timeout));
});

test('statements, transactions and new connections fail once the database is silent, and work again after it', async () => {
  await db.row(backend);
  proxy.dropAll();
  await expect(db.row(backend)).rejects.toSatisfy(isUnavailable);
  await expect(db.transaction((tx) => tx.row(backend))).rejects.toSatisfy(isUnavailable);
  proxy.forward();
  expect(await db.row(backend)).not.toBeNull();
});

test('a transaction that is silenced between its statements leaves nothing behind', async () => {
  const transaction = db.transaction(async (tx) => {
    await tx.write(insertSetting, ['test.silence.half']);
    await tx.row(backend);
    proxy.dropAll();
    await tx.row(backend);
  });
  await expect(transaction).rejects.toSatisfy(isUnavailable);
  expect(await direct.db.row(countSettings, ['test.silence.half'])).toEqual({ count: 0 });
});

test('a connection that waits for its caller is not ended, in a transaction and outside', async () => {
  const before = await db.row(backend);
  await sleep(2 * SILENCE_MS);
  expect(await db.row(backend)).toEqual(before);
  const pids = await db.transaction(async (tx) => {
    const first = await tx.row(backend);
    await sleep(2 * SILENCE_MS);
    return [first, await tx.row(backend)];
  });
  expect(pids).toEqual([before, before]);
});

test('a statement that is sent when an idle connection reaches the limit is not ended', async () => {
  const client = await pool.connect();
  try {
    const timeout = once(client.connection.stream, 'timeout');
    // An idle connection reaches its limit once after each statement.
    await client.query('select 1');
    await timeout;
    // In the same phase of the event loop, as a timer of the process may be.
    const { rows } = await client.query('select 1 as one');
    expect(rows).toEqual([{ one: 1 }]);
  } finally {
    client.release();
  }
});

test('a statement may take longer where the limit is lifted, and only there', async () => {
  const seconds = (2 * SILENCE_MS) / 1_000;
  await db.transaction(async (tx) => {
    await tx.liftTimeLimit();
    await tx.row(pause, [seconds]);
  });
  await expect(db.transaction((tx) => tx.row(pause, [seconds]))).rejects.toSatisfy(isUnavailable);
  await expect(db.liftTimeLimit()).rejects.toThrow('outside a transaction');
});

test('an order whose commit gets no response is there once when the request is repeated', async () => {
  const { api } = await testServer({ database: { ...direct, db, pool } });
  const product = await makeProduct(direct.db, { stock: 5 });
  const shopper = await newShopper({ api });
  await shopper.fill([product, 2]);
  const cart = await shopper.prepare();
  const key = { 'Idempotency-Key': randomUUID() };

  proxy.dropResponsesAfter('commit');
  const lostResponse = await shopper.place(cart, {}, key);
  expect([lostResponse.status, lostResponse.body.code]).toEqual([503, 'request.unavailable']);
  expect(Number(lostResponse.headers.get('retry-after'))).toBeGreaterThan(0);

  const repeat = await shopper.place(cart, {}, key);
  expect(repeat.status, repeat.text).toBe(201);
  const { rows } = await direct.db.raw(
    'select o.id, i.quantity from orders o, inventory i where o.contact_email = $1 and i.product_id = $2',
    ['mei.ling@example.com', product.id],
  );
  expect(rows).toEqual([{ id: repeat.body.order.id, quantity: 3 }]);
});
