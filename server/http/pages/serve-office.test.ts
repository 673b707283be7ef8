import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sendRequest, testServer } from '../../testing/test-server.ts';
import { loadOffice } from './serve-office.ts';

const dist = mkdtempSync(join(tmpdir(), 'shop-office-'));
afterAll(() => rmSync(dist, { recursive: true, force: true }));
mkdirSync(join(dist, 'assets'));
writeFileSync(
  join(dist, 'index.html'),
  '<script type="module" src="/office/assets/a-1.js" nonce="OFFICE_NONCE"></script>',
);
writeFileSync(join(dist, 'assets', 'a-1.js'), 'export {};');
writeFileSync(join(dist, 'service-worker.js'), 'caches.open("office");');

const office = loadOffice(dist);
const shop = await testServer({ office });
const officeHostServer = await testServer({ office, env: { OFFICE_HOST: 'office.shop.example' } });

/** Requests a path under another host name, which `fetch` cannot set. */
const requestAt = (url: string, host: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      response.resume().once('end', () => resolve(response));
    })
      .once('error', reject)
      .end();
  });

const readStatusAt = async (url: string, host: string) => (await requestAt(url, host)).statusCode;

const get = (path: string) => sendRequest(shop.url + path, 'GET');

test('every address of the office is its page, with headers of its own and a new nonce each time', async () => {
  const pages = await Promise.all(['/office', '/office/orders/7K2M01AB?x=1'].map(get));
  const nonces = pages.map(({ status, headers, text }) => {
    const policy = headers.get('content-security-policy') ?? '';
    const nonce = /style-src 'self' 'nonce-([\w-]{22})'/.exec(policy)?.[1];
    expect(status).toBe(200);
    expect(text).toContain(`nonce="${nonce}"`);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(headers.get('permissions-policy')).toContain('camera=(self)');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-frame-options')).toBe('DENY');
    return nonce;
  });
  expect(new Set(nonces).size).toBe(2);
});

test('its files are immutable, and a chunk of an older build is 404', async () => {
  const file = await get('/office/assets/a-1.js');
  expect(file.headers.get('cache-control')).toContain('immutable');
  expect(file.headers.get('content-type')).toContain('javascript');
  expect((await get('/office/assets/b-2.js')).status).toBe(404);
});

test('its service worker is read again each time, and may control the pages below /office/', async () => {
  const { status, headers } = await get('/office/service-worker.js');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('javascript');
  expect(headers.get('cache-control')).toContain('must-revalidate');
  const page = await get('/office/run');
  expect(page.headers.get('content-security-policy')).toContain("worker-src 'self';");
});

test('robots.txt and the sitemap do not mention it, and no other response has its headers', async () => {
  for (const path of ['/robots.txt', '/sitemap.xml']) expect((await get(path)).text).not.toContain('office');
  const { headers } = await get('/api/settings');
  expect(headers.get('permissions-policy')).toContain('camera=()');
  expect(headers.get('content-security-policy')).not.toContain('nonce');
  expect(headers.get('x-robots-tag')).toBeNull();
});

test('with OFFICE_HOST only that host serves it', async () => {
  expect(await readStatusAt(`${officeHostServer.url}/office`, 'office.shop.example')).toBe(200);
  expect(await readStatusAt(`${officeHostServer.url}/office/orders`, 'office.shop.example:8443')).toBe(200);
  expect(await readStatusAt(`${officeHostServer.url}/office`, 'shop.example')).toBe(404);
  expect(await readStatusAt(`${officeHostServer.url}/office/assets/a-1.js`, 'shop.example')).toBe(404);
  expect(await readStatusAt(`${officeHostServer.url}/office`, 'xoffice.shop.example')).toBe(404);
});

test('OFFICE_HOST leads to the office, and has the API but no page of the shop', async () => {
  const home = await requestAt(`${officeHostServer.url}/`, 'office.shop.example');
  expect([home.statusCode, home.headers.location]).toEqual([302, '/office']);
  for (const path of ['/products', '/cart', '/zh/products']) {
    expect([path, await readStatusAt(officeHostServer.url + path, 'office.shop.example')]).toEqual([path, 404]);
  }
  expect(await readStatusAt(`${officeHostServer.url}/api/settings`, 'office.shop.example')).toBe(200);
  expect(await readStatusAt(`${officeHostServer.url}/robots.txt`, 'office.shop.example')).toBe(200);
});
