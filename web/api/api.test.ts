import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError } from '@shop/contract/api/api-error';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStorage } from '../testing/memory-storage.ts';

describe('docs/spec.md §7 "Request conventions"', () => {
  let server: Server;
  let answer: { status: number; body: string; type?: string };
  let lastRequest: IncomingMessage | undefined;
  const assign = vi.fn();

  beforeAll(async () => {
    server = createServer((request, response) => {
      lastRequest = request;
      response.writeHead(answer.status, { 'Content-Type': answer.type ?? 'application/json' }).end(answer.body);
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const { port } = server.address() as AddressInfo;
    vi.stubEnv('VITE_API_HOST', `http://127.0.0.1:${port}`);
    vi.resetModules();
  });
  afterAll(() => {
    server.close();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });
  beforeEach(() => {
    answer = { status: 200, body: '{"data":"s1"}' };
    assign.mockClear();
    vi.unstubAllGlobals();
    vi.stubGlobal('window', {
      localStorage: new MemoryStorage(),
      sessionStorage: new MemoryStorage(),
      location: { href: 'http://shop.test/products?lang=zh', assign },
    });
  });

  const load = async () => ({ ...(await import('./api.ts')), ...(await import('../storage.ts')) });

  test('"Authorization (bearer of the auth token, else the guest token, else an empty bearer)"', async () => {
    const { api, authToken, guestToken, sessionId } = await load();
    await api('session.id', {});
    expect(lastRequest?.headers.authorization).toMatch(/^Bearer ?$/);
    expect(lastRequest?.headers['x-platform']).toBe('web');
    expect(lastRequest?.headers['x-session']).toBeUndefined();
    guestToken.write('g_1');
    sessionId.write('s_1');
    await api('session.id', {});
    expect(lastRequest?.headers).toMatchObject({ authorization: 'Bearer g_1', 'x-session': 's_1' });
    authToken.write('c_1');
    await api('session.id', {});
    expect(lastRequest?.headers.authorization).toBe('Bearer c_1');
  });

  test('"X-Branch, X-Platform": inside a confirmed mini-program', async () => {
    const { api } = await load();
    const { sessionBranch } = await import('../mini-program/branch.ts');
    await api('session.id', {});
    expect(lastRequest?.headers['x-branch']).toBeUndefined();
    sessionBranch.write('tng');
    await api('session.id', {});
    expect(lastRequest?.headers).toMatchObject({ 'x-branch': 'tng', 'x-platform': 'TNG' });
    // A value that is no branch, such as one of an older version.
    sessionBranch.write('other');
    await api('session.id', {});
    expect(lastRequest?.headers['x-platform']).toBe('web');
    expect(lastRequest?.headers['x-branch']).toBeUndefined();
  });

  test.each(['android', 'ios'])('"X-Platform (device platform)": inside the app, %s', async (platform) => {
    const { api } = await load();
    vi.stubGlobal('Capacitor', { getPlatform: () => platform });
    await api('session.id', {});
    expect(lastRequest?.headers['x-platform']).toBe(platform);
  });

  test('"X-Platform": the library of the bridge alone is no app', async () => {
    const { api } = await load();
    vi.stubGlobal('Capacitor', { getPlatform: () => 'web' });
    await api('session.id', {});
    expect(lastRequest?.headers['x-platform']).toBe('web');
  });

  test('"Any 403 response sends the user to /logout with force=1", in the page’s language', async () => {
    const { api } = await load();
    answer = { status: 403, body: '{"message":"Gone","code":"auth.token_invalid"}' };
    await expect(api('cart.get', {})).rejects.toMatchObject({ status: 403, message: 'Gone' });
    expect(assign).toHaveBeenCalledExactlyOnceWith('/logout?force=1&lang=zh');
  });

  test('other refusals do not leave the page', async () => {
    const { api } = await load();
    answer = { status: 422, body: '{"message":"No","code":"request.invalid"}' };
    await expect(api('cart.get', {})).rejects.toBeInstanceOf(Error);
    expect(assign).not.toHaveBeenCalled();
  });

  test('shows a plain-text error', async () => {
    const { api } = await load();
    answer = { status: 503, body: 'Back at 3 am\n', type: 'text/plain; charset=utf-8' };
    await expect(api('cart.get', {})).rejects.toMatchObject({ status: 503, message: 'Back at 3 am' });
  });

  test('reports a missing response as a network error', async () => {
    const { api } = await load();
    const { port } = server.address() as AddressInfo;
    vi.stubEnv('VITE_API_HOST', `http://127.0.0.1:${port === 1 ? 2 : 1}`);
    vi.resetModules();
    const freshModule = await import('./api.ts');
    await expect(freshModule.api('cart.get', {})).rejects.toMatchObject({ status: 0, code: 'network' });
    expect(api).not.toBe(freshModule.api);
    expect(new ApiError(0, 'network', '').name).toBe('ApiError');
  });

  test('docs/spec.md §9 "Request timeout 30 s": gives up a request without a response', async () => {
    const { api } = await load();
    const silentServer = createServer(() => {});
    await new Promise<void>((ready) => silentServer.listen(0, '127.0.0.1', ready));
    vi.stubEnv('VITE_API_HOST', `http://127.0.0.1:${(silentServer.address() as AddressInfo).port}`);
    vi.resetModules();
    const freshModule = await import('./api.ts');
    expect(api).not.toBe(freshModule.api);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const outcome = freshModule.api('session.id', {}).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(29_999);
      const onSettled = vi.fn();
      void outcome.then(onSettled);
      await Promise.resolve();
      expect(onSettled).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(await outcome).toMatchObject({ status: 0, code: 'timeout' });
    } finally {
      vi.useRealTimers();
      silentServer.closeAllConnections();
      silentServer.close();
    }
  });
});
