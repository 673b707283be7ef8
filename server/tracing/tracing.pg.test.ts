/** Traces of a running shop: what a collector of the test receives over OTLP/HTTP, and what it must not receive. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { InvalidSetting, readConfig } from '../config.ts';
import { testDatabase } from '../testing/database/test-database.ts';
import { sentTo } from '../testing/inbox.ts';
import { ADDRESS, newShopper } from '../testing/orders/shopper.ts';
import { startApiProcess } from '../testing/processes/start-api-process.ts';
import { sendRequest, type TestServer } from '../testing/test-server.ts';

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean };
type Attribute = { key: string; value: Value };
type ExportedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
  links?: { traceId: string; spanId: string }[];
  status: { code?: number };
};
type Export = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: ExportedSpan[] }[] }[] };

/** The bodies of all exports, as received. */
const bodies: string[] = [];
const headers: (string | undefined)[] = [];
const collector = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  bodies.push(body);
  headers.push(`${request.url} ${request.headers['x-collector-key']}`);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));

const folder = mkdtempSync(join(tmpdir(), 'shop-traces-'));
const database = await testDatabase();
const preload = import.meta.resolve('../testing/processes/note-loaded-packages.ts');

async function start(name: string, env: Record<string, string>) {
  const loadedFile = join(folder, `${name}-loaded`);
  writeFileSync(loadedFile, '');
  const shop = await startApiProcess({
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, name),
    LOG_LEVEL: 'info',
    LOADED_FILE: loadedFile,
    NODE_OPTIONS: `--import ${preload}`,
    ...env,
  });
  let log = '';
  shop.child.stdout?.on('data', (text) => (log += text));
  return { ...shop, log: () => log, loaded: () => readFileSync(loadedFile, 'utf8') };
}

const shop = await start('traced', {
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20key',
  OTEL_SERVICE_NAME: 'shop-of-the-test',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  OTEL_BSP_SCHEDULE_DELAY: '100',
  TRUST_PROXY: '127.0.0.1',
});
afterAll(async () => {
  shop.child.kill('SIGKILL');
  collector.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const listSpans = (): ExportedSpan[] =>
  bodies.flatMap((body) =>
    (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans)),
  );

const readAttribute = (attributes: readonly Attribute[], key: string) => {
  const value = attributes.find((each) => each.key === key)?.value;
  return value?.stringValue ?? value?.intValue ?? value?.boolValue;
};

/** Waits for an exported span. */
async function waitForSpan(fits: (span: ExportedSpan) => boolean): Promise<ExportedSpan> {
  await expect.poll(() => listSpans().some(fits)).toBe(true);
  const span = listSpans().find(fits);
  if (span === undefined) throw new Error('It was not exported');
  return span;
}

/** Calls with a trace of the proxy's own, and waits for the span of the call. */
async function callInTrace(trace: string, method: string, path: string, body?: unknown): Promise<ExportedSpan> {
  const traceparent = `00-${trace}-00000000000000aa-01`;
  await shop.api(method, path, { headers: { traceparent }, ...(body !== undefined && { body }) });
  return waitForSpan(({ traceId, kind }) => traceId === trace && kind === 2);
}

const trace = (digit: string) => digit.repeat(32);

/** Values that no exported span may contain. */
const PLANTED = {
  recipient: 'Puan Seri Rahsia',
  street_address: '9, Lorong Sulit',
  email: 'planted.person@example.com',
  contact_number: '017-712 3456',
};
const PHONE = '0177123456';

async function placeOrder(): Promise<string> {
  const shopper = await newShopper(shop as unknown as TestServer);
  const [product] = (await shop.api('GET', '/products?limit=1&show_available=1&orderBy=price')).body.data;
  await shopper.fill([{ id: product.id, options: [] } as never, Math.max(1, product.min_sale_qty)]);
  const cart = await shopper.prepare({ shipping_address: { ...ADDRESS, ...PLANTED } });
  expect((await shopper.place(cart)).status).toBe(201);
  return shopper.token;
}

test('names the span of a request by its endpoint, and those of its statements by their names', async () => {
  const request = await callInTrace(trace('1'), 'GET', '/settings?lang=en');
  expect(request.name).toBe('content.settings');
  expect(readAttribute(request.attributes, 'http.response.status_code')).toBe(200);
  expect(readAttribute(request.attributes, 'http.route')).toBe('/api/settings');
  const statements = listSpans().filter(({ traceId, kind }) => traceId === request.traceId && kind === 3);
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.map(({ name }) => name).every((name) => /^\w+\.\w+$/.test(name))).toBe(true);
  expect(statements[0]?.parentSpanId).toBe(request.spanId);
  // A cached response: the request has neither a route nor statements.
  const cachedCall = await callInTrace(trace('2'), 'GET', '/settings?lang=en');
  expect([cachedCall.name, readAttribute(cachedCall.attributes, 'http.route')]).toEqual([
    'content.settings',
    undefined,
  ]);
});

test('sends to the collector by OpenTelemetry’s own settings', () => {
  expect(new Set(headers)).toEqual(new Set(['/v1/traces a key']));
  const { resource } = (JSON.parse(bodies[0] ?? '') as Export).resourceSpans[0] ?? { resource: { attributes: [] } };
  expect(readAttribute(resource.attributes, 'service.name')).toBe('shop-of-the-test');
  expect(readAttribute(resource.attributes, 'deployment.environment.name')).toBe('test');
});

test('statements of a request with a body belong to its trace', async () => {
  const request = await callInTrace(trace('3'), 'POST', '/token', {
    login: PLANTED.email,
    password: 'planted-password',
  });
  expect([request.name, request.status.code]).toEqual(['identity.signIn', 0]);
  const names = listSpans().flatMap(({ traceId, name, kind }) => (traceId === trace('3') && kind === 3 ? [name] : []));
  expect(names).not.toEqual([]);
});

test('a trusted proxy’s traceparent continues its trace; a malformed one does not', async () => {
  const request = await callInTrace(trace('4'), 'GET', '/banners');
  expect(request.parentSpanId).toBe('00000000000000aa');
  for (const wrong of [`00-${trace('0')}-00000000000000aa-01`, `00-${trace('5')}-xx-01`, 'ff']) {
    expect((await shop.api('GET', '/no-such-call', { headers: { traceparent: wrong } })).status).toBe(404);
  }
  const unknown = await waitForSpan(
    ({ name, attributes }) => name === 'other' && readAttribute(attributes, 'http.route') !== undefined,
  );
  expect(unknown.parentSpanId).toBeUndefined();
});

test('a job has a trace of its own, linked to what enqueued it', async () => {
  await placeOrder();
  const place = await waitForSpan(({ name }) => name === 'orders.place');
  const job = await waitForSpan(
    ({ name, links = [] }) => name === 'job mail' && links.some(({ traceId }) => traceId === place.traceId),
  );
  expect(job.traceId).not.toBe(place.traceId);
  expect(job.parentSpanId).toBeUndefined();
  expect(job.links?.map(({ spanId }) => spanId)).toContain(place.spanId);
  await waitForSpan(({ traceId, kind }) => traceId === job.traceId && kind === 3);
  // A waiting job carries the trace in its data, which its handler does not see.
  const { rows } = await database.db.raw(`select count(*)::int from pgboss.job where data ? 'traceparent'`);
  expect(Number(rows[0]?.count)).toBeGreaterThan(0);
});

test('a partner’s call is a span of the job that makes it', async () => {
  await shop.api('POST', '/request/otp', { body: { contact_number: PHONE, purpose: 'register' } });
  await sentTo(shop.url, PHONE, ({ code }) => code !== '');
  const call = await waitForSpan(({ name, kind }) => name === 'WhatsApp' && kind === 3);
  const job = await waitForSpan(({ spanId }) => spanId === call.parentSpanId);
  expect([job.name, readAttribute(call.attributes, 'service.peer.name')]).toEqual(['job message', 'WhatsApp']);
});

test('log lines of a request have its trace beside its id', async () => {
  await callInTrace(trace('6'), 'GET', '/nothing/here');
  await expect.poll(() => shop.log()).toContain(`"trace_id":"${trace('6')}"`);
  const line =
    shop
      .log()
      .split('\n')
      .find((each) => each.includes(trace('6'))) ?? '';
  expect(JSON.parse(line)).toMatchObject({ reqId: expect.any(String), status: 404, trace_id: trace('6') });
});

test('nothing exported holds personal data, a token or a value of a statement', async () => {
  const token = await placeOrder();
  const foreign = `c_${'Z'.repeat(43)}`;
  const { email, contact_number } = PLANTED;
  await shop.api('GET', `/products?limit=2&search=${email}`, { token });
  await shop.api('GET', `/nothing/${email}`, { token: foreign, headers: { 'user-agent': email } });
  await shop.api('GET', `/products/planted-slug`);
  await shop.api('POST', '/token', { body: { login: contact_number, password: 'planted-password' } });
  await shop.api('POST', '/orders/track', { body: { order_number: 'PLANTED1', contact_number } });
  await shop.api('POST', '/send-email-verify', { body: { email } });
  await sendRequest(`${shop.url}/planted-page?token=${foreign}`, 'GET');
  await sentTo(shop.url, email, ({ code }) => code !== '');
  await callInTrace(trace('7'), 'GET', '/banners');
  expect(listSpans().length).toBeGreaterThan(50);
  const text = bodies.join('\n');
  for (const value of [
    ...Object.values(PLANTED),
    PHONE,
    '60177123456',
    token,
    foreign,
    'planted',
    'PLANTED',
    '127.0.0.1',
  ]) {
    expect(text).not.toContain(value);
  }
});

test('is off without a setting, and loads no package of OpenTelemetry then', async () => {
  expect(shop.loaded()).toContain('@opentelemetry/sdk-trace');
  const plain = await start('plain', {});
  expect((await plain.api('GET', '/settings')).status).toBe(200);
  expect(plain.loaded()).toBe('');
  expect(plain.log()).not.toContain('trace_id');
  plain.child.kill('SIGKILL');
});

test('reads OpenTelemetry’s variables, and names a wrong one', () => {
  const env = { DATA_DIR: folder };
  const readTracing = (more: Record<string, string>) => readConfig({ ...env, ...more }).tracing;
  expect(readTracing({})).toBe(null);
  expect(readTracing({ OTEL_SERVICE_NAME: 'shop' })).toBe(null);
  expect(readTracing({ OTEL_TRACES_EXPORTER: 'otlp' })?.endpoint).toBe('http://localhost:4318/v1/traces');
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://collector.example/otlp/';
  expect(readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT })?.endpoint).toBe('https://collector.example/otlp/v1/traces');
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example/here' };
  expect(readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT, ...own })?.endpoint).toBe('https://collector.example/here');
  expect(readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' })).toBe(null);
  expect(readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBe(null);
  const sampled = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' };
  expect(readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT, ...sampled })?.sampler).toEqual({
    name: 'parentbased_traceidratio',
    ratio: 0.05,
  });
  for (const [name, value] of [
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'no pair'],
  ] as const) {
    expect(() => readTracing({ [name]: value })).toThrow(InvalidSetting);
    expect(() => readTracing({ [name]: value })).toThrow(name);
  }
});
