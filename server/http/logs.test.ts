/** docs/security.md#c26: "no … OTP, token, password, full phone in logs", at the most verbose log level. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, expect, test } from 'vitest';
import { engine, fillDataFolder, testDatabase } from '../testing/database/test-database.ts';
import { authorize, MEI } from '../testing/google-login.ts';
import { codeSentTo } from '../testing/inbox.ts';
import { ADDRESS, newShopper } from '../testing/orders/shopper.ts';
import { PROCESS_ENV } from '../testing/processes/process-env.ts';
import { type RequestOptions, sendRequest, type TestResponse } from '../testing/test-server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'shop-logs-'));
const database = engine() === 'postgres' ? await testDatabase() : undefined;
if (database === undefined) await fillDataFolder(dataDir);
const ends: (() => unknown)[] = [];
let child: ChildProcess | undefined;
afterEach(async () => {
  if (child?.exitCode === null) await new Promise((resolve) => child?.once('close', resolve).kill('SIGKILL'));
  for (const end of ends.splice(0)) end();
});
afterAll(async () => {
  await database?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A shop in its own process, with its captured output. */
type ShopProcess = {
  url: string;
  api(method: string, path: string, options?: RequestOptions): Promise<TestResponse>;
  log(): string;
  /** Waits for an output line. */
  waitForLine(text: string): Promise<void>;
};

async function waitUntil(isMet: () => boolean): Promise<void> {
  for (let look = 0; look < 600 && !isMet(); look++) await sleep(50);
  if (!isMet()) throw new Error('It did not happen');
}

async function start(env: Record<string, string> = {}): Promise<ShopProcess> {
  const limits = [
    'RATE_LIMIT',
    'RATE_LIMIT_TRACKING',
    'RATE_LIMIT_CONTACT',
    'RATE_LIMIT_TILL',
    'RATE_LIMIT_TILL_LOOK_UPS',
    'RATE_LIMIT_SIGN_IN',
    'RATE_LIMIT_SIGN_UP',
    'RATE_LIMIT_CODES',
    'RATE_LIMIT_UNUSED_CODES',
  ];
  const server = spawn(process.execPath, [join(import.meta.dirname, '..', 'testing', 'processes', 'api-process.ts')], {
    env: {
      ...PROCESS_ENV,
      ...Object.fromEntries(limits.map((name) => [name, '100000'])),
      DATABASE_URL: database?.url ?? '',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'trace',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = server;
  let text = '';
  server.stdout.on('data', (chunk) => (text += chunk));
  server.stderr.on('data', (chunk) => (text += chunk));
  const address = () => /^http:\S+$/m.exec(text)?.[0];
  await waitUntil(() => address() !== undefined);
  const url = address() ?? '';
  return {
    url,
    api: (method, path, options) => sendRequest(`${url}/api${path}`, method, options),
    log: () => text,
    waitForLine: (line) => waitUntil(() => text.includes(line)),
  };
}

/** Secrets that no line may contain. */
const secrets = new Set<string>();
const addSecret = (text: string): string => {
  if (typeof text !== 'string' || text === '') throw new Error('The secret is empty');
  secrets.add(text);
  return text;
};

/** Returns the secrets that the log contains; digits only as whole numbers. */
const listLeakedSecrets = (log: string): string[] =>
  [...secrets].filter((each) =>
    /^\d{6}$/.test(each) ? new RegExp(`(?<![\\w.])${each}(?![\\w.])`).test(log) : log.includes(each),
  );

let sequence = 0;
const makeEmail = () => addSecret(`logged${++sequence}@example.com`);
/** Makes a phone number; the secret is the digits that every spelling of it has. */
const makePhone = () => `01${addSecret(String(70_123_000 + ++sequence))}`;
const makePassword = () => addSecret(`a password of ${++sequence} secret words`);

/** Makes every call that carries a secret, good and bad ones; returns the routes that were called. */
async function callWithSecrets(shop: ShopProcess): Promise<string[]> {
  const routes = new Set<string>();
  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    routes.add(path.replace(/\?.*/, ''));
    return (
      await shop.api(method, path, { token, body, headers: { 'idempotency-key': addSecret('a key of an order') } })
    ).body;
  };
  const receiveCode = async (to: string) => addSecret(await codeSentTo(shop.url, to));

  const [phone, email, password] = [makePhone(), makeEmail(), makePassword()];
  await call('POST', '/request/otp', { contact_number: phone, purpose: 'register' });
  const code = await receiveCode(phone);
  await call('POST', '/verify-otp', { contact_number: phone, purpose: 'register', code: addSecret('918273') });
  const { proof } = await call('POST', '/verify-otp', { contact_number: phone, purpose: 'register', code });
  const registration = { name: 'Mei Ling', contact_number: phone, email, password, proof: addSecret(proof) };
  const { token, me } = await call('POST', '/register', registration);
  addSecret(token);
  await call('POST', '/register', registration);

  await call('POST', '/send-email-verify', { email }, token);
  await call('POST', '/verify-email', { email, code: await receiveCode(email) }, token);
  await call('POST', '/token', { login: email, password: makePassword() });
  await call('POST', '/token', { login: makePhone(), password: makePassword() });
  await call('POST', '/send-sign-in-code', { login: phone });
  await call('POST', '/token', { login: phone, code: addSecret('827364') });
  const { token: second } = await call('POST', '/token', { login: phone, password });
  addSecret(second);
  await call('POST', '/logout', {}, second);
  await call('GET', '/me', undefined, second);
  await call('GET', '/me', undefined, addSecret(`c_${'Z'.repeat(43)}`));

  const recoveryEmail = makeEmail();
  const recoveryAccount = await call('POST', '/register', {
    name: 'Mei Ling',
    email: recoveryEmail,
    password: makePassword(),
  });
  addSecret(recoveryAccount.token);
  await call('POST', '/forget-password', { login: recoveryEmail });
  const recovery = await receiveCode(recoveryEmail);
  await call('POST', '/verify-forget-password-token', { login: recoveryEmail, code: recovery });
  const newPassword = makePassword();
  const reset = await call('POST', '/reset-password', { login: recoveryEmail, code: recovery, password: newPassword });
  await call(
    'POST',
    '/change-password',
    { old_password: newPassword, password: makePassword() },
    addSecret(reset.token),
  );

  const google = await authorize(shop, MEI);
  for (const each of [google.code, google.code_verifier, google.nonce]) addSecret(each);
  addSecret((await call('POST', '/token', { provider: 'google', ...google })).token);
  await call('POST', '/token', { provider: 'google', ...google });

  const address = {
    ...ADDRESS,
    recipient: addSecret('Puan Seri Rahsia'),
    street_address: addSecret('9, Lorong Sulit'),
  };
  await call('POST', '/address', address, token);
  await call('POST', '/contact', { title: 'Mum', number: makePhone() }, token);
  await call('PUT', `/users/${me.id}`, { date_of_birth: addSecret('1977-07-17') }, token);
  for (const shopper of [await newShopper(shop, { token }), await newShopper(shop)]) {
    addSecret(shopper.token);
    const { body } = await shop.api('GET', '/products?limit=1&show_available=1&orderBy=price');
    const [product] = body.data;
    await shopper.fill([{ id: product.id, options: [] }, Math.max(1, product.min_sale_qty)]);
    const contact = makePhone();
    const cart = await shopper.prepare({
      shipping_address: { ...address, email: makeEmail(), contact_number: contact },
    });
    const response = await shopper.place(cart, {}, { 'idempotency-key': 'a key of an order' });
    const { order_number, view_token } = response.body.order;
    await call('GET', `/order?order_number=${order_number}&token=${addSecret(view_token)}`);
    await call('GET', `/order?order_number=${order_number}&contact=${contact}`);
    await call('GET', `/track-order?order_number=${order_number}&contact=${contact}`);
  }
  const question = { name: 'Mei', email, subject: 'Order', message: addSecret('A private matter') };
  await call('POST', '/contact-us', question);

  // Malformed and refused requests.
  const brokenPassword = makePassword();
  await call('POST', '/token', `{"login":"${email}","password":"${brokenPassword}"`);
  await call('POST', '/token', JSON.stringify({ login: email, password: brokenPassword, more: 'x'.repeat(300_000) }));
  await call('POST', '/token', { login: [email], password: { [brokenPassword]: brokenPassword } });
  await call('GET', `/orders?search=${brokenPassword}:${email}&token=${token}`, undefined, token);
  await call('GET', `/%zz?token=${token}&contact=${phone}`);
  await call('GET', `/nothing/${token}`);
  await sendRequest(`${shop.url}/signin?token=${token}&contact=${email}`, 'GET');

  await call('GET', '/me/export', undefined, token);
  await call('POST', '/me/delete', { password }, token);
  return [...routes];
}

test('logs sign-up, sign-in, codes, recovery, Google, orders and removal without secrets', {
  timeout: 120_000,
}, async () => {
  const shop = await start();
  const routes = await callWithSecrets(shop);
  await shop.api('GET', '/health/live');
  await shop.waitForLine('"route":"/api/health/live"');
  const log = shop.log();
  for (const route of routes.filter((each) => !/users|nothing|%/.test(each)))
    expect(log).toContain(`"route":"/api${route}"`);
  expect(log).toContain('"status":403');
  // One line of JSON for each request, with its id and its endpoint of the contract.
  const line = log.split('\n').find((line) => line.includes('"route":"/api/register"')) ?? '';
  expect(JSON.parse(line)).toMatchObject({
    reqId: expect.stringMatching(/^req-/),
    method: 'POST',
    endpoint: 'identity.register',
    status: expect.any(Number),
    ms: expect.any(Number),
  });
  expect(secrets.size).toBeGreaterThan(35);
  expect(listLeakedSecrets(log)).toEqual([]);
});

test('logs partners’ errors without the recipient that they quote', { timeout: 120_000 }, async () => {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) => done(new Error(`${address} has no mailbox here`)),
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()));
  ends.push(() => smtp.close(() => {}));
  const codes: string[] = [];
  const whatsapp = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    codes.push(addSecret(JSON.parse(text).template.components[0].parameters[0].text));
    response.writeHead(500).end(JSON.stringify({ error: { message: `No message to ${text}` } }));
  });
  await new Promise<void>((resolve) => whatsapp.listen(0, '127.0.0.1', resolve));
  ends.push(() => whatsapp.close());
  const sms = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    response.writeHead(500).end(JSON.stringify({ error: `No SMS to ${text}` }));
  });
  await new Promise<void>((resolve) => sms.listen(0, '127.0.0.1', resolve));
  ends.push(() => sms.close());
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
  const shop = await start({
    SMTP_URL: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    WHATSAPP_URL: `http://127.0.0.1:${portOf(whatsapp)}`,
    WHATSAPP_TOKEN: addSecret('the token of WhatsApp'),
    WHATSAPP_PHONE_ID: '100000000000001',
    SMS_URL: `http://127.0.0.1:${portOf(sms)}`,
    SMS_TOKEN: addSecret('the token of the SMS gateway'),
  });
  await shop.api('POST', '/request/otp', { body: { contact_number: makePhone(), purpose: 'register' } });
  await shop.api('POST', '/send-email-verify', { body: { email: makeEmail() } });
  await shop.waitForLine('"queue":"message"');
  await shop.waitForLine('"queue":"mail"');
  expect(codes).not.toEqual([]);
  expect(shop.log()).toContain('has no mailbox here');
  expect(listLeakedSecrets(shop.log())).toEqual([]);
});
