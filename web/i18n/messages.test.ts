import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { en } from './en/bundles/all.ts';
import { zh } from './zh/bundles/all.ts';

const web = join(import.meta.dirname, '..');

function readSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['dist', 'i18n'].includes(entry.name) ? [] : readSources(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.') ? [readFileSync(path, 'utf8')] : [];
  });
}

const spec = readFileSync(join(web, '../docs/spec.md'), 'utf8');
const listParameters = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();
const keys = Object.keys(en) as (keyof typeof en)[];

describe('docs/spec.md §1: "Languages: English and Chinese"', () => {
  test('has every message in both languages, none empty', () => {
    expect(Object.keys(zh).sort()).toEqual([...keys].sort());
    for (const key of keys) expect(zh[key].trim(), key).not.toBe('');
  });

  test('has the same parameters in both languages', () => {
    for (const key of keys) {
      const english = new Set(listParameters(en[key].replace(/(one|other) \{([^{}]*)\}/g, '')));
      const chinese = new Set(listParameters(zh[key].replace(/(one|other) \{([^{}]*)\}/g, '')));
      expect([...chinese], key).toEqual([...english]);
    }
  });

  test.each([
    'checkout.as_guest',
    'checkout.leave_at_door_risk',
    'checkout.coupon_removed',
    'checkout.coupon_not_removed',
    'cart.updated',
    'cart.update_failed',
    'wishlist.added',
    'wishlist.removed',
    'wishlist.failed',
    'ui.copied',
  ] as const)('%s is a string of the specification', (key) => {
    expect(spec).toContain(en[key]);
  });

  test('uses every message somewhere', () => {
    const sources = readSources(web).join('\n');
    const prefixes = [...sources.matchAll(/`([a-z_]+\.[a-z_]*)\$\{/g)].map(([, prefix = '']) => prefix);
    const isNamed = (key: string) => sources.includes(`'${key}'`) || prefixes.some((prefix) => key.startsWith(prefix));
    expect(keys.filter((key) => !isNamed(key))).toEqual([]);
  });
});

test('docs/readings.md#1: a folder of messages beside the others is picked up, without a change of code', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'messages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(web, 'i18n/messages.ts'), join(folder, 'messages.ts'));
  const write = (locale: string, bundle: string, text: string) => {
    mkdirSync(join(folder, locale, 'bundles'), { recursive: true });
    writeFileSync(join(folder, locale, 'bundles', `${bundle}.ts`), `export const ${bundle} = ${text};`);
  };
  write('en', 'everywhere', `{ 'ui.close': 'Close' }`);
  write('en', 'rest', `{ 'stores.find': 'Find' }`);
  write('ar', 'everywhere', `{ 'ui.close': 'إغلاق' }`);
  write('ar', 'rest', `{ 'stores.find': 'بحث' }`);
  const messages: typeof import('./messages.ts') = await import(join(folder, 'messages.ts'));
  expect([messages.pickMessagesLocale('ar'), messages.pickMessagesLocale('he')]).toEqual(['ar', 'en']);
  expect(await messages.loadMessages('ar')).toEqual({ 'ui.close': 'إغلاق', 'stores.find': 'بحث' });
  expect(await messages.loadMessages('he')).toEqual({ 'ui.close': 'Close', 'stores.find': 'Find' });
});
