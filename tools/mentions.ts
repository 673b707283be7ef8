/**
 * Checks that files and code exist that comments and pages of documentation mention in backticks: file names, and names
 * that are recognizable as code (`cartQuery`, `CartView`, `notify()`).
 */
import { readFiles, type TextFile } from './text-files.ts';

/** A mention of a file or name that does not exist. */
export type DeadMention = { path: string; line: number; mention: string };

const CODE_FILE = /\.(ts|tsx|mjs|mts|sql|css|json|yaml|html|kt|java|swift|gradle|xml|plist|pro|csv)$/;
const FILE_WITH_COMMENTS = /\.(ts|tsx|mjs|mts)$/;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\\\w/])\/\/[^\n]*/g;
/** Files that are not checked: the specification, decisions, partners' own names, planted faults. */
const UNCHECKED_FILE = /^(docs\/(spec\.md|decisions\/|partners\.md)|tools\/mentions\.test\.ts)/;

/** Reads every file that holds code or documentation. */
export const readProject = (root: string): TextFile[] =>
  readFiles(root, (path) => (CODE_FILE.test(path) || path.endsWith('.md')) && path !== 'package-lock.json');

const FILE_MENTION = /^([\w.@-][\w./@-]*\.(?:ts|tsx|mjs|md|sql|css|csv|json|yaml))(?:#.*)?$/;
/** Names in camel case, types and calls. */
const CODE_MENTION = /^([a-z_$][\w$]*[a-z][A-Z][\w$]*|[A-Z][\w$]*[a-z][\w$]*|[a-z_$][\w$]*(?=\(\)$))(?:\(\))?$/;

/** Lists the mentions of files and names that do not exist in these files, except `foreign` ones. */
export function findDeadMentions(files: readonly TextFile[], foreign: ReadonlySet<string>): DeadMention[] {
  const paths = files.map(({ path }) => `/${path}`);
  const words = new Set<string>();
  for (const { path, text } of files) {
    if (path.endsWith('.md') || path.startsWith('docs/')) continue;
    const code = FILE_WITH_COMMENTS.test(path) ? text.replace(COMMENT, ' ') : text;
    for (const [word] of code.matchAll(/[\w$]+/g)) words.add(word);
  }
  const isDead = (mention: string): boolean => {
    if (foreign.has(mention)) return false;
    const file = FILE_MENTION.exec(mention)?.[1];
    if (file !== undefined) return !paths.some((path) => path.endsWith(`/${file}`));
    const name = CODE_MENTION.exec(mention)?.[1];
    return name !== undefined && !words.has(name);
  };
  const listDeadIn = (path: string, text: string, from: number): DeadMention[] =>
    [...text.matchAll(/`([^`\n]+)`/g)]
      .filter(([, mention = '']) => isDead(mention))
      .map(({ 1: mention = '', index }) => ({
        path,
        line: from + text.slice(0, index).split('\n').length - 1,
        mention,
      }));
  return files.flatMap(({ path, text }) => {
    if (UNCHECKED_FILE.test(path)) return [];
    if (path.endsWith('.md')) {
      return listDeadIn(
        path,
        text.replace(/^```.*?^```/gms, (block) => block.replace(/[^\n]/g, '')),
        1,
      );
    }
    if (!FILE_WITH_COMMENTS.test(path)) return [];
    return [...text.matchAll(COMMENT)].flatMap(({ 0: comment, index }) =>
      listDeadIn(path, comment, text.slice(0, index).split('\n').length),
    );
  });
}
