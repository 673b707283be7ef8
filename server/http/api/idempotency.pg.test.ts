import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Ctx, NO_REQUEST, type ShopServices } from '../../context.ts';
import { countStatements } from '../../db/database.ts';
import { Refused, refuse } from '../../refuse.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import { createCounters } from '../limits/counters.ts';
import { removeOldKeys, runOncePerKey } from './idempotency.ts';

const testedDatabase = await testDatabase();
afterAll(() => testedDatabase.close());

const NOW = new Date('2026-11-21T04:00:00Z');
const NONE = { orders: 0, value: 0 };
const VERSIONS = { minimum: '1.0.0', latest: '1.0.0' };
const SHOP: ShopServices = {
  jobs: { send: async () => {}, sendAll: async () => {} },
  counters: createCounters(null),
  limitOrderLookUp: (_address, _number, lookUp) => lookUp(),
  enquiriesPerNetwork: 1,
  partners: {
    messenger: null,
    whatsappWebhook: null,
    google: null,
    gateways: [],
    push: null,
    listDeliveredMessages: () => [],
    listDeliveredPushes: () => [],
    close: async () => {},
  },
  secret: 'secret',
  requiresSecondFactor: false,
  acceptsDemoPassword: false,
  shopMail: { to: [], isDigest: false },
  trackers: [],
  codesPerHour: 20,
  unusedCodes: 30,
  openOrderLimits: { unproven: NONE, network: NONE, proven: NONE, customer: NONE },
  app: {
    scheme: 'shop',
    iosId: null,
    android: null,
    stores: { ios: null, android: null },
    versions: { ios: VERSIONS, android: VERSIONS },
  },
  publicUrl: 'http://localhost',
  officeUrl: 'http://localhost/office',
  handleEvent: async () => {},
};
const makeCtx = (tokenHash: string): Ctx => ({
  db: testedDatabase.db,
  actor: { kind: 'guest', token: 'g', tokenHash },
  now: NOW,
  steadyNow: NOW,
  lang: 'en',
  priceGroup: null,
  cacheTags: { products: new Set(), list: false, until: null },
  request: NO_REQUEST,
  shop: SHOP,
});

let runs = 0;
beforeEach(() => {
  runs = 0;
});
const work = async () => {
  runs++;
  await sleep(20);
  return `answer ${runs}`;
};
const runOnce = (key: string, text = 'body', owner = 'a', task: (ctx: Ctx) => Promise<string> = work) =>
  runOncePerKey(makeCtx(owner), { key, text, formerText: 'of a former release', status: 201 }, task);

test('docs/security.md#c2: 50 concurrent duplicates wait, run once and get the same response', async () => {
  const responses = await Promise.all(Array.from({ length: 50 }, () => runOnce('parallel')));
  expect(new Set(responses)).toEqual(new Set(['answer 1']));
  expect(runs).toBe(1);
});

test('"the same key with another body is a 409"', async () => {
  await runOnce('key');
  await expect(runOnce('key', 'another body')).rejects.toMatchObject({ refusal: { code: 'request.idempotency' } });
  expect(runs).toBe(1);
});

test('a repetition of what a former release did returns its response', async () => {
  await runOnce('upgraded', 'of a former release');
  expect(await runOnce('upgraded')).toBe('answer 1');
});

test('keeps equal keys of two shoppers apart', async () => {
  expect(await runOnce('shared', 'body', 'first')).toBe('answer 1');
  expect(await runOnce('shared', 'body', 'second')).toBe('answer 2');
});

test('docs/readings.md#25: "a 4xx frees the key, so that the shopper can confirm a changed total"', async () => {
  await expect(runOnce('freed', 'body', 'a', async () => refuse('cart.empty'))).rejects.toBeInstanceOf(Refused);
  expect(await runOnce('freed', 'another body')).toBe('answer 1');
});

test('runs two statements besides begin and commit, one for a replay', async () => {
  expect((await countStatements(() => runOnce('counted'))).statements).toEqual(['http.claimKey', 'http.storeResponse']);
  expect((await countStatements(() => runOnce('counted'))).statements).toEqual(['http.claimKey']);
});

test('stores keys for at least a day, then removes them', async () => {
  await runOnce('old');
  const makeLaterCtx = (hours: number): Ctx => ({ ...makeCtx('a'), now: new Date(NOW.getTime() + hours * 3_600_000) });
  await removeOldKeys(makeLaterCtx(25));
  expect(await runOnce('old')).toBe('answer 1');
  await removeOldKeys(makeLaterCtx(49));
  runs = 6;
  expect(await runOnce('old')).toBe('answer 7');
});
