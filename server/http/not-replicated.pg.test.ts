/**
 * docs/running.md#a-standby-that-hangs: PostgreSQL answers success with a warning when the wait for the synchronous
 * standby is canceled. Such an order is not acknowledged.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openPostgres } from '../db/open.ts';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { createCluster, findServerPrograms, type OwnCluster } from '../testing/database/own-cluster.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { type ApiProcess, startApiProcess } from '../testing/processes/start-api-process.ts';

const programs = findServerPrograms();
if (programs === null)
  process.stderr.write('PostgreSQL’s initdb is not on this machine: a standby that hangs is not tested\n');

const dataDir = mkdtempSync(join(tmpdir(), 'shop-standby-'));
let cluster: OwnCluster | undefined;
let shop: ApiProcess | undefined;
afterAll(async () => {
  shop?.child.kill('SIGKILL');
  await cluster?.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

test.skipIf(programs === null)(
  'an order that the standby does not have is refused with 503, and so is its repetition until the standby has it',
  async () => {
    const own = await createCluster(programs ?? '');
    cluster = own;
    const { db, close } = await openPostgres('DATABASE_URL', own.url);
    const product = await makeProduct(db, { stock: 5 });
    const apiProcess = await startApiProcess({ DATABASE_URL: own.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
    shop = apiProcess;
    const shopper = await newShopper(apiProcess);
    await shopper.fill([product, 2]);
    const cart = await shopper.prepare();
    const key = { 'Idempotency-Key': randomUUID() };
    const readOrders = () =>
      db.raw('select o.id, i.quantity from orders o, inventory i where i.product_id = $1', [product.id]);

    const nameStandby = async (name: string) => {
      await db.raw(`alter system set synchronous_standby_names = '${name}'`);
      await db.raw('select pg_reload_conf()');
      while ((await db.raw('show synchronous_standby_names')).rows[0]?.synchronous_standby_names !== name)
        await sleep(10);
    };
    /** Places the order while its commit waits for the standby, and cancels the wait. */
    const placeAndCancel = async () => {
      const response = shopper.place(cart, {}, key);
      for (let isPlaced = false; !isPlaced; ) {
        const canceling = db.raw(
          "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'shop'",
        );
        isPlaced = await Promise.race([response.then(() => true), canceling.then(() => sleep(20)).then(() => false)]);
      }
      return response;
    };

    expect((await readOrders()).rows).toEqual([]);
    await nameStandby('absent');
    for (const attempt of ['first', 'repeated']) {
      const { status, body, headers } = await placeAndCancel();
      expect([attempt, status, body.code]).toEqual([attempt, 503, 'request.unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await nameStandby('');
    const repeat = await shopper.place(cart, {}, key);
    expect(repeat.status, repeat.text).toBe(201);
    expect((await readOrders()).rows).toEqual([{ id: repeat.body.order.id, quantity: 3 }]);
    await close();
  },
);
