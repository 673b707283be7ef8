/** Signs customers up over HTTP, for tests of their data. */
import type { TestResponse, TestServer } from './test-server.ts';

let sequence = 0;

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
  sequence++;
  const email = `customer${sequence}@example.com`;
  const password = `correct horse ${sequence}`;
  const { status, body } = await api('POST', '/register', {
    body: { name: 'Mei Ling', email, contact_number: `01${80_000_000 + sequence}`, password, ...more },
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
