/** docs/api.md#staff-api: live events of orders, streamed to staff. */
import { afterAll, expect, test } from 'vitest';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { newStaff, operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { api, db, url } = server;
const staff = operator(server);
const open: AbortController[] = [];
afterAll(() => {
  for (const controller of open) controller.abort();
});

/** Opens a stream; `next` waits for an event with a text in it. */
async function openStream(token: string) {
  const controller = new AbortController();
  open.push(controller);
  const response = await fetch(`${url}/api/staff/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: controller.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    response,
    close: () => controller.abort(),
    async next(eventText: string): Promise<string> {
      while (!text.includes(eventText)) {
        const part = await reader?.read();
        if (part === undefined || part.done) throw new Error(`The stream ended with ${text}`);
        text += part.value;
      }
      return text;
    },
  };
}

async function placeOrder(): Promise<string> {
  const product = await makeProduct(db, { price: 20_00, stock: 10 });
  const shopper = await newShopper(server);
  await shopper.fill([product, 1]);
  const cart = await shopper.prepare({ shipping_address: makeDistinctAddress() });
  return (await shopper.place(cart)).body.order.id;
}

test('streams the ids of orders that were placed or changed, and no other data', async () => {
  const { token } = await newStaff(server, ['picker']);
  const stream = await openStream(token);
  expect([stream.response.status, stream.response.headers.get('content-type')]).toEqual([
    ...[200, 'text/event-stream; charset=utf-8'],
  ]);
  expect(stream.response.headers.get('cache-control')).toBe('no-store');
  await stream.next(':');
  const id = await placeOrder();
  expect(await stream.next(id)).toMatch(/event: orders\ndata: \{"ids":\["[^\n]+"\]\}\n\n/);
  const other = await openStream(token);
  await staff('POST', `/orders/${id}/advance`, { to: 'processing' });
  const text = await other.next(id);
  expect(text).not.toContain('example.com');
  stream.close();
  other.close();
});

test('needs the token of staff who may see orders', async () => {
  const catalog = await newStaff(server, ['catalog']);
  expect((await api('GET', '/staff/events', { token: catalog.token })).status).toBe(404);
  expect((await api('GET', '/staff/events')).status).toBe(401);
  expect((await api('GET', `/staff/events?token=${catalog.token}`)).status).toBe(401);
});

test('a staff member has at most five streams, which take none from others', async () => {
  const busy = await newStaff(server, ['orders']);
  const streams = [];
  for (let each = 0; each < 5; each++) streams.push(await openStream(busy.token));
  const sixth = await api('GET', '/staff/events', { token: busy.token });
  expect([sixth.status, sixth.body.code]).toEqual([429, 'request.rate_limited']);
  const other = await openStream((await newStaff(server, ['orders'])).token);
  expect(other.response.status).toBe(200);
  for (const each of [...streams, other]) each.close();
});

test('a stream ends with its session, within a heartbeat', { timeout: 40_000 }, async () => {
  const { token, call } = await newStaff(server, ['orders']);
  const stream = await openStream(token);
  await stream.next(':');
  await call('POST', '/logout');
  expect(await stream.next('event: end')).toContain('data: {"reason":"session"}');
});

test('a shutdown ends streams with an event, so that clients connect again', async () => {
  const endingServer = await testServer();
  const { token } = await newStaff(endingServer, ['orders']);
  const response = await fetch(`${endingServer.url}/api/staff/events`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const [text] = await Promise.all([response.text(), endingServer.app.drain()]);
  expect(text).toContain('event: end\ndata: {"reason":"server"}\n\n');
});
