/** Rules for the web's own sources (docs/design.md#import-rules; docs/ux.md#2.3, 39). */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { iconNames } from './ui/icons/icon-names.ts';
import { drawSprite } from './ui/icons/icons.build.ts';

const web = import.meta.dirname;

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'dist' ? [] : listFiles(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.') ? [path] : [];
  });
}

const sources = listFiles(web).map((path) => ({ path: relative(web, path), text: readFileSync(path, 'utf8') }));

/** Lists files that match the pattern, except the allowed ones. */
function listFilesWith(pattern: RegExp, ...allowed: string[]): string[] {
  return sources.filter(({ path, text }) => pattern.test(text) && !allowed.includes(path)).map(({ path }) => path);
}

/** The sources without comments. */
const code = sources.map(({ path, text }) => ({ path, text: text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '') }));

describe('one file owns each dependency', () => {
  test('only storage.ts names local storage', () => {
    expect(
      listFilesWith(/\b(local|session)Storage\b/, 'storage.ts').filter((path) => !path.startsWith('testing/')),
    ).toEqual([]);
  });
  test('only links.tsx names the router’s links', () => {
    expect(listFilesWith(/import \{[^}]*\b(Link|NavLink|Navigate)\b[^}]*\} from 'react-router'/, 'links.tsx')).toEqual(
      [],
    );
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

/** Utilities for a physical side of the screen instead of the start or end of the text. */
const PHYSICAL =
  /^-?(m[lr]|p[lr]|left|right|border-[lr]|rounded-([lr]|[tb][lr])|scroll-[mp][lr]|float-(left|right)|text-(left|right))(-|$)/;

/** Utilities without a logical variant: positions within a picture, origins of transitions, horizontal shifts. */
const DIRECTED = /^-?(object|origin)-([a-z]+-)?(left|right)(-|$)|^-?translate-x-(?!0$)/;

/** Lists the class names of each text in a source. */
const listClassNames = (text: string): string[][] =>
  [...text.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map(([, single, double, template]) =>
    (single ?? double ?? template ?? '').split(/\s+/).filter((word) => word.includes('-')),
  );

/** Removes variants (`lg:hover:`) and `!` from a class name. */
const stripVariants = (word: string): string => word.replace(/^.*:(?!\()/, '').replace(/!/g, '');

const isForRtl = (word: string): boolean => /(^|:)rtl:/.test(word);

/** Lists class names that set a direction without an `rtl:` class in the same text that sets the opposite one. */
function listUndirected(list: readonly string[]): string[] {
  const kindOf = (word: string) => /object|origin|translate/.exec(stripVariants(word))?.[0];
  const directedWords = list.filter((word) => DIRECTED.test(stripVariants(word)));
  return directedWords.filter(
    (word) => !isForRtl(word) && !directedWords.some((other) => isForRtl(other) && kindOf(other) === kindOf(word)),
  );
}

/** Files whose content is symmetrical and never mirrored: packs fan out to both sides alike. */
const SYMMETRICAL = ['catalog/collections/BundleCard.tsx'];

test('docs/spec.md §1: "right-to-left only for locales ar and he": logical properties, no left and right', () => {
  const violations = code.flatMap(({ path, text }) =>
    listClassNames(text)
      .flat()
      .map(stripVariants)
      .filter((word) => PHYSICAL.test(word))
      .map((word) => `${path}: ${word}`),
  );
  expect(violations).toEqual([]);
});

test('what has no logical form has a counterpart with `rtl:`', () => {
  expect(listUndirected(['object-left', 'lg:hover:-translate-x-2'])).toEqual([
    'object-left',
    'lg:hover:-translate-x-2',
  ]);
  expect(listUndirected(['object-left', 'rtl:object-right', 'translate-x-0'])).toEqual([]);
  expect(listUndirected(['origin-top-right', 'rtl:object-right'])).toEqual(['origin-top-right']);
  const violations = code
    .filter(({ path }) => !SYMMETRICAL.includes(path))
    .flatMap(({ path, text }) =>
      listClassNames(text).flatMap((list) => listUndirected(list).map((word) => `${path}: ${word}`)),
    );
  expect(violations).toEqual([]);
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
