/** Reads YAML with the line of every problem, and writes it, always the same bytes for the same value. */
import * as v from 'valibot';
import {
  isCollection,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  stringify,
  visit,
  type YAMLParseError,
  Document as YamlDocument,
} from 'yaml';
import { OPEN_QUOTE } from '../import/reading/open-quote.ts';
import type { Path } from './codecs.ts';

/** The value of a YAML text, undefined if it cannot be read, and a function that finds the line of a part. */
type ReadYaml = { value: unknown; lineAt(path: Path): number };

/** Finds the line of a path's value, or of its nearest existing parent. */
function lineAt(document: YamlDocument, lines: LineCounter, path: Path): number {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

/** Finds the start of a quoted text without a closing quote; null for any other error. */
function findOpenQuoteStart(document: YamlDocument, { code, pos }: YAMLParseError): number | null {
  let quoteStart: number | null = null;
  visit(document, (_, node) => {
    if (!isScalar(node) || !node.type?.startsWith('QUOTE') || !node.range) return;
    const [start, end] = node.range;
    if (code === 'MISSING_CHAR' && start < pos[0] && pos[0] <= end + 1) quoteStart = start;
  });
  return quoteStart;
}

/** Parses a YAML text and reports its errors, up to the first quote that is not closed: it causes those after it. */
export function parseYaml(text: string, problem: (line: number, reason: string) => void): ReadYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const quotes = document.errors.map((error) => findOpenQuoteStart(document, error));
  const firstQuote = quotes.find((start) => start !== null) ?? Number.POSITIVE_INFINITY;
  for (const { pos, message } of document.errors) {
    if (pos[0] < firstQuote) problem(lines.linePos(pos[0]).line, message);
  }
  if (firstQuote < Number.POSITIVE_INFINITY) problem(lines.linePos(firstQuote).line, OPEN_QUOTE);
  const result = { lineAt: (path: Path) => lineAt(document, lines, path), value: undefined };
  if (document.errors.length > 0) return result;
  try {
    return { ...result, value: removeEmptyEntries(document.toJS()) ?? {} };
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
    return result;
  }
}

/** Removes entries without a value: a line such as `company:` says nothing. */
function removeEmptyEntries(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeEmptyEntries);
  if (typeof value !== 'object' || value === null) return value;
  const filledEntries = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(filledEntries.map(([key, each]) => [key, removeEmptyEntries(each)]));
}

const isDeeper = (one: { path?: unknown[] }, other: { path?: unknown[] }) =>
  (one.path?.length ?? 0) > (other.path?.length ?? 0);

/**
 * Returns path and reason of the innermost issue: a union's own message says less than that of the option that nearly
 * fits.
 */
function toProblem(issue: v.BaseIssue<unknown>): { path: (string | number)[]; reason: string } {
  const keys = (issue.path ?? []).map((item) => item.key as string | number);
  const nested = (issue.issues ?? []).filter((each) => isDeeper(each, { path: [] }) || each.type === 'strict_object');
  const inner = nested.length > 0 && issue.type === 'union' ? nested[0] : undefined;
  if (inner !== undefined && typeof issue.input === 'object' && inner.type === 'strict_object') {
    return {
      path: [...keys, ...(inner.path ?? []).map((item) => item.key as string | number)],
      reason: formatIssue(inner),
    };
  }
  return { path: keys, reason: formatIssue(issue) };
}

function formatIssue(issue: v.BaseIssue<unknown>): string {
  const key = issue.path?.at(-1)?.key;
  if (issue.type === 'strict_object' && issue.expected === 'never') return `"${String(key)}" is not known here`;
  if (issue.type === 'strict_object' && issue.received === 'undefined') return `"${String(key)}" is missing`;
  if (issue.type === 'strict_object') return 'must be entries by name';
  return `${key === undefined ? '' : `"${String(key)}" `}${issue.message}`;
}

/** Checks a value; reports each issue at its line. Returns undefined with problems. */
export function checkValue<Checked>(
  schema: v.GenericSchema<unknown, Checked>,
  { value, lineAt: findLine }: ReadYaml,
  problem: (line: number, reason: string) => void,
): Checked | undefined {
  if (value === undefined) return undefined;
  const { success, output, issues } = v.safeParse(schema, value);
  if (success) return output;
  for (const { path, reason } of issues.map(toProblem)) problem(findLine(path), reason);
  return undefined;
}

const LINE_WIDTH = 118;

/** Maximum length of a list or entry on one line. */
const MAX_FLOW_LENGTH = 100;

/** Puts short lists and entries on one line; returns whether the node is on one line. */
function flowShort(node: Node | Pair | null): boolean {
  if (isPair(node)) return flowShort(node.value as Node | null);
  if (isScalar(node)) return !String(node.value).includes('\n');
  if (!isCollection(node)) return true;
  const isShallow = node.items.map((item) => flowShort(item as Node | Pair)).every(Boolean);
  node.flow = isShallow && stringify(node, { collectionStyle: 'flow', lineWidth: 0 }).length <= MAX_FLOW_LENGTH;
  return node.flow;
}

/** Writes YAML; each top-level entry is on its own line. */
export function formatYaml(value: object): string {
  const document = new YamlDocument(value);
  const root = document.contents;
  if (isCollection(root)) for (const item of root.items) flowShort(item as Pair);
  return document.toString({ lineWidth: LINE_WIDTH });
}
