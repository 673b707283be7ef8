/** Reads and writes the pages of a folder: a Markdown file for each page and language, with a head of YAML. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LANGS, type Lang } from '@shop/core/lang';
import * as v from 'valibot';
import { type BilingualText, count, filledWord, word } from '../field-tables/codecs.ts';
import * as columns from '../field-tables/columns.ts';
import type { CheckedDocument } from '../field-tables/fields.ts';
import { readText } from '../field-tables/text-file.ts';
import { checkValue, formatYaml, parseYaml } from '../field-tables/yaml.ts';
import { type PageSetup, pages } from '../shop-folder/parts/pages.ts';

type ReportProblem = (file: string, line: number, reason: string) => void;

/** The fields of a page in its head: all except its text. */
const HEAD_FIELDS = Object.entries(pages.fields)
  .filter(([field]) => field !== 'source')
  .flatMap(([field, { entries, column, otherwise }]) => {
    const isText = column === columns.text;
    return Object.entries(entries).map(([name, schema]) => ({
      ...{ field, name, schema, isText },
      isRequired: otherwise === undefined,
    }));
  });

/** The schema of a head: its texts are in the language of the file. */
const headSchema = v.strictObject({
  ...Object.fromEntries(
    HEAD_FIELDS.map(({ name, schema, isText, isRequired }) => {
      const inOneLanguage = isRequired ? filledWord.schema : v.optional(word.schema);
      return [name, isText ? inOneLanguage : schema];
    }),
  ),
  position: v.optional(count.schema),
});

/** Matches a page's head; captures the lines between its two `---`. */
const HEAD_PATTERN = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;

/** Reads a file: its head, its text and the line on which the text begins. */
function readPage(content: string, problem: (line: number, reason: string) => void) {
  const head = HEAD_PATTERN.exec(content);
  if (head === null) {
    problem(1, 'needs a head between two lines of ---, with a title');
    return null;
  }
  const inHead = (line: number, reason: string) => problem(line + 1, reason);
  const checked = checkValue(headSchema, parseYaml(head[1] ?? '', inHead), inHead);
  if (checked === undefined) return null;
  const text = content.slice(head[0].length).replace(/\r\n/g, '\n');
  const above = content.slice(0, head[0].length) + text.slice(0, text.length - text.trimStart().length);
  return { head: checked as CheckedDocument, text: text.trim(), firstLine: above.split('\n').length };
}

/** Adds a page's texts in Chinese to its English ones. Other fields come from the English file. */
function joinLanguages(
  english: CheckedDocument | null,
  { head, text }: { head: CheckedDocument; text: string },
): CheckedDocument {
  const textFields = HEAD_FIELDS.filter(({ isText }) => isText).map(({ name }) => name);
  const own: [string, unknown][] = [...textFields.map((name): [string, unknown] => [name, head[name]]), ['text', text]];
  const texts = own.map(([name, value]) => {
    const said = value as string | undefined;
    const both: BilingualText =
      english === null ? { en: said ?? '', zh: null } : { ...(english[name] as BilingualText), zh: said || null };
    return [name, both];
  });
  return { ...(english ?? head), ...Object.fromEntries(texts) };
}

export type ReadPages = {
  /** In the order of their positions. */
  documents: Record<string, CheckedDocument>;
  /** The line on which the text of a page begins, by file. */
  firstLines: Map<string, number>;
};

const PAGE_PATH = new RegExp(`^pages/(${LANGS.join('|')})/[^/]+\\.md$`);

/** Returns whether a path within the folder is that of a page. */
export const isPageFile = (path: string): boolean => PAGE_PATH.test(path);

/** Reads all pages; null without a folder of pages. */
export function readPages(folder: string, problem: ReportProblem): ReadPages | null {
  if (!existsSync(join(folder, 'pages'))) return null;
  const firstLines = new Map<string, number>();
  const read = new Map<string, CheckedDocument>();
  for (const lang of LANGS) {
    const files = existsSync(join(folder, 'pages', lang)) ? readdirSync(join(folder, 'pages', lang)).sort() : [];
    for (const name of files) {
      const file = `pages/${lang}/${name}`;
      if (!isPageFile(file)) continue;
      const slug = name.slice(0, -'.md'.length);
      const inFile = (line: number, reason: string) => problem(file, line, reason);
      if (!/^[a-z0-9][a-z0-9-]{0,199}$/.test(slug)) {
        inFile(1, 'needs a name of small letters, digits and dashes, with no dash in front');
      }
      const content = readText(join(folder, file), inFile);
      const page = content === null ? null : readPage(content, inFile);
      if (page === null) continue;
      firstLines.set(file, page.firstLine);
      const english = lang === 'en' ? null : (read.get(slug) ?? null);
      if (lang !== 'en' && english === null) inFile(1, `needs an English page: pages/en/${name}`);
      read.set(slug, joinLanguages(english, page));
    }
  }
  const readPosition = ({ position = Number.MAX_SAFE_INTEGER }: CheckedDocument) => position as number;
  const sorted = [...read].sort(([a, one], [b, other]) => readPosition(one) - readPosition(other) || (a < b ? -1 : 1));
  return { documents: Object.fromEntries(sorted), firstLines };
}

/** Writes the head of a page: without Chinese, a required text repeats the English, an optional one is left out. */
function writeHead(page: PageSetup, position: number, lang: Lang): object {
  const values = HEAD_FIELDS.map(({ field, name, isText, isRequired }) => {
    const value = (page as Readonly<Record<string, unknown>>)[field];
    if (!isText) return [name, lang === 'en' ? value : null];
    const { en, zh } = value as BilingualText;
    return [name, (lang === 'en' ? en : zh) || (isRequired ? en : null)];
  });
  return Object.fromEntries([...values, ['position', lang === 'en' ? position : null]].filter(([, value]) => value));
}

/** Writes the files of all pages: path → content. */
export const writePages = (setup: readonly PageSetup[]): [string, string][] =>
  setup.flatMap((page, index) =>
    LANGS.flatMap((lang): [string, string][] => {
      const source = page.source[lang];
      if (source === null) return [];
      const head = formatYaml(writeHead(page, index + 1, lang));
      return [[`pages/${lang}/${page.slug}.md`, `---\n${head}---\n\n${source}\n`]];
    }),
  );
