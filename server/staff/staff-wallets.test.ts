/** docs/api.md#staff-api: wallets for staff, and `npm run wallets` of the running shop. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newCustomer } from '../testing/customer.ts';
import { runCommand } from '../testing/processes/run-command.ts';
import { newStaff, operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer();
const staff = operator(server);

type EntryText = { amount: number; description: string };

describe('GET /staff/wallets/{customer} and POST …/adjust', () => {
  test('adjusts a wallet by id, email or phone; the customer reads the reason, and the audit log has it', async () => {
    const customer = await newCustomer(server);
    const { body } = await staff('POST', `/wallets/${customer.id}/adjust`, {
      kind: 'point',
      amount: 500,
      reason: 'Broken eggs',
    });
    expect(body).toMatchObject({
      customer: { id: customer.id, email: customer.email },
      balances: { point: { balance: 500, value: '5.00' }, store_credit: { balance: 0 } },
    });
    const expiry = new Date(body.balances.point.next_expiry.at).getTime() - Date.now();
    expect(expiry / 86_400_000).toBeGreaterThan(364);
    await staff('POST', `/wallets/${customer.email}/adjust`, { kind: 'point', amount: -120, reason: 'Typing error' });
    const { phone } = body.customer;
    const wallet = await staff('GET', `/wallets/${encodeURIComponent(phone)}`);
    expect(wallet.body.balances.point.balance).toBe(380);
    expect(
      wallet.body.entries.map(({ amount, description }: EntryText) => `${amount} ${description}`).toSorted(),
    ).toEqual(['-120 Adjusted by customer service: Typing error', '500 Adjusted by customer service: Broken eggs']);
    const audit = await staff('GET', `/audit?search=${encodeURIComponent(`subject:customer ${customer.id}`)}`);
    expect(audit.body.data).toMatchObject([
      { action: 'staff.customer' },
      { action: 'staff.adjustWallet', before: { point: 500 }, after: { point: 380, reason: 'Typing error' } },
      { action: 'staff.adjustWallet', before: { point: 0 }, after: { point: 500, reason: 'Broken eggs' } },
    ]);
  });

  test('422 for amount 0 or a missing reason, 404 for an unknown customer, 409 for a balance below zero', async () => {
    const customer = await newCustomer(server);
    const adjust = async (change: object, customerOrEmail = customer.id) =>
      (
        await staff('POST', `/wallets/${customerOrEmail}/adjust`, {
          kind: 'store_credit',
          amount: 5,
          reason: 'Test',
          ...change,
        })
      ).status;
    expect(await adjust({ amount: 0 })).toBe(422);
    expect(await adjust({ amount: 0.5 })).toBe(422);
    expect(await adjust({ reason: '' })).toBe(422);
    expect(await adjust({}, 'unknown@example.com')).toBe(404);
    expect(await adjust({}, 'unknown')).toBe(404);
    expect(await adjust({})).toBe(200);
    const refusal = await staff('POST', `/wallets/${customer.id}/adjust`, {
      ...{ kind: 'store_credit', amount: -6, reason: 'Test' },
    });
    expect([refusal.status, refusal.body.code]).toEqual([409, 'wallet.too_little_store_credit']);
    expect((await staff('GET', `/wallets/${customer.id}`)).body.balances.store_credit.balance).toBe(5);
  });

  test('the same Idempotency-Key adjusts once and gets the first response; without one each call adjusts', async () => {
    const customer = await newCustomer(server);
    const adjust = (headers: Record<string, string>, amount = 500, { id } = customer) =>
      server.api('POST', `/staff/wallets/${id}/adjust`, {
        token: server.config.operatorToken,
        headers,
        body: { kind: 'point', amount, reason: 'Broken eggs' },
      });
    const key = { 'idempotency-key': `eggs ${customer.id}` };
    const first = await adjust(key);
    const repetitions = await Promise.all([adjust(key), adjust(key)]);
    expect(first).toMatchObject({ status: 200, body: { balances: { point: { balance: 500 } } } });
    expect(repetitions.map(({ status, body }) => ({ status, body }))).toEqual(
      repetitions.map(() => ({ status: 200, body: first.body })),
    );
    expect((await adjust(key, 600)).body.code).toBe('request.idempotency');
    expect((await staff('GET', `/wallets/${customer.id}`)).body.entries).toHaveLength(1);
    const another = await newCustomer(server);
    expect((await adjust(key, 500, another)).body.code).toBe('request.idempotency');
    expect((await staff('GET', `/wallets/${another.id}`)).body.entries).toEqual([]);
    await adjust({});
    expect((await adjust({})).body.balances.point.balance).toBe(1_500);
  });

  test('support may adjust, only finance may see what the shop owes; other roles see nothing', async () => {
    const customer = await newCustomer(server);
    const support = await newStaff(server, ['support']);
    const picker = await newStaff(server, ['picker']);
    expect((await support.call('GET', `/wallets/${customer.id}`)).status).toBe(200);
    expect((await support.call('GET', '/wallets/liability')).status).toBe(404);
    expect((await support.call('POST', '/wallets/check', {})).status).toBe(404);
    expect((await picker.call('GET', `/wallets/${customer.id}`)).status).toBe(404);
    expect((await customer.call('GET', `/staff/wallets/${customer.id}`)).status).toBe(401);
  });
});

test('npm run wallets: show, adjust, liability and check', async () => {
  const customer = await newCustomer(server);
  const run = (...args: string[]) => runCommand(server, 'wallets', args);
  const readLiability = async () => (await staff('GET', '/wallets/liability')).body.store_credit;
  const before = await readLiability();
  const output = await run('adjust', customer.email, 'coins', '250', '--reason', 'Late delivery');
  expect(output.out).toContain(`${customer.id}  Mei Ling  ${customer.email}`);
  expect(output.out).toMatch(/ {2}250 coins {2}RM2\.50\n/);
  expect((await run('adjust', customer.email, 'coins', '-50', '--reason', 'Too much')).out).toContain(
    '200 coins  RM2.00',
  );
  expect((await run('show', customer.id)).out).toMatch(
    /-50 coins {2}= 200 {2}Adjusted by customer service: Too much\n/,
  );
  const after = await readLiability();
  expect(after.balance - before.balance).toBe(200);
  expect(after.value).toBe((after.balance / 100).toFixed(2));
  expect((await run('liability')).out).toContain(`coins  ${after.balance}  RM${after.value}`);
  expect(await run('check')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+ wallets, 0 wrong\n$/) });
  expect((await run('adjust', customer.email, 'stars', '5', '--reason', 'x')).err).toContain('Usage');
  expect((await run('adjust', customer.email, 'coins', '5')).err).toContain('Usage');
  await server.db.raw(`update wallets set balance = 201 where customer_id = $1 and kind = 'store_credit'`, [
    customer.id,
  ]);
  const wrong = await run('check');
  expect(wrong).toMatchObject({
    code: 2,
    out: expect.stringContaining(`${customer.id}  coins  balance 201, entries 200\n`),
  });
});

test('npm run wallets: an adjustment whose response is lost is repeated by its key, and made once', async () => {
  const customer = await newCustomer(server);
  const proxy = createServer(async (request, response) => {
    const { authorization = '', 'idempotency-key': key = '' } = request.headers;
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': String(key) };
    await fetch(server.url + request.url, { method: 'POST', headers, body: await text(request) });
    response.destroy();
  });
  await new Promise<void>((resolve) => proxy.listen(0, 'localhost', resolve));
  onTestFinished(() => void proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const adjustment = ['adjust', customer.email, 'coins', '250', '--reason', 'Late delivery'];
  const lost = await runCommand({ ...server, url: `http://localhost:${port}` }, 'wallets', adjustment);
  expect(lost).toMatchObject({ code: 1, err: expect.stringContaining('No shop responds') });
  const key = /--key (\S+)/.exec(lost.err)?.[1] ?? '';
  const again = await runCommand(server, 'wallets', [...adjustment, '--key', key]);
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining('\n  250 coins  RM2.50\n') });
  expect((await staff('GET', `/wallets/${customer.id}`)).body.entries).toHaveLength(1);
});
