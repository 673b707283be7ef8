/** docs/own-shop.md: a shop's colour, readable in both themes. */
import { expect, test } from 'vitest';
import { contrast } from '../media/colour.ts';
import { testServer } from '../testing/test-server.ts';
import { buildAccentStyles, formatAccentAddress, isReadableAccent } from './accent-styles.ts';

const { app } = await testServer();

/** Accents of many hues, each about as light as the shop accepts, and black. */
const accents = ['#000000', '#8f1a14', '#1c7a3f', '#1b5fa8', '#7a4b00', '#6d28d9', '#a01a7d', '#0b6b6b'];

const readColour = (block: string, name: string) => new RegExp(`--color-${name}:(#[0-9a-f]{6})`).exec(block)?.[1] ?? '';

test.each(accents)('%s is readable as ground and as text in the light and the dark theme', (accent) => {
  expect(isReadableAccent(accent)).toBe(true);
  const [light = '', dark = '', darkBySystem = ''] = buildAccentStyles(accent).match(/\{--[^}]*\}/g) ?? [];
  expect(darkBySystem).toBe(dark);
  for (const [block, ground] of [
    [light, '#f6eee0'],
    [dark, '#1f1813'],
  ] as const) {
    const colour = (name: string) => readColour(block, name);
    expect(contrast(colour('on-action'), colour('action'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colour('action'), ground)).toBeGreaterThanOrEqual(4.5);
    for (const tint of ['pandan-50', 'pandan-100']) {
      expect(contrast(colour('action-strong'), colour(tint)), tint).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test('colours that are too light are not accepted', () => {
  expect(['#ffee88', '#6fd08b', '#ff5500'].filter(isReadableAccent)).toEqual([]);
});

test('the address carries a hash and is cached for ever; any other is a 404', async () => {
  const { statusCode, headers, body } = await app.http.inject(formatAccentAddress('#8f1a14'));
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(body).toContain('--color-action:#8f1a14');
  for (const file of ['8f1a14-0000000000.css', '8f1a14.css', '%7D*%7B-0123456789.css', '8f1a14-0123456789.js']) {
    expect((await app.http.inject(`/accent/${file}`)).statusCode, file).toBe(404);
  }
});
