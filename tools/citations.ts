/**
 * Checks citations of the documentation: `docs/<page>.md#<anchor>`, and `docs/spec.md §N` for the specification. Each
 * must lead to an existing heading; bare forms ("readings 6", "api.md", "issue 3") are rejected.
 */
import { readFiles, type TextFile } from './text-files.ts';

/** A citation without its heading, or in another form. */
export type InvalidCitation = { path: string; line: number; citation: string; why: string };

const CITING_FILE = /\.(ts|tsx|mjs|css|md|sql)$/;
/** Files that contain the rejected forms on purpose, and the specification. */
const UNCHECKED_FILES = new Set(['tools/citations.ts', 'tools/citations.test.ts', 'docs/spec.md']);

/** Reads every file that may cite. */
export const readCitingFiles = (root: string): TextFile[] =>
  readFiles(root, (path) => CITING_FILE.test(path) && !UNCHECKED_FILES.has(path));

/** `6` of "6 Updating several cart lines", `c12` of "C12 One-time codes", `rule-7` of "Rule 7 …". */
const HEADING_NUMBER = /^(?:Rule \d+|C\d+|\d+(?:\.\d+)*)(?=[ .]|$)/;

/** Lists a page's anchors: each heading's number, and its text as GitHub's anchor. */
export function listAnchors(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replace(/^```.*?^```/gms, '').matchAll(/^#{1,4} (.+)$/gm)) {
    const number = HEADING_NUMBER.exec(heading)?.[0];
    if (number !== undefined) anchors.add(number.toLowerCase().replace(' ', '-'));
    const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '');
    anchors.add(words.trim().replace(/\s/g, '-'));
  }
  return anchors;
}

/** `docs/readings.md#6`; a page without an anchor, such as `docs/import.md`, is cited whole. */
const CITATION = /\bdocs\/[\w./-]+\.md(?:#[\w.-]*\w|\s§(?:\d+(?:\.\d+)?|\w+))?/g;

/** Rejected forms, and the right form of each. */
const REJECTED_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\b[Rr]eadings? \d+/g, 'docs/readings.md#N'],
  [/\b[Rr]eliability (?:C\d+|")/g, 'docs/security.md#cN'],
  [/(?<![\w/#.-])C(?:[1-9]|[12]\d|30)(?=[):,;]| ")/g, 'docs/security.md#cN'],
  [/\b[Dd]esign "/g, 'docs/design.md#heading'],
  [/\b[Ii]ntegrations?(?:\.md)? (?:§ ?)?\d/g, 'docs/partners.md#N'],
  [/\bissues? (?:\d+|")/g, 'a page of docs/'],
  [/\bdecisions? \d+/g, 'docs/decisions/NNNN-name.md'],
  [
    /(?<!docs\/)(?<![\w-])(?:api|ux|readings|design|reliability|integrations|partners|security|style)\.md\b/g,
    'docs/<page>.md#anchor',
  ],
  [/(?<![\w./-])[Ss]pec(?:ification)? §/g, 'docs/spec.md §N'],
];

/** Removes the targets of Markdown links, which are relative to the page and no citations. */
const removeLinkTargets = (text: string): string => text.replace(/\]\([^)\s]*\)/g, ']');

/** Finds bad citations in these files. `readPage` returns null for a missing file. */
export function findInvalidCitations(
  files: readonly TextFile[],
  readPage: (path: string) => string | null,
): InvalidCitation[] {
  const anchors = new Map<string, Set<string> | null>();
  const readAnchors = (page: string): Set<string> | null => {
    if (!anchors.has(page)) {
      const text = readPage(page);
      anchors.set(page, text === null ? null : listAnchors(text));
    }
    return anchors.get(page) ?? null;
  };

  function explainInvalid(citation: string): string | null {
    const [page = '', anchor] = citation.split(/#|\s§/);
    const pageAnchors = readAnchors(page);
    if (pageAnchors === null) return `${page} does not exist`;
    const isSection = /\s§/.test(citation);
    if (isSection !== (page === 'docs/spec.md' && anchor !== undefined))
      return 'sections with § are those of docs/spec.md';
    return anchor === undefined || pageAnchors.has(anchor) ? null : `${page} has no heading ${anchor}`;
  }

  return files.flatMap(({ path, text }) =>
    removeLinkTargets(text)
      .split('\n')
      .flatMap((line, index) => {
        const problems: { citation: string; why: string }[] = [];
        for (const [citation] of line.matchAll(CITATION)) {
          const why = explainInvalid(citation);
          if (why !== null) problems.push({ citation, why });
        }
        for (const [form, instead] of REJECTED_FORMS) {
          for (const [citation] of line.matchAll(form)) problems.push({ citation, why: `write ${instead}` });
        }
        return problems.map((bad) => ({ path, line: index + 1, ...bad }));
      }),
  );
}
