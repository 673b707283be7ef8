/** The office's code and headers stay out of the shop. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';

const readScripts = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));

/** Texts of react-admin and MUI that minification leaves unchanged. */
const OFFICE_ONLY = /RaStore|ra\.notification|MuiButton/;

test('no script of the shop holds code of the office', () => {
  expect(readScripts('office/dist/assets').some((script) => OFFICE_ONLY.test(script))).toBe(true);
  expect(readScripts('web/dist/client/assets').filter((script) => OFFICE_ONLY.test(script))).toEqual([]);
});

test('the shop’s content security policy has no nonce, and its pages name no file of the office', async () => {
  const page = await fetch(inject('storeUrl'));
  expect(page.headers.get('content-security-policy')).toContain("style-src 'self';");
  expect(page.headers.get('permissions-policy')).toContain('camera=()');
  expect(await page.text()).not.toContain('/office/');
});
