/** Adds entries to the inbox that no step of a story causes, and registers phones with the app. */
import { randomUUID } from 'node:crypto';
import type { NotificationKind } from '@shop/core/notifications/kinds';
import { expect } from 'vitest';
import { asCustomer, type TestAccount } from './customer.ts';
import { queryDatabase } from './database.ts';
import type { Shopper } from './shopper.ts';

type NotificationEntry = {
  kind: NotificationKind;
  facts: object;
  order_id?: string;
  action_url?: string;
  secondsAgo: number;
};

/** Adds an unread entry to a customer's inbox. */
export const addEntry = (
  customer_id: string,
  { kind, facts, order_id = '', action_url = '', secondsAgo }: NotificationEntry,
  count = 1,
) =>
  queryDatabase(
    `insert into notifications (id, kind, source, customer_id, order_id, data, action_url, in_inbox, created_at)
     select gen_random_uuid(), $1, gen_random_uuid()::text, $2, nullif($3, '')::uuid, $4, nullif($5, ''), true,
       now() - interval '1 second' * $6::int
     from generate_series(1, $7::int)`,
    ...[kind, customer_id, order_id, JSON.stringify(facts), action_url, String(secondsAgo), String(count)],
  );

/** Returns the id of a customer. */
export async function readId(customer: Shopper & TestAccount): Promise<string> {
  const { me } = await (await customer.page.request.get('/api/me', { headers: asCustomer(customer) })).json();
  return me.id;
}

/** Registers the customer's phone as the app does; returns its token. */
export async function addPhone({ page, token }: Shopper & TestAccount, lang: 'en' | 'zh'): Promise<string> {
  const phone = `phone-${randomUUID()}`;
  const response = await page.request.post('/api/save-fcm-token', {
    headers: { ...asCustomer({ email: '', token }), 'x-platform': 'android' },
    data: { token: phone, lang },
  });
  expect(response.status()).toBe(200);
  return phone;
}
