/**
 * Reads a shop's folder: every file checked, every problem with its file and line. A file that is missing says nothing
 * about its part of the shop.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGS, type Lang } from '@shop/core/lang';
import { CsvError, parse as parseCsv } from 'csv-parse/sync';
import * as v from 'valibot';
import {
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type YAMLParseError,
  type Document as YamlDocument,
} from 'yaml';
import { findOpenQuote } from '../import/reading/open-quote.ts';
import type { ImageSpec } from '../media/image-spec.ts';
import { type NamedImage, pageHead, type ReadDocuments, SCHEMAS } from './documents/document-schemas.ts';
import { parseHours } from './documents/documents.ts';
import type { OutletSetup, PageSetup } from './shop-setup.ts';

/** A problem in a file, or a remark about it. `file` is relative to the folder. */
export type FolderProblem = { file: string; line: number; reason: string };

/** A picture file of the folder by its SHA-256. */
export type PictureFile = { file: string; path: string; bytes: Uint8Array };

export type ReadFolder = {
  documents: ReadDocuments;
  pages?: PageSetup[];
  /** The line on which the text of a page begins, by file. */
  firstLines: ReadonlyMap<string, number>;
  outlets?: OutletSetup[];
  pictures: ReadonlyMap<string, PictureFile>;
  problems: FolderProblem[];
  /** Finds the file and line of a place in a document, such as `methods.standard.fees`. */
  lineOf(part: keyof typeof SCHEMAS, path: readonly (string | number)[]): { file: string; line: number };
  /** Resolves a named image to its file or drawing data; reports a missing file. */
  imageOf(part: 'shop' | 'vouchers' | 'banners', named: NamedImage, path: readonly (string | number)[]): ImageSpec;
};

const fileOf = (part: string): string => (part === 'banners' ? 'banners/banners.yaml' : `${part}.yaml`);

/** Finds the line of a path's value, or of its nearest existing parent. */
function lineAt(document: YamlDocument, lines: LineCounter, path: readonly (string | number)[]): number {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

/** Finds where the text that an error interrupts begins, if it is in quotes; null otherwise. */
function openQuoteAt(document: YamlDocument, { code, pos }: YAMLParseError): number | null {
  let opened: number | null = null;
  visit(document, (_, node) => {
    if (!isScalar(node) || !node.type?.startsWith('QUOTE') || !node.range) return;
    const [start, end] = node.range;
    if (code === 'MISSING_CHAR' && start < pos[0] && pos[0] <= end + 1) opened = start;
  });
  return opened;
}

/** Parses a YAML text; reports what cannot be read. Returns its value, undefined with problems. */
function parseYaml(text: string, problem: (line: number, reason: string) => void) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  for (const error of document.errors) {
    const quote = openQuoteAt(document, error);
    if (quote !== null) problem(lines.linePos(quote).line, 'the quote that opens here is not closed');
    else problem(error.linePos?.[0].line ?? 1, error.message.split('\n')[0] ?? '');
  }
  if (document.errors.length > 0) return { document, lines, value: undefined };
  try {
    return { document, lines, value: withoutEmpty(document.toJS()) ?? {} };
  } catch (error) {
    // An alias without an anchor, aliases that would grow to a huge text, or one that contains itself.
    if (!(error instanceof ReferenceError || error instanceof RangeError)) throw error;
    let first = 0;
    visit(document, {
      Alias(_, node) {
        first = node.range?.[0] ?? 0;
        return visit.BREAK;
      },
    });
    problem(
      lines.linePos(first).line,
      'uses too many aliases (*name), or one without an anchor (&name): write the values out',
    );
    return { document, lines, value: undefined };
  }
}

/** Removes entries without a value: a line such as `company:` says nothing. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const filled = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(filled.map(([key, each]) => [key, withoutEmpty(each)]));
}

const isLater = (one: { path?: unknown[] }, other: { path?: unknown[] }) =>
  (one.path?.length ?? 0) > (other.path?.length ?? 0);

/** The innermost issue: a union's own message says less than that of the option that nearly fits. */
function issueOf(issue: v.BaseIssue<unknown>): { path: (string | number)[]; reason: string } {
  const keys = (issue.path ?? []).map((item) => item.key as string | number);
  const nested = (issue.issues ?? []).filter((each) => isLater(each, { path: [] }) || each.type === 'strict_object');
  const inner = nested.length > 0 && issue.type === 'union' ? nested[0] : undefined;
  if (inner !== undefined && typeof issue.input === 'object' && inner.type === 'strict_object') {
    return { path: [...keys, ...(inner.path ?? []).map((item) => item.key as string | number)], reason: words(inner) };
  }
  return { path: keys, reason: words(issue) };
}

function words(issue: v.BaseIssue<unknown>): string {
  const key = issue.path?.at(-1)?.key;
  if (issue.type === 'strict_object' && issue.expected === 'never') return `"${String(key)}" is not known here`;
  if (issue.type === 'strict_object' && issue.received === 'undefined') return `"${String(key)}" is missing`;
  if (issue.type === 'strict_object') return 'must be entries by name';
  return `${key === undefined ? '' : `"${String(key)}" `}${issue.message}`;
}

function readPages(
  folder: string,
  problems: FolderProblem[],
  firstLines: Map<string, number>,
): PageSetup[] | undefined {
  if (!existsSync(join(folder, 'pages'))) return undefined;
  const pages = new Map<string, PageSetup & { position: number }>();
  for (const lang of LANGS) {
    const files = existsSync(join(folder, 'pages', lang)) ? readdirSync(join(folder, 'pages', lang)).sort() : [];
    for (const name of files.filter((each) => each.endsWith('.md'))) {
      const file = `pages/${lang}/${name}`;
      const slug = name.slice(0, -'.md'.length);
      const problem = (line: number, reason: string) => problems.push({ file, line, reason });
      if (!/^[a-z0-9][a-z0-9-]{0,199}$/.test(slug)) {
        problem(1, 'needs a name of small letters, digits and dashes, with no dash in front');
      }
      const read = readPage(readFileSync(join(folder, file), 'utf8'), problem);
      if (read === null) continue;
      firstLines.set(file, read.firstLine);
      const before = pages.get(slug);
      if (lang !== 'en' && before === undefined) problem(1, `needs an English page: pages/en/${name}`);
      pages.set(slug, joinLanguages(slug, lang, read, before));
    }
  }
  return [...pages.values()]
    .sort((a, b) => a.position - b.position || (a.slug < b.slug ? -1 : 1))
    .map(({ position: _, ...page }) => page);
}

type ReadPage = {
  firstLine: number;
  title: string;
  description: string;
  updated?: string;
  position?: number;
  source: string;
};

function joinLanguages(
  slug: string,
  lang: Lang,
  page: ReadPage,
  before: (PageSetup & { position: number }) | undefined,
) {
  const { title, description, source } = page;
  if (lang === 'en' || before === undefined) {
    return {
      slug,
      title: { en: title, zh: null },
      description: { en: description, zh: null },
      source: { en: source, zh: null },
      updated_on: page.updated ?? null,
      position: page.position ?? Number.MAX_SAFE_INTEGER,
    };
  }
  return {
    ...before,
    title: { ...before.title, zh: title },
    description: { ...before.description, zh: description || null },
    source: { ...before.source, zh: source },
  };
}

/** The lines between the `---` of a page's head and its text. */
const HEAD = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;

function readPage(content: string, problem: (line: number, reason: string) => void): ReadPage | null {
  const head = HEAD.exec(content);
  if (head === null) {
    problem(1, 'needs a head between two lines of ---, with a title');
    return null;
  }
  const { document, lines, value } = parseYaml(head[1] ?? '', (line, reason) => problem(line + 1, reason));
  if (value === undefined) return null;
  const read = v.safeParse(pageHead, value);
  if (!read.success) {
    for (const issue of read.issues) {
      const { path, reason } = issueOf(issue);
      problem(lineAt(document, lines, path) + 1, reason);
    }
    return null;
  }
  const text = content.slice(head[0].length).replace(/\r\n/g, '\n');
  const above = content.slice(0, head[0].length) + text.slice(0, text.length - text.trimStart().length);
  const firstLine = above.split('\n').length;
  return { ...read.output, description: read.output.description ?? '', source: text.trim(), firstLine };
}

const OUTLET_COLUMNS = [
  'code',
  'name',
  'name_zh',
  'street_address',
  'postcode',
  'state',
  'latitude',
  'longitude',
  'phone',
  'hours',
] as const;

function readOutlets(
  folder: string,
  stateOf: (name: string) => string | undefined,
  problems: FolderProblem[],
): OutletSetup[] | undefined {
  const file = 'outlets.csv';
  if (!existsSync(join(folder, file))) return undefined;
  let rows: { info: { lines: number }; record: Record<string, string> }[];
  try {
    rows = parseCsv(readFileSync(join(folder, file)), {
      bom: true,
      columns: true,
      info: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
    }) as unknown as typeof rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const opened = findOpenQuote(readFileSync(join(folder, file), 'utf8'), ',');
    const reason = opened === null ? error.message : 'the quote that opens here is not closed';
    problems.push({ file, line: Number(opened ?? error.lines ?? 1), reason });
    return undefined;
  }
  const seen = new Set<string>();
  return rows.map(({ info, record }) => {
    const problem = (reason: string) => problems.push({ file, line: info.lines, reason });
    const cell = (column: (typeof OUTLET_COLUMNS)[number]) => record[column] ?? '';
    for (const column of OUTLET_COLUMNS) {
      if (column !== 'name_zh' && cell(column) === '') problem(`${column} is missing`);
    }
    if (seen.has(cell('code'))) problem(`repeats the code "${cell('code')}"`);
    seen.add(cell('code'));
    if (cell('postcode') !== '' && !/^\d{5}$/.test(cell('postcode'))) problem('postcode must be five digits');
    const state = stateOf(cell('state'));
    if (state === undefined && cell('state') !== '') problem(`"${cell('state')}" is no state of Malaysia`);
    const [latitude, longitude] = [Number(cell('latitude')), Number(cell('longitude'))];
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) problem('latitude or longitude is no place');
    const hours = parseHours(cell('hours'));
    if (hours === null) problem('hours must be such as "Mon-Fri 08:00-22:00; Sat 09:00-13:00"');
    return {
      code: cell('code'),
      name: { en: cell('name'), zh: cell('name_zh') || null },
      street_address: cell('street_address'),
      postcode: cell('postcode'),
      state: state ?? '',
      latitude,
      longitude,
      phone: cell('phone'),
      hours: hours ?? [],
    };
  });
}

/** Reads and checks all files. `stateOf` finds a state's code by its code or English name. */
export function readFolder(folder: string, stateOf: (name: string) => string | undefined): ReadFolder {
  const problems: FolderProblem[] = [];
  const parsed = new Map<string, { document: YamlDocument; lines: LineCounter }>();
  const documents: Record<string, unknown> = {};
  const lineOf: ReadFolder['lineOf'] = (part, path) => {
    const known = parsed.get(part);
    return { file: fileOf(part), line: known === undefined ? 1 : lineAt(known.document, known.lines, path) };
  };
  for (const part of Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[]) {
    const file = fileOf(part);
    if (!existsSync(join(folder, file))) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    const { document, lines, value } = parseYaml(text, (line, reason) => problems.push({ file, line, reason }));
    parsed.set(part, { document, lines });
    if (value === undefined) continue;
    const read = v.safeParse(SCHEMAS[part], value);
    if (read.success) documents[part] = read.output;
    else {
      for (const issue of read.issues) {
        const { path, reason } = issueOf(issue);
        problems.push({ ...lineOf(part, path), reason });
      }
    }
  }
  const firstLines = new Map<string, number>();
  const pictures = new Map<string, PictureFile>();
  const imageOf: ReadFolder['imageOf'] = (part, named, path) => {
    if ('drawing' in named) return named.drawing;
    const file = part === 'banners' ? `banners/${named.file}` : named.file;
    if (!existsSync(join(folder, file))) {
      problems.push({ ...lineOf(part, path), reason: `the file ${file} is missing` });
      return { kind: 'upload', sha256: '' };
    }
    const bytes = readFileSync(join(folder, file));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    pictures.set(sha256, { file, path: join(folder, file), bytes });
    return { kind: 'upload', sha256 };
  };
  return {
    documents: documents as ReadDocuments,
    pages: readPages(folder, problems, firstLines),
    firstLines,
    outlets: readOutlets(folder, stateOf, problems),
    pictures,
    problems,
    lineOf,
    imageOf,
  };
}
