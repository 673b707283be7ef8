import { describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { testServer } from '../testing/test-server.ts';
import { listShownTrackers } from './trackers.ts';

const plain = await testServer();
const trackingServer = await testServer({
  env: { META_PIXEL_ID: '123456789012345', GA4_MEASUREMENT_ID: 'G-ABC1234', GA4_URL: 'http://127.0.0.1:9/gtag/js' },
  database: plain.database,
});

const policy = async (server: typeof plain) =>
  (await server.api('GET', '/settings')).headers.get('content-security-policy') ?? '';

describe('"adapters that load only when configured and consented"', () => {
  test('settings list the configured trackers with public ids only', async () => {
    expect((await plain.api('GET', '/settings')).body.tracking).toEqual([]);
    expect((await trackingServer.api('GET', '/settings')).body.tracking).toEqual([
      { tracker: 'meta', id: '123456789012345', script: 'https://connect.facebook.net/en_US/fbevents.js' },
      { tracker: 'ga4', id: 'G-ABC1234', script: 'http://127.0.0.1:9/gtag/js' },
    ]);
  });

  test('the content security policy allows their hosts and no others', async () => {
    expect(await policy(plain)).toMatch(/script-src 'self';.* connect-src 'self';/);
    expect(await policy(trackingServer)).toContain(
      "script-src 'self' https://connect.facebook.net http://127.0.0.1:9;",
    );
    expect(await policy(trackingServer)).toMatch(/connect-src [^;]*https:\/\/www\.facebook\.com/);
    expect(await policy(trackingServer)).not.toContain('tiktok');
  });

  test('ids of the shop’s settings count instead of the environment’s (docs/own-shop.md#the-folder)', async () => {
    const known = trackingServer.config.trackers;
    expect(listShownTrackers(known, { ga4: 'G-OWN1' }).map(({ tracker, id }) => [tracker, id])).toEqual([
      ['ga4', 'G-OWN1'],
    ]);
    expect(listShownTrackers(known, {})).toEqual([]);
    expect(listShownTrackers(known, null)).toHaveLength(2);
  });

  test.each([
    ['META_PIXEL_ID', 'abc'],
    ['GA4_MEASUREMENT_ID', 'UA-1'],
    ['TIKTOK_PIXEL_ID', '"><script>'],
    ['GA4_URL', 'javascript:alert(1)'],
  ])('refuses to start with a malformed %s, and names it', (name, value) => {
    expect(() => readConfig({ [name]: value, DATA_DIR: plain.config.dataDir })).toThrow(name);
  });
});
