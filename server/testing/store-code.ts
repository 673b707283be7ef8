/** Stores one-time codes for tests. */
import type { CodePurpose } from '../identity/codes/codes.ts';
import { sign } from '../secrets/sign.ts';
import type { TestServer } from './test-server.ts';

/** Stores a code for a contact, as if the shop had sent it, and returns it. `customer_id`: to whom it is bound. */
export async function storeCode(
  { app, db }: Pick<TestServer, 'app' | 'db'>,
  contact: string,
  purpose: CodePurpose,
  customer_id: string | null,
): Promise<string> {
  const hash = sign(app.shop.secret, `code hash ${purpose} ${contact} 123456`);
  await db.raw(
    `insert into codes (contact, purpose, customer_id, requested_by, code_hash, sent_at, expires_at)
     values ($1, $2, $3, $4, $5, now(), now() + interval '5 minutes')
     on conflict (contact, purpose, requested_by) do update set code_hash = excluded.code_hash, tries = 0`,
    [contact, purpose, customer_id, customer_id ?? '', hash],
  );
  return '123456';
}
