/** Checks that no text for shoppers has a term that docs/words-for-shoppers.md rules out. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusals as refusalsEn } from '@shop/core/messages/refusals-en';
import { refusals as refusalsZh } from '@shop/core/messages/refusals-zh';
import { words as wordsEn } from '@shop/core/messages/rule-texts-en';
import { words as wordsZh } from '@shop/core/messages/rule-texts-zh';
import { describe, expect, test } from 'vitest';
import { inboxTexts } from '../server/notifications/inbox-texts.ts';
import { mailTexts } from '../server/notifications/mail-texts.ts';
import { en } from '../web/i18n/en/bundles/all.ts';
import { zh } from '../web/i18n/zh/bundles/all.ts';

const root = join(import.meta.dirname, '..');

type Rule = { term: string; pattern: RegExp; except: readonly string[] };
type Texts = Readonly<Record<string, string>>;

const splitTerms = (cell: string) =>
  cell
    .split(',')
    .map((term) => term.trim())
    .filter((term) => term !== '');

/** Returns a pattern that finds a term. English terms are whole words, in any case. */
const toPattern = (term: string, lang: 'en' | 'zh') => {
  const escaped = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return lang === 'zh' ? new RegExp(escaped) : new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, 'i');
};

function readRules(cell: string, lang: 'en' | 'zh'): Rule[] {
  const [terms = '', ...exceptions] = cell.split(', except ');
  const except = exceptions.flatMap(splitTerms);
  return splitTerms(terms).map((term) => ({ term, pattern: toPattern(term, lang), except }));
}

const rows = readFileSync(join(root, 'docs/words-for-shoppers.md'), 'utf8')
  .split('## Formats')[0]
  ?.split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.split('|').map((cell) => cell.trim()));

const rules = {
  en: (rows ?? []).flatMap(([, , , terms = '']) => readRules(terms, 'en')),
  zh: (rows ?? []).flatMap(([, , , , terms = '']) => readRules(terms, 'zh')),
};

/** Removes HTML tags, the targets of links, and the phrases in which a term is right. */
const removeExceptions = (text: string, except: readonly string[]) =>
  except.reduce((rest, each) => rest.replaceAll(each, ''), text.replace(/<[^>]*>|\]\([^)]*\)/g, ' '));

function listViolations(texts: Texts, lang: 'en' | 'zh'): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    rules[lang]
      .filter(({ pattern, except }) => pattern.test(removeExceptions(text, except)))
      .map(({ term }) => `${key}: "${term}" in "${text}"`),
  );
}

/** Collects the texts of a value: pairs `{ en, zh }` anywhere inside it. */
function collectPairs(value: unknown, path: string, texts: { en: Record<string, string>; zh: Record<string, string> }) {
  if (typeof value !== 'object' || value === null) return;
  const { en, zh } = value as { en?: unknown; zh?: unknown };
  if (typeof en === 'string') texts.en[path] = en;
  if (typeof zh === 'string') texts.zh[path] = zh;
  for (const [key, inner] of Object.entries(value)) collectPairs(inner, `${path}.${key}`, texts);
}

async function collectDemoTexts() {
  const folder = join(root, 'demo/data');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const texts = { en: {}, zh: {} };
  for (const file of files.filter((name) => /^(?!.*\.(test|build)\.).*\.ts$/.test(name))) {
    for (const [name, value] of Object.entries(await import(join(folder, file)))) {
      if (typeof value !== 'function') collectPairs(value, `${file} ${name}`, texts);
    }
  }
  return texts;
}

test('a ruled-out term is found as a whole word, except where the page allows it', () => {
  expect(listViolations({ a: 'In your sack', b: 'A rice sack', c: 'Sackcloth' }, 'en')).toEqual([
    'a: "sack" in "In your sack"',
  ]);
  expect(listViolations({ a: '没有户口', b: '银行户口' }, 'zh')).toEqual(['a: "户口" in "没有户口"']);
});

/** Reads the texts of files under some folders, by path. */
function readTexts(folders: readonly string[], pattern: RegExp): Texts {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  );
  return Object.fromEntries(
    paths.filter((path) => pattern.test(path)).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
}

describe('docs/words-for-shoppers.md: no text has a ruled-out term', () => {
  test.each<[string, Texts, Texts]>([
    ['pages', en, zh],
    ['refusals', refusalsEn, refusalsZh],
    ['other texts of the rules', wordsEn, wordsZh],
    ['mails and messages', mailTexts.en, mailTexts.zh],
    ['the inbox', inboxTexts.en, inboxTexts.zh],
  ])('%s', (_, english, chinese) => {
    expect([...listViolations(english, 'en'), ...listViolations(chinese, 'zh')]).toEqual([]);
  });

  test('demo shop', async () => {
    const texts = await collectDemoTexts();
    expect(Object.keys(texts.en).length).toBeGreaterThan(500);
    expect([...listViolations(texts.en, 'en'), ...listViolations(texts.zh, 'zh')]).toEqual([]);
  });

  const SHOP_FOLDERS = ['demo/shop', 'server/shop-folder/default'];

  test('information pages in English', () => {
    expect(listViolations(readTexts(SHOP_FOLDERS, /pages\/en\/.*\.md$/), 'en')).toEqual([]);
  });

  test('Chinese of shop folders, messages to phones and wallet entries', () => {
    const texts = {
      ...readTexts(SHOP_FOLDERS, /(pages\/zh\/.*\.md|(?<!search)\.yaml)$/),
      ...readTexts(['server/partners', 'server/loyalty/wallets'], /(sms|stand-in|entry-texts)\.ts$/),
    };
    expect(listViolations(texts, 'zh')).toEqual([]);
  });
});

test('an English text with a number of points or coins has a word for one: "1 point"', () => {
  const texts: Texts = { ...en, ...refusalsEn, ...wordsEn, ...mailTexts.en, ...inboxTexts.en };
  const faults = Object.entries(texts).filter(([, text]) => /\{\w+\} (points|coins)\b/.test(text));
  expect(faults).toEqual([]);
});

const NUMBER =
  '\\{(?:count|n|amount|price|percent|min|max|most|number|qty|fee|buy|get|points|cost|rate|times|cap|minutes|zip)\\}';
/** Spellings that a space would split: dates, times, sizes, discounts in tenths, and words with a letter in them. */
const UNSPLIT = [
  [/(?:\d+|\{\w+\})[年月日点]|[上下中]午\d[\d:]*|软Q糖/g, '，'],
  [/(?:\d|\$\{amount\})(?:克|公斤|毫升|公升|折)|A级/g, '0，'],
] as const;
/** Counted sizes, which stand alone: 24罐. */
const COUNTED_SIZE = /\d[片杯罐包粒卷支条个块抽]/g;

/** Finds Chinese that touches a letter or a digit, and brackets of half width around Chinese. */
function listSpacingFaults(texts: Texts, withSizes = false): string[] {
  const faults = new RegExp(
    `\\p{Script=Han}(?:[A-Za-z0-9]|${NUMBER})|(?:[A-Za-z0-9]%?|${NUMBER}%?)\\p{Script=Han}|\\p{Script=Han} ?\\(|\\(\\p{Script=Han}`,
    'gu',
  );
  return Object.entries(texts).flatMap(([key, text]) => {
    const plain = UNSPLIT.reduce(
      (rest, [pattern, by]) => rest.replace(pattern, by),
      text.replace(/<[^>]*>|\]\([^)]*\)/g, '，'),
    );
    const subject = withSizes ? plain.replace(COUNTED_SIZE, '0，') : plain;
    return [...subject.matchAll(faults)].map(
      ({ index }) => `${key}: ${subject.slice(Math.max(0, index - 8), index + 12)}`,
    );
  });
}

test('a fault of spacing is found, and dates, times and sizes are none', () => {
  expect(listSpacingFaults({ a: '满RM80免运费', b: '番茄(大)' })).toHaveLength(3);
  expect(
    listSpacingFaults({ a: '满 RM80 免运费，{count} 件', b: '2026年1月31日 下午6:00', c: '约 2.5公斤（大）' }),
  ).toEqual([]);
});

describe('docs/words-for-shoppers.md "Formats": Chinese has a space before and after letters and digits', () => {
  test('messages of pages, rules, mails and the inbox', () => {
    const texts = { ...zh, ...refusalsZh, ...wordsZh, ...mailTexts.zh, ...inboxTexts.zh };
    expect(listSpacingFaults(texts)).toEqual([]);
  });

  test('the demo’s catalogue', async () => {
    expect(listSpacingFaults((await collectDemoTexts()).zh, true)).toEqual([]);
  });

  test('shop folders', () => {
    const texts = readTexts(['demo/shop', 'server/shop-folder/default'], /(pages\/zh\/.*\.md|(?<!search)\.yaml)$/);
    expect(listSpacingFaults(texts, true)).toEqual([]);
  });
});
