/** A settlement file of 100,000 payments, on PostgreSQL. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOf } from '@shop/core/time';
import { afterAll, expect, test } from 'vitest';
import { insertCaptured } from '../../testing/database/insert-captured.ts';
import { offerOnlinePayment, placeOnline } from '../../testing/orders/pay-online.ts';
import { runCommand } from '../../testing/processes/run-command.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
await offerOnlinePayment(server);
const folder = mkdtempSync(join(tmpdir(), 'shop-settlement-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ROWS = 100_000;
/** Heap limit of the command: too small to hold the file and its responses several times. */
const HEAP_MB = 96;

test('reconcile compares 100,000 payments with little memory', async () => {
  const { order } = await placeOnline(server);
  const references = await insertCaptured(server.db, order.id, ROWS);
  const path = join(folder, 'settlement.csv');
  writeFileSync(path, ['RefNo,Amount', ...references.slice(1).map((each) => `${each},12.90`)].join('\n'));
  const today = dayOf(new Date());
  const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` };
  const { code, out, err } = await runCommand(server, 'payments', ['reconcile', path, '--day', today], env);
  expect([err, code]).toEqual(['', 2]);
  expect(out.split('\n').slice(0, 2)).toEqual([
    `${today}: ${ROWS - 1} payments in the file, ${ROWS - 1} as here, 1 difference`,
    `${references[0]} RM12.90 is paid here (order ${order.order_number}), but not there`,
  ]);
}, 120_000);
