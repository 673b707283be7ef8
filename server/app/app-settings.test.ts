import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APP_IDENTITY } from '@shop/core/app/app-identity';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-app-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const readAppSettings = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: folder, ...env }).app;

const buildVersion: string = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version;

const FINGERPRINT = Array.from({ length: 32 }, (_, index) => (index + 160).toString(16)).join(':');
const OTHER = FINGERPRINT.replaceAll('a', '1');

test('without settings there is a scheme and the built version, and no app', () => {
  expect(readAppSettings()).toEqual({
    scheme: APP_IDENTITY.scheme,
    iosId: null,
    android: null,
    stores: { ios: null, android: null },
    versions: {
      ios: { minimum: buildVersion, latest: buildVersion },
      android: { minimum: buildVersion, latest: buildVersion },
    },
  });
});

test('reads all of them; a fingerprint in any case, with spaces around commas', () => {
  const settings = {
    APP_SCHEME: 'my-shop',
    APP_IOS_ID: 'ABCDE12345.my.shop.app',
    APP_ANDROID_PACKAGE: 'my.shop.app',
    APP_ANDROID_FINGERPRINTS: `${FINGERPRINT}, ${OTHER.toUpperCase()}`,
    APP_STORE_IOS: 'https://apps.apple.com/my/app/id1',
    APP_STORE_ANDROID: 'https://play.google.com/store/apps/details?id=my.shop.app',
    APP_MINIMUM_IOS: '1.2',
    APP_LATEST_IOS: '2.0.1',
    APP_MINIMUM_ANDROID: '1.3.0',
    APP_LATEST_ANDROID: '1.3',
  };
  expect(readAppSettings(settings)).toEqual({
    scheme: 'my-shop',
    iosId: 'ABCDE12345.my.shop.app',
    android: { packageName: 'my.shop.app', fingerprints: [FINGERPRINT.toUpperCase(), OTHER.toUpperCase()] },
    stores: {
      ios: 'https://apps.apple.com/my/app/id1',
      android: 'https://play.google.com/store/apps/details?id=my.shop.app',
    },
    versions: { ios: { minimum: '1.2', latest: '2.0.1' }, android: { minimum: '1.3.0', latest: '1.3' } },
  });
});

test.each([
  [{ APP_LATEST_IOS: '0.0.1' }, { minimum: '0.0.1', latest: '0.0.1' }],
  [{ APP_LATEST_IOS: '99.0' }, { minimum: buildVersion, latest: '99.0' }],
  [{ APP_MINIMUM_IOS: '0.0.1' }, { minimum: '0.0.1', latest: buildVersion }],
])('the version that %j leaves out is the built one, the minimum never above the latest', (settings, versions) => {
  expect(readAppSettings(settings).versions.ios).toEqual(versions);
});

describe('a malformed one is one line that names it', () => {
  test.each<[string, string, RegExp]>([
    ['APP_SCHEME', 'https', /^APP_SCHEME must be a scheme of the app’s own/],
    ['APP_SCHEME', 'My Shop', /^APP_SCHEME must be/],
    ['APP_SCHEME', 'shop:', /^APP_SCHEME must be/],
    ['APP_IOS_ID', 'example.sekampit.app', /^APP_IOS_ID must be a team and a bundle/],
    ['APP_IOS_ID', 'ABCDE12345', /^APP_IOS_ID must be/],
    ['APP_ANDROID_PACKAGE', 'sekampit', /^APP_ANDROID_PACKAGE must be a package/],
    ['APP_ANDROID_PACKAGE', 'my.shop', /^APP_ANDROID_FINGERPRINTS must be set when APP_ANDROID_PACKAGE is$/],
    ['APP_ANDROID_FINGERPRINTS', FINGERPRINT, /^APP_ANDROID_PACKAGE must be set when APP_ANDROID_FINGERPRINTS is$/],
    ['APP_ANDROID_FINGERPRINTS', FINGERPRINT.slice(3), /^APP_ANDROID_FINGERPRINTS must be SHA-256 fingerprints/],
    ['APP_ANDROID_FINGERPRINTS', FINGERPRINT.replaceAll(':', ''), /^APP_ANDROID_FINGERPRINTS must be/],
    ['APP_ANDROID_FINGERPRINTS', `${FINGERPRINT},`, /^APP_ANDROID_FINGERPRINTS must be/],
    ['APP_ANDROID_FINGERPRINTS', FINGERPRINT.replace('a0', 'g0'), /^APP_ANDROID_FINGERPRINTS must be/],
    ['APP_STORE_IOS', 'http://apps.apple.com/my/app/id1', /^APP_STORE_IOS must be an address that begins with https:/],
    ['APP_STORE_ANDROID', 'market://details?id=x', /^APP_STORE_ANDROID must be/],
    ['APP_MINIMUM_IOS', 'v1', /^APP_MINIMUM_IOS must be a version such as 1\.4\.0$/],
    ['APP_LATEST_ANDROID', '1.0-beta', /^APP_LATEST_ANDROID must be/],
    ['APP_MINIMUM_IOS', '99.0', /^APP_MINIMUM_IOS must not be newer than the latest version$/],
    ['APP_MINIMUM_ANDROID', '99.0', /^APP_MINIMUM_ANDROID must not be newer/],
  ])('%s=%s', (name, value, line) => {
    expect(() => readAppSettings({ [name]: value })).toThrow(line);
  });
});
