/** The folder of a new shop with comments, which `npm run shop:init` writes. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeTable } from '../field-tables/csv-tables.ts';
import { DEFAULT_FOLDER } from './prepare-shop.ts';
import { findWholeList, formatHead, PARTS, type Part, pickLists, pickSettings } from './shop-setup.ts';

type DocumentedField = { names: string[]; doc: string | undefined };

/** Lists the fields that a part's file may have, each with its names and its explanation. */
function listNames(part: Part): DocumentedField[] {
  const settings = pickSettings(part).map(({ name, doc }) => ({ names: name.slice(-1), doc }));
  const fields = pickLists(part).flatMap((list) => Object.values(list.fields));
  return [...settings, ...fields.map(({ entries, doc }) => ({ names: Object.keys(entries), doc }))];
}

/** Lists the names of a part's fields that a text does not mention. */
export function listUnmentioned(part: Part, text: string): string[] {
  const words = new Set(text.match(/\w+/g));
  return listNames(part).flatMap(({ names }) => names.filter((name) => !words.has(name)));
}

/** Adds the explanations of fields to a file of the template that does not mention them. */
export function completeTemplate(part: Part, text: string): string {
  const list = findWholeList(part);
  if (list !== null && part.path.endsWith('.csv')) return writeTable(list, {});
  const unmentioned = new Set(listUnmentioned(part, text));
  const added = listNames(part).filter(({ names, doc }) => doc && names.some((name) => unmentioned.has(name)));
  return added.length === 0 ? text : `${text}\n${added.map(({ doc }) => `# ${doc}\n`).join('')}`;
}

/** Writes the folder of a new shop. */
export function writeTemplate(folder: string): void {
  cpSync(DEFAULT_FOLDER, folder, { recursive: true });
  for (const part of PARTS.filter(({ name }) => name !== 'pages')) {
    const path = join(folder, part.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, completeTemplate(part, existsSync(path) ? readFileSync(path, 'utf8') : formatHead(part)));
  }
}
