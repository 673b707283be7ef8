import { expect, test, vi } from 'vitest';
import { testServer } from '../../testing/test-server.ts';

const { api } = await testServer();

test('Conventions: "GET /api/health/live and /api/health/ready the probes"', async () => {
  expect((await api('GET', '/health/live')).body).toEqual({ status: 'ok' });
  // The catalogue index is built after the server listens.
  await vi.waitFor(async () => expect((await api('GET', '/health/ready')).status).toBe(200), 10_000);
  expect((await api('GET', '/health/ready')).headers.get('cache-control')).toBe('no-store');
});

test('Conventions: "Unknown paths under /api answer JSON 404"', async () => {
  for (const path of ['/no-such-call', '', '/']) {
    const response = await api('GET', path);
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ message: 'Not found.', code: 'request.not_found' });
  }
  expect((await api('DELETE', '/products')).status).toBe(404);
});
