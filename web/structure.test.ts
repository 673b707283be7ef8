/** Rules for the web's own sources (docs/design.md#import-rules; docs/ux.md#2.3, 39). */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { iconNames } from './ui/icons/icon-names.ts';
import { drawSprite } from './ui/icons/icons.build.ts';

const web = import.meta.dirname;

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'dist' ? [] : filesOf(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.') ? [path] : [];
  });
}

const sources = filesOf(web).map((path) => ({ path: relative(web, path), text: readFileSync(path, 'utf8') }));

/** Lists files that match the pattern, except the allowed ones. */
function filesWith(pattern: RegExp, ...allowed: string[]): string[] {
  return sources.filter(({ path, text }) => pattern.test(text) && !allowed.includes(path)).map(({ path }) => path);
}

/** The sources without comments. */
const code = sources.map(({ path, text }) => ({ path, text: text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '') }));

describe('one file owns each dependency', () => {
  test('only storage.ts names local storage', () => {
    expect(
      filesWith(/\b(local|session)Storage\b/, 'storage.ts').filter((path) => !path.startsWith('testing/')),
    ).toEqual([]);
  });
  test('only links.tsx names the router’s links', () => {
    expect(filesWith(/import \{[^}]*\b(Link|NavLink|Navigate)\b[^}]*\} from 'react-router'/, 'links.tsx')).toEqual([]);
  });
  test('only api.ts fetches from the API', () => {
    expect(
      code.filter(({ path, text }) => /\bfetch\(/.test(text) && path !== 'api/api.ts').map(({ path }) => path),
    ).toEqual([]);
  });
});

test("no style= attribute: the content security policy is style-src 'self'", () => {
  expect(code.filter(({ text }) => /\sstyle=[{"]/.test(text)).map(({ path }) => path)).toEqual([]);
});

/** Utilities that name a side of the screen instead of a side of the text. */
const PHYSICAL =
  /^-?(m[lr]|p[lr]|left|right|border-[lr]|rounded-([lr]|[tb][lr])|scroll-[mp][lr]|float-(left|right)|text-(left|right))(-|$)/;

/** Class names in a source: the words of its texts, without their variants (`lg:hover:`) and `!`. */
const words = (text: string) =>
  [...text.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)]
    .flatMap(([, single, double, template]) => (single ?? double ?? template ?? '').split(/\s+/))
    .map((word) => word.replace(/^.*:(?!\()/, '').replace(/!/g, ''))
    .filter((word) => word.includes('-'));

test('docs/spec.md §1: "right-to-left only for locales ar and he": logical properties, no left and right', () => {
  const found = code.flatMap(({ path, text }) =>
    words(text)
      .filter((word) => PHYSICAL.test(word))
      .map((word) => `${path}: ${word}`),
  );
  expect(found).toEqual([]);
});

describe('icons', () => {
  test('the sprite holds exactly the listed icons (run `node tools/run.mjs web/ui/icons/icons.build.ts`)', () => {
    expect(readFileSync(join(web, 'ui/icons/icons.svg'), 'utf8')).toBe(drawSprite());
  });

  test('every listed icon is used', () => {
    const text = sources.filter(({ path }) => path !== 'ui/icons/icon-names.ts').map((source) => source.text);
    const isShown = (name: string) => text.some((each) => each.includes(`'${name}'`) || each.includes(`"${name}"`));
    expect(iconNames.filter((name) => !isShown(name))).toEqual([]);
  });
});
