import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withServer } from '../testing/database/template.ts';
import { testServer } from '../testing/test-server.ts';

const { api, database } = await testServer({ env: { LOG_LEVEL: 'silent' } });
const name = new URL(database.url ?? '').pathname.slice(1);
const token = 'gFFFFFFFFFFFFFFFFFFFFFFFFF';

/** Refuses and ends all connections, as a stopping server does; or allows them again. */
async function allowConnections(isAllowed: boolean): Promise<void> {
  await withServer(async (client) => {
    await client.query(`alter database ${name} with allow_connections ${isAllowed}`);
    if (!isAllowed)
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  });
}

test('Conventions: "503 with Retry-After while a dependency is down", and recovers by itself', async () => {
  expect((await api('GET', '/products?limit=1')).status).toBe(200);
  await allowConnections(false);
  try {
    await sleep(200);
    expect((await api('GET', '/health/live')).status).toBe(200);
    for (const path of ['/health/ready', '/cart']) {
      const response = await api('GET', path, { token });
      expect(response.status, path).toBe(503);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(response.body).toEqual({ message: expect.any(String), code: 'request.unavailable' });
    }
    // Possibly stale responses are not served.
    await sleep(2_500);
    expect((await api('GET', '/products?limit=1')).status).toBe(503);
  } finally {
    await allowConnections(true);
  }
  await sleep(1_200);
  expect((await api('GET', '/health/ready')).status).toBe(200);
  expect((await api('GET', '/products?limit=1')).status).toBe(200);
  expect((await api('GET', '/cart', { token })).status).toBe(200);
});
