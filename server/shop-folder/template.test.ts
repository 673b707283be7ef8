/** The commented template of `npm run shop:init` follows the tables of fields. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_FOLDER } from './prepare-shop.ts';
import { readFolder } from './read-folder.ts';
import { PARTS } from './shop-setup.ts';
import { completeTemplate, listUnmentioned, writeTemplate } from './template.ts';

const folder = mkdtempSync(join(tmpdir(), 'template-'));
writeTemplate(folder);
afterAll(() => rmSync(folder, { recursive: true }));

const readText = (from: string, path: string) => readFileSync(join(from, path), 'utf8');
const parts = PARTS.filter(({ name }) => name !== 'pages').map((part) => [part.path, part] as const);

describe.each(parts)('%s', (path, part) => {
  test('mentions every field of its table', () => {
    expect(listUnmentioned(part, readText(folder, path))).toEqual([]);
  });

  test('has each explanation once', () => {
    expect(completeTemplate(part, readText(folder, path))).toBe(readText(folder, path));
  });
});

test('begins every file as a new shop has it, and can be read', () => {
  const files = readdirSync(DEFAULT_FOLDER, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name).slice(DEFAULT_FOLDER.length);
    expect(readText(folder, path).startsWith(readText(DEFAULT_FOLDER, path).trimEnd()), path).toBe(true);
  }
  expect(readFolder(folder, (name) => name).problems).toEqual([]);
});
