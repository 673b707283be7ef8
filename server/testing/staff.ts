/** Calls the staff API in tests. */
import type { StaffRole } from '@shop/core/staff/roles';
import type { TestResponse, TestServer } from './test-server.ts';

type StaffCall = (method: string, path: string, body?: unknown) => Promise<TestResponse>;

/** Calls the staff API as the operator on the shop's machine, who has every role. */
export const operator =
  ({ api, config }: Pick<TestServer, 'api' | 'config'>): StaffCall =>
  (method, path, body) =>
    api(method, `/staff${path}`, { token: config.operatorToken, body });

let sequence = 0;

export type TestStaff = { id: string; email: string; password: string; token: string; call: StaffCall };

/** Adds a staff account with these roles and signs it in. */
export async function newStaff(server: TestServer, roles: readonly StaffRole[]): Promise<TestStaff> {
  const email = `staff${++sequence}@example.com`;
  const { body } = await operator(server)('POST', '/accounts', { email, roles });
  const response = await server.api('POST', '/staff/token', { body: { email, password: body.password } });
  const token: string = response.body.token;
  const call: StaffCall = (method, path, payload) => server.api(method, `/staff${path}`, { token, body: payload });
  return { id: body.staff.id, email, password: body.password, token, call };
}
