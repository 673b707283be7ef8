/**
 * docs/security.md#c12: a right code is consumed with the change that it permits. PostgreSQL only: the embedded engine
 * has one connection.
 */
import { describe, expect, test } from 'vitest';
import { newCustomer, type TestCustomer } from '../../testing/customer.ts';
import { storeCode } from '../../testing/store-code.ts';
import { type TestResponse, testServer } from '../../testing/test-server.ts';
import type { CodePurpose } from './codes.ts';

const server = await testServer();
const { api, database, db } = server;

type Use = {
  contact: string;
  purpose: CodePurpose;
  customer_id: string | null;
  send: (code: string) => Promise<TestResponse>;
  /** SQL that locks a row which the change needs, of the customer $1. */
  lock: string;
  locked_id: string;
};

const prove = (kind: 'email' | 'phone', { id }: TestCustomer) =>
  db.raw(`update customers set ${kind}_verified_at = now() where id = $1`, [id]);

const LOCK_CUSTOMER = 'select from customers where id = $1 for update';
const LOCK_SESSIONS = 'select from customer_sessions where customer_id = $1 for update';

/** Calls that need a code, by name. */
const USES: Record<string, () => Promise<Use>> = {
  'a contact that becomes the customer’s': async () => {
    const [customer, other] = [await newCustomer(server), await newCustomer(server)];
    // The email was only typed beside a proven phone: it leaves the other account, after the code is consumed.
    await prove('phone', other);
    return {
      contact: other.email,
      purpose: 'profile',
      customer_id: customer.id,
      send: (code) => customer.call('POST', '/verify-email', { email: other.email, code }),
      lock: LOCK_CUSTOMER,
      locked_id: other.id,
    };
  },
  'a sign-in': async () => {
    const customer = await newCustomer(server);
    await prove('email', customer);
    return {
      contact: customer.email,
      purpose: 'sign_in',
      customer_id: null,
      send: (code) => api('POST', '/token', { body: { login: customer.email, code } }),
      lock: LOCK_CUSTOMER,
      locked_id: customer.id,
    };
  },
  'a recovery': async () => {
    const customer = await newCustomer(server);
    const { email } = customer;
    await prove('email', customer);
    return {
      contact: email,
      purpose: 'recovery',
      customer_id: null,
      send: (code) => api('POST', '/reset-password', { body: { login: email, code, password: 'a new password' } }),
      lock: LOCK_SESSIONS,
      locked_id: customer.id,
    };
  },
  'a merge': async () => {
    const [customer, other] = [await newCustomer(server), await newCustomer(server)];
    return {
      contact: other.email,
      purpose: 'merge',
      customer_id: customer.id,
      send: (code) => customer.call('POST', '/verify-account-merge', { contact: other.email, code }),
      lock: LOCK_SESSIONS,
      locked_id: other.id,
    };
  },
  'a removal': async () => {
    const customer = await newCustomer(server);
    return {
      contact: customer.email,
      purpose: 'account',
      customer_id: customer.id,
      send: (code) => customer.call('POST', '/me/delete', { code }),
      lock: LOCK_SESSIONS,
      locked_id: customer.id,
    };
  },
};

describe.each(Object.entries(USES))('%s', (_, prepare) => {
  test('fails with 503 while a row is locked for too long; then the same code succeeds, once', async () => {
    const { contact, purpose, customer_id, send, lock, locked_id } = await prepare();
    const code = await storeCode(server, contact, purpose, customer_id);
    const readCode = async () =>
      (await db.raw('select tries, used_at from codes where contact = $1 and purpose = $2', [contact, purpose])).rows;
    expect((await send('000000')).body.code).toBe('code.invalid');
    const holder = await database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query(lock, [locked_id]);
      expect((await send(code)).status).toBe(503);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await readCode()).toEqual([{ tries: 1, used_at: null }]);
    expect((await send('000000')).body.code).toBe('code.invalid');
    expect(await readCode()).toEqual([{ tries: 2, used_at: null }]);
    const { status, body } = await send(code);
    expect([status, body.code]).toEqual([200, undefined]);
    expect((await send(code)).status).not.toBe(200);
  });

  test('accepts the same code once in parallel', async () => {
    const { contact, purpose, customer_id, send } = await prepare();
    const code = await storeCode(server, contact, purpose, customer_id);
    const statuses = (await Promise.all([send(code), send(code)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, expect.toSatisfy((status: number) => status >= 400 && status < 500)]);
  });
});
