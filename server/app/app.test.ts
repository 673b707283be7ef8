import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sendRequest, testServer } from '../testing/test-server.ts';

const IOS = 'https://apps.apple.com/my/app/id1';
const FINGERPRINTS = ['11', 'AB'].map((byte) => Array.from({ length: 32 }, () => byte).join(':'));

const plainServer = await testServer();
const appServer = await testServer({
  database: plainServer.database,
  env: {
    APP_IOS_ID: 'ABCDE12345.example.sekampit.app',
    APP_ANDROID_PACKAGE: 'example.sekampit.app',
    APP_ANDROID_FINGERPRINTS: FINGERPRINTS.join(','),
    APP_STORE_IOS: IOS,
    APP_MINIMUM_IOS: '1.2.0',
    APP_LATEST_IOS: '1.4.0',
  },
});
const buildVersion: string = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version;

describe('GET /app/version', () => {
  test('200: the built version of both, and no listing, without settings', async () => {
    for (const platform of ['android', 'ios']) {
      const { status, body } = await plainServer.api('GET', `/app/version?platform=${platform}`);
      expect([status, body]).toEqual([200, { minimum: buildVersion, latest: buildVersion, store_url: null }]);
    }
  });

  test('200: the versions and the listing of the platform', async () => {
    const { body } = await appServer.api('GET', '/app/version?platform=ios');
    expect(body).toEqual({ minimum: '1.2.0', latest: '1.4.0', store_url: IOS });
    expect((await appServer.api('GET', '/app/version?platform=android')).body).toMatchObject({ store_url: null });
  });

  test('is cached, and revalidated by its ETag', async () => {
    const first = await appServer.api('GET', '/app/version?platform=ios');
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate, s-maxage=1');
    const etag = first.headers.get('etag') ?? '';
    const again = await appServer.api('GET', '/app/version?platform=ios', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  test.each(['', '?platform=', '?platform=web', '?platform=IOS', '?platform=ios,android'])('422: %s', async (query) => {
    const { status, body } = await plainServer.api('GET', `/app/version${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['platform']]);
  });
});

describe('GET /app/settings', () => {
  test('200: the scheme alone without settings', async () => {
    const { status, body } = await plainServer.api('GET', '/app/settings');
    expect([status, body]).toEqual([
      200,
      { scheme: 'sekampit', has_universal_links: false, android_package: null, stores: { ios: null, android: null } },
    ]);
  });

  test('200: what the app is opened by, and its listings', async () => {
    expect((await appServer.api('GET', '/app/settings')).body).toEqual({
      scheme: 'sekampit',
      has_universal_links: true,
      android_package: 'example.sekampit.app',
      stores: { ios: IOS, android: null },
    });
  });
});

describe('docs/partners.md 4: association files', () => {
  const APPLE = '/.well-known/apple-app-site-association';
  const ANDROID = '/.well-known/assetlinks.json';

  test.each([
    [APPLE, { applinks: { details: [] } }],
    [ANDROID, []],
  ])('%s answers without an app', async (path, content) => {
    const response = await sendRequest(`${plainServer.url}${path}`, 'GET');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(response.body).toEqual(content);
  });

  test('iOS: the app opens every path, payment-return paths and the API excluded first', async () => {
    const { status, headers, body } = await sendRequest(`${appServer.url}${APPLE}`, 'GET');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toEqual({
      applinks: {
        details: [
          {
            appIDs: ['ABCDE12345.example.sekampit.app'],
            components: [{ '/': '/checkout/*', exclude: true }, { '/': '/api/*', exclude: true }, { '/': '*' }],
          },
        ],
      },
    });
  });

  test('Android: the package with every fingerprint, "Play signing and upload keys"', async () => {
    const { status, body } = await sendRequest(`${appServer.url}${ANDROID}`, 'GET');
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: 'example.sekampit.app',
          sha256_cert_fingerprints: FINGERPRINTS,
        },
      },
    ]);
  });
});
