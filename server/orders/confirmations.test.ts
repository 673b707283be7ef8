/** Orders with the same email within minutes share one confirmation mail; every order is confirmed once. */
import { expect, test } from 'vitest';
import { distinctAddress, readyOrder } from '../testing/distinct-buyer.ts';
import { inboxOf, sentTo } from '../testing/inbox.ts';
import { testServer } from '../testing/test-server.ts';
import { confirmationOf } from './open-orders.ts';

const server = await testServer({ jobs: true });
const { db, url } = server;

const NOW = new Date('2026-11-20T02:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

test.each([
  ['the first to an email is confirmed at once', null, { confirmation_id: 'new', confirm_at: at(0) }],
  ['five minutes after the last mail the next is sent at once', -300, { confirmation_id: 'new', confirm_at: at(0) }],
  ['before, it waits until the five minutes are over', -299, { confirmation_id: 'new', confirm_at: at(1) }],
  ['and collects what comes meanwhile', 60, { confirmation_id: 'last', confirm_at: at(60) }],
  ['until a minute before it is sent; then the next begins', 59, { confirmation_id: 'new', confirm_at: at(359) }],
])('%s', (_, last, expected) => {
  const newest = last === null ? null : { confirmation_id: 'last', confirm_at: at(last) };
  expect(confirmationOf('new', newest, NOW)).toEqual(expected);
});

async function place(address: object): Promise<string> {
  const { shopper, cart } = await readyOrder(server, address);
  const { status, body } = await shopper.place(cart);
  expect(status).toBe(201);
  return body.order.order_number;
}

test('the first order is confirmed at once, those of the next minutes by one more mail', async () => {
  const address = distinctAddress();
  const first = await place(address);
  await sentTo(url, address.email, ({ text }) => text.includes(first));
  const others = [await place(address), await place(address), await place(address)];
  const waiting = await db.raw(
    `select j.id from pgboss.job j join orders o on o.id::text = j.data ->> 'order_id'
     where o.contact_email = $1 and j.start_after > now()`,
    [address.email],
  );
  expect(waiting.rows).toHaveLength(1);
  expect(await inboxOf(url, address.email)).toHaveLength(1);

  await db.raw('update pgboss.job set start_after = now() where id = $1', [waiting.rows[0]?.id as string]);
  const collected = await sentTo(url, address.email, ({ text }) => text.includes(others[0] ?? ''));
  expect(collected.subject).toMatch(/: 3 orders received$/);
  for (const number of others) expect(collected.text.split(number)).toHaveLength(3);
  expect(collected.text).not.toContain(first);
  expect(await inboxOf(url, address.email)).toHaveLength(2);
});

test('an order of another email is confirmed at once', async () => {
  await place(distinctAddress());
  const address = distinctAddress();
  const number = await place(address);
  await sentTo(url, address.email, ({ text }) => text.includes(number));
});
