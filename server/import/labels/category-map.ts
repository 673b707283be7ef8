/** Reads the file of `--aisles`: a category of the shop for each category of the file (docs/import.md). */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { UnreadableFile } from '../reading/file-text.ts';

const splitSteps = (path: string): string[] =>
  path
    .split('>')
    .map((step) => step.trim())
    .filter(Boolean);

const toPathKey = (path: readonly string[]): string => path.join('>').normalize('NFC').toLowerCase();

/**
 * Reads rows of `theirs,ours`, each a path such as `Food > Chips` or a name. Returns the mapping of paths: it tries the
 * whole path first, then its last step, and returns other paths unchanged. Throws `UnreadableFile`.
 */
export function readCategoryMap(file: string): (path: readonly string[]) => readonly string[] {
  const rows = parse(readFileSync(file), { bom: true, skip_empty_lines: true, trim: true, relax_column_count: true });
  const map = new Map<string, string[]>();
  for (const [index, row] of (rows as string[][]).entries()) {
    const [theirs = '', ours = ''] = row;
    if (index === 0 && theirs.toLowerCase() === 'theirs') continue;
    if (row.length !== 2 || splitSteps(theirs).length === 0 || splitSteps(ours).length === 0) {
      throw new UnreadableFile(`${file}, row ${index + 1}: must be two cells, their category and ours`);
    }
    map.set(toPathKey(splitSteps(theirs)), splitSteps(ours));
  }
  return (path) => map.get(toPathKey(path)) ?? map.get(toPathKey(path.slice(-1))) ?? path;
}
