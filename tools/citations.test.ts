import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findInvalidCitations, listAnchors, readCitingFiles } from './citations.ts';

const readPage = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null);

test('every citation of the repository leads to a heading in it', () => {
  const files = readCitingFiles('.');
  expect(files.length).toBeGreaterThan(500);
  expect(findInvalidCitations(files, readPage)).toEqual([]);
});

test('anchors are numbers and words of headings', () => {
  const page =
    '# Page\n\n## 6 Updating several cart lines\n### C12 One-time codes\n### Rule 7 Back\n## 2.4 Home: wide\n```\n# not one\n```\n';
  expect([...listAnchors(page)].sort()).toEqual(
    [
      'page',
      '6',
      '6-updating-several-cart-lines',
      'c12',
      'c12-one-time-codes',
      'rule-7',
      'rule-7-back',
      '2.4',
      '24-home-wide',
    ].sort(),
  );
});

describe('refuses planted violations', () => {
  const PAGES: Record<string, string> = {
    'docs/readings.md': '## 6 Lines\n',
    'docs/spec.md': '## 5. Validation rules\n',
    'docs/security.md': '### C12 Codes\n## Limits\n',
  };
  const explain = (text: string) =>
    findInvalidCitations([{ path: 'server/a.ts', text }], (path) => PAGES[path] ?? null).map(({ why }) => why);

  test.each([
    '/** Prices (docs/readings.md#6). */',
    '// docs/spec.md §5: "Item sold out"',
    "test('refuses it (docs/security.md#c12)')",
    'see docs/security.md#limits, docs/security.md.',
    'an [overview](readings.md)',
    'const C12H22O11 = 1; reads readings of meters; the issue is',
  ])('%s is good', (text) => {
    expect(explain(text)).toEqual([]);
  });

  test.each([
    ['docs/readings.md#7', 'docs/readings.md has no heading 7'],
    ['docs/readings.md#60', 'docs/readings.md has no heading 60'],
    ['docs/nowhere.md#6', 'docs/nowhere.md does not exist'],
    ['docs/decisions/0099-none.md', 'docs/decisions/0099-none.md does not exist'],
    ['docs/spec.md §12', 'docs/spec.md has no heading 12'],
    ['docs/readings.md §6', 'sections with § are those of docs/spec.md'],
    ['docs/spec.md#5', 'sections with § are those of docs/spec.md'],
    ['readings 6', 'write docs/readings.md#N'],
    ['(reading 6)', 'write docs/readings.md#N'],
    ['Reliability C7', 'write docs/security.md#cN'],
    ['reliability "known holes"', 'write docs/security.md#cN'],
    ['(C12)', 'write docs/security.md#cN'],
    ['ux.md 15', 'write docs/<page>.md#anchor'],
    ['api.md "Cart"', 'write docs/<page>.md#anchor'],
    ['design "Fast"', 'write docs/design.md#heading'],
    ['integrations §6', 'write docs/partners.md#N'],
    ['integrations 8', 'write docs/partners.md#N'],
    ['issue 4', 'write a page of docs/'],
    ['issue "Facets"', 'write a page of docs/'],
    ['decision 12', 'write docs/decisions/NNNN-name.md'],
    ['spec §5', 'write docs/spec.md §N'],
  ])('%s', (citation, why) => {
    expect(explain(`// As ${citation} says.`)).toContain(why);
    expect(
      findInvalidCitations([{ path: 'a.ts', text: `\n// ${citation}` }], (path) => PAGES[path] ?? null)[0]?.line,
    ).toBe(2);
  });
});
