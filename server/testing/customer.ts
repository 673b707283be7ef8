/** Signs customers up over HTTP, for tests of their data. */
import type { TestResponse, TestServer } from './test-server.ts';

let made = 0;

export type TestCustomer = {
  id: string;
  token: string;
  email: string;
  password: string;
  /** Calls the API as this customer. */
  call(method: string, path: string, body?: unknown): Promise<TestResponse>;
};

/** Signs up a customer with a new email and phone. */
export async function newCustomer({ api }: Pick<TestServer, 'api'>, more: object = {}): Promise<TestCustomer> {
  made++;
  const email = `customer${made}@example.com`;
  const password = `correct horse ${made}`;
  const { status, body } = await api('POST', '/register', {
    body: { name: 'Mei Ling', email, contact_number: `01${80_000_000 + made}`, password, ...more },
  });
  if (status !== 201) throw new Error(`Signing up answered ${status}: ${JSON.stringify(body)}`);
  const token: string = body.token;
  return {
    id: body.me.id,
    token,
    email,
    password,
    call: (method, path, payload) => api(method, path, { token, body: payload }),
  };
}
