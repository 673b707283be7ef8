/** Checks docs/spec-map.md, which says where each sentence of docs/spec.md is implemented and which tests prove it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** A row of the map: words of the specification, where they live, and which tests prove them. */
type MapRow = { section: string; quote: string; where: string; tests: string };

const SEPARATOR = /^\|[-|]+\|$/;
const splitCells = (line: string) =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** Splits a page by its second-level headings; text before the first is the preamble. */
function splitSections(text: string): Map<string, string[]> {
  const sections = new Map<string, string[]>([['Preamble', []]]);
  let lines = sections.get('Preamble') ?? [];
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) {
      lines = sections.get(line.slice(3)) ?? [];
      sections.set(line.slice(3), lines);
    } else {
      lines.push(line);
    }
  }
  return sections;
}

/** Splits a section into sentences: one for each paragraph, list item or table row, without headings. */
function splitSentences(lines: readonly string[]): string[] {
  return lines
    .filter((line, index) => !(SEPARATOR.test(line) || SEPARATOR.test(lines[index + 1] ?? '')))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => (line.startsWith('|') ? splitCells(line).join(' · ') : line))
    .map((line) => line.replace(/^(?:- |\d+\. )/, '').replaceAll('**', ''));
}

const spec = new Map(
  [...splitSections(readFileSync('docs/spec.md', 'utf8'))].map(([section, lines]) => [section, splitSentences(lines)]),
);

const rows: MapRow[] = [...splitSections(readFileSync('docs/spec-map.md', 'utf8'))].flatMap(([section, lines]) =>
  lines
    .filter((line, index) => line.startsWith('| ') && !SEPARATOR.test(lines[index + 1] ?? ''))
    .map((line) => {
      const [quote = '', where = '', tests = ''] = splitCells(line);
      return { section, quote, where, tests };
    }),
);

/** Matches a quote; `…` stands for any words. */
const toPattern = (quote: string) => new RegExp(quote.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' … ', '.*?'));

test.each(rows)('the specification says: $quote', ({ section, quote }) => {
  expect((spec.get(section) ?? []).some((sentence) => toPattern(quote).test(sentence))).toBe(true);
});

const listCodeSpans = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);

/** Splits the cell of a sentence's places into its files and the words of parts that are not built yet. */
function splitFiles(where: string): { files: string[]; missing: string[] } {
  const [builtPart = '', missing = ''] = where.split('not yet:');
  return { files: listCodeSpans(builtPart), missing: listCodeSpans(missing) };
}

test.each(rows)('where it lives: $quote', ({ where }) => {
  const { files, missing } = splitFiles(where);
  expect(files.filter((path) => !existsSync(path))).toEqual([]);
  expect(files.length + missing.length > 0 || where.includes('nothing to build')).toBe(true);
  // What is missing is named, so that it can be looked for.
  expect(where.replace(/not yet:\s*`/, '')).not.toMatch(/\bnot yet\b/);
});

/** All code without tests and generated files. */
const code = ['core', 'contract', 'server', 'web', 'mobile', 'demo'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:tsx?|sql)$/.test(path) && !/\.test\.|(?:^|\/)(?:dist|node_modules)\//.test(path))
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(`${folder}/${path}`, 'utf8') })),
);

/** Finds the code that a word names: the word itself if it is the path of a file, else the files that have the word. */
function findCode(word: string): string[] {
  if (word.includes('/')) return existsSync(word) ? [word] : [];
  const pattern = new RegExp(`(?<![a-z])${word}(?![a-z])`, 'i');
  return code.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

test.each(rows.filter(({ where }) => where.includes('not yet:')))('is not built yet: $quote', ({ where }) => {
  expect(splitFiles(where).missing.flatMap(findCode)).toEqual([]);
});

test('finds the code of what a row calls not built yet', () => {
  expect(findCode('mobile/capacitor.config.ts')).toEqual(['mobile/capacitor.config.ts']);
  expect(findCode('findBestDeliveryDrone')).toEqual([]);
  expect(findCode('findBestDiscount')).toContain('core/catalog/discount.ts');
});

/** Reads the titles of a test file, as written: `%s` of a table of cases stays. */
function readTitles(path: string): string[] {
  const TITLE = /(?:\b(?:test|it|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/gs;
  return [...readFileSync(path, 'utf8').matchAll(TITLE)].map(([, , title = '']) => title.replace(/\\(.)/g, '$1'));
}

/** Reads the tests that a cell names: `file` “title”. */
const listTests = (cell: string) =>
  [...cell.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, path = '', title = '']) => ({ path, title }));

const isBuilt = ({ where }: MapRow) => splitFiles(where).files.length > 0 && !where.includes('nothing to build');

test.each(rows.filter(isBuilt))('a test proves: $quote', ({ tests }) => {
  const proofs = listTests(tests);
  expect(proofs.length).toBeGreaterThan(0);
  const missingTests = proofs.filter(({ path, title }) => !(existsSync(path) && readTitles(path).includes(title)));
  expect(missingTests).toEqual([]);
});

test('finds titles in quotes of each kind and of tables of cases', () => {
  const titles = readTitles('tools/spec-map.test.ts');
  expect(titles).toContain('nothing is left out');
  expect(titles).toContain('a test proves: $quote');
  expect(titles).not.toContain('no such title');
});

describe.each([...spec])('every sentence is in the map: %s', (section, sentences) => {
  test.skipIf(sentences.length === 0)('nothing is left out', () => {
    const quotes = rows.filter((row) => row.section === section).map((row) => toPattern(row.quote));
    const leftovers = sentences.map((sentence) =>
      quotes.reduce((rest, quote) => rest.replace(quote, ''), sentence).replace(/^[\s;.]+$/, ''),
    );
    expect(leftovers.filter((rest) => rest !== '')).toEqual([]);
  });
});
