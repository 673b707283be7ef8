import { describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { testServer } from '../testing/test-server.ts';
import { listShownTrackers } from './trackers.ts';

const plainServer = await testServer();
const trackingServer = await testServer({
  env: { META_PIXEL_ID: '123456789012345', GA4_MEASUREMENT_ID: 'G-ABC1234', GA4_URL: 'http://127.0.0.1:9/gtag/js' },
  database: plainServer.database,
});

const readPolicy = async (server: typeof plainServer) =>
  (await server.api('GET', '/settings')).headers.get('content-security-policy') ?? '';

describe('"adapters that load only when configured and consented"', () => {
  test('settings list the configured trackers with public ids only', async () => {
    expect((await plainServer.api('GET', '/settings')).body.tracking).toEqual([]);
    expect((await trackingServer.api('GET', '/settings')).body.tracking).toEqual([
      { tracker: 'meta', id: '123456789012345', script: 'https://connect.facebook.net/en_US/fbevents.js' },
      { tracker: 'ga4', id: 'G-ABC1234', script: 'http://127.0.0.1:9/gtag/js' },
    ]);
  });

  test('the content security policy allows their hosts and no others', async () => {
    expect(await readPolicy(plainServer)).toMatch(/script-src 'self';.* connect-src 'self';/);
    expect(await readPolicy(trackingServer)).toContain(
      "script-src 'self' https://connect.facebook.net http://127.0.0.1:9;",
    );
    expect(await readPolicy(trackingServer)).toMatch(/connect-src [^;]*https:\/\/www\.facebook\.com/);
    expect(await readPolicy(trackingServer)).not.toContain('tiktok');
  });

  test('ids of the shop’s settings count instead of the environment’s (docs/own-shop.md#the-folder)', async () => {
    const trackers = trackingServer.config.trackers;
    expect(listShownTrackers(trackers, { ga4: 'G-OWN1' }).map(({ tracker, id }) => [tracker, id])).toEqual([
      ['ga4', 'G-OWN1'],
    ]);
    expect(listShownTrackers(trackers, {})).toEqual([]);
    expect(listShownTrackers(trackers, null)).toHaveLength(2);
  });

  test.each([
    ['META_PIXEL_ID', 'abc'],
    ['GA4_MEASUREMENT_ID', 'UA-1'],
    ['TIKTOK_PIXEL_ID', '"><script>'],
    ['GA4_URL', 'javascript:alert(1)'],
  ])('refuses to start with a malformed %s, and names it', (name, value) => {
    expect(() => readConfig({ [name]: value, DATA_DIR: plainServer.config.dataDir })).toThrow(name);
  });
});
