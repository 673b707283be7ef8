import { expect, test } from 'vitest';
import { testServer } from '../testing/test-server.ts';

const { app } = await testServer();
const get = (url: string) => app.http.inject(url);

test('the demo shop has a manifest with its name and its drawn icons', async () => {
  const response = await get('/manifest.webmanifest');
  expect(response.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
  const manifest = response.json();
  expect(manifest).toMatchObject({ name: 'Sekampit', short_name: 'Sekampit', start_url: '/', theme_color: '#FFFBF3' });
  expect(manifest.icons).toHaveLength(2);
  for (const { src, type } of manifest.icons) {
    const icon = await get(src);
    expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, type]);
  }
});

test('the manifest of the Chinese pages has the Chinese name and starts in Chinese', async () => {
  expect((await get('/manifest.webmanifest?lang=zh')).json()).toMatchObject({
    name: '满袋',
    start_url: '/?lang=zh',
    lang: 'zh',
  });
});

test('iOS gets the icon by its usual name', async () => {
  const { headers, statusCode } = await get('/apple-touch-icon.png');
  expect(statusCode).toBe(302);
  expect((await get(String(headers.location))).headers['content-type']).toBe('image/png');
});
