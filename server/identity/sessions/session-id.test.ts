import { expect, test } from 'vitest';
import { testServer } from '../../testing/test-server.ts';

const { api } = await testServer();

test('docs/spec.md §7 "GET /session/id": a valid x-session comes back unchanged, anything else gets a new one', async () => {
  const { status, body } = await api('GET', '/session/id');
  expect(status).toBe(200);
  expect(body.data).toMatch(/^[0-9a-f-]{36}$/);
  const again = await api('GET', '/session/id', { headers: { 'x-session': body.data } });
  expect(again.body).toEqual(body);
  for (const wrong of ['made-up', '00000000-0000-7000-8000-000000000000', 'x'.repeat(500)]) {
    const fresh = await api('GET', '/session/id', { headers: { 'x-session': wrong } });
    expect(fresh.status).toBe(200);
    expect([wrong, body.data]).not.toContain(fresh.body.data);
  }
});
