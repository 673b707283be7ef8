/**
 * Reads a shop's folder: every file checked, every problem with its file and line. A file that is missing says nothing
 * about its part of the shop.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import type { NamedImage, Path } from '../field-tables/codecs.ts';
import { readTable } from '../field-tables/csv-tables.ts';
import type { CheckedDocument } from '../field-tables/fields.ts';
import { listSchema } from '../field-tables/list-part.ts';
import { readText } from '../field-tables/text-file.ts';
import { checkValue, parseYaml } from '../field-tables/yaml.ts';
import { isPageFile, readPages } from '../information-pages/page-files.ts';
import type { ImageSpec } from '../media/image-spec.ts';
import { settingEntries } from './settings.ts';
import { findWholeList, PARTS, type Part, type PartName, pickLists, pickSettings } from './shop-setup.ts';

/** A problem in a file, or a remark about it. `file` is relative to the folder. */
export type FolderProblem = { file: string; line: number; reason: string };

/** Formats a problem or remark as a line of output: `my-shop/delivery.yaml:12: must be a day such as 2026-12-25`. */
export const formatProblem = (folder: string, { file, line, reason }: FolderProblem): string =>
  `${join(folder, file)}:${line}: ${reason}`;

/** A picture file of the folder by its SHA-256. */
export type PictureFile = { file: string; path: string; bytes: Uint8Array };

export type ReadFolder = {
  /** The checked documents of the files that are there. */
  documents: Partial<Record<PartName, CheckedDocument>>;
  /** The line on which the text of a page begins, by file. */
  firstLines: ReadonlyMap<string, number>;
  pictures: ReadonlyMap<string, PictureFile>;
  problems: FolderProblem[];
  /** What is there and no part reads, perhaps because its name is misspelt. */
  notes: readonly FolderProblem[];
  /** Finds a state's code by its code or English name. */
  findState: (name: string) => string | undefined;
  /** Finds the file and line of a place in a document, such as `methods.standard.fees`. */
  locate(part: PartName, path: Path): { file: string; line: number };
  /** Resolves a named image to its file or drawing data; reports a missing file. */
  readImage(part: PartName, imageRef: NamedImage, path: Path): ImageSpec;
};

/** Builds the schema of a part's file. */
function partSchema(part: Part): v.GenericSchema {
  const whole = findWholeList(part);
  if (whole !== null) return listSchema(whole);
  const lists = pickLists(part).map((list) => [list.name, v.optional(listSchema(list))]);
  return v.strictObject({ ...Object.fromEntries(lists), ...settingEntries(pickSettings(part)) });
}

type ReadPart = { document: CheckedDocument | undefined; lineAt(path: Path): number };

type ReportLine = (line: number, reason: string) => void;

type ReadPartFile = (part: Part, path: string, report: ReportLine, note: ReportLine) => ReadPart | null;

const readYamlPart: ReadPartFile = (part, path, report) => {
  if (!existsSync(path)) return null;
  const text = readText(path, report);
  if (text === null) return null;
  const yaml = parseYaml(text, report);
  return { document: checkValue(partSchema(part), yaml, report) as CheckedDocument | undefined, lineAt: yaml.lineAt };
};

const readTablePart: ReadPartFile = (part, path, report, note) => {
  const list = findWholeList(part);
  const table = list && readTable(list, path, report, note);
  return table && { document: table.documents, lineAt: ([key = '']) => table.lines.get(String(key)) ?? 1 };
};

/** Folders of the parts' files. Others, such as that of the catalogue's pictures, are not looked through. */
const PART_FOLDERS = ['.', 'banners', 'pages'];

/** Lists the paths of what is in the folders of the parts' files; that of the pages has a folder for each language. */
const listPaths = (folder: string): string[] =>
  PART_FOLDERS.filter((below) => existsSync(join(folder, below))).flatMap((below) =>
    readdirSync(join(folder, below), { recursive: below === 'pages' }).map((path) => join(below, String(path))),
  );

/** Matches hidden files, and those of a repository about itself. */
const OTHER_FILE = /(^|\/)(\.|(readme|changelog)[^/]*$)/i;

const isUnused = (path: string): boolean =>
  /\.(ya?ml|csv|md)$/i.test(path) &&
  !PARTS.some((part) => part.path === path) &&
  !isPageFile(path) &&
  !OTHER_FILE.test(path);

const UNUSED_FILE = "is no part of a shop's folder, so it is ignored; docs/own-shop.md lists the files";

/** Reads and checks all files. `findState` finds a state's code by its code or English name. */
export function readFolder(folder: string, findState: ReadFolder['findState']): ReadFolder {
  const problems: FolderProblem[] = [];
  const unusedFiles = listPaths(folder).filter(isUnused).sort();
  const notes = unusedFiles.map((file): FolderProblem => ({ file, line: 1, reason: UNUSED_FILE }));
  const parts = new Map<PartName, ReadPart>();
  const pages = readPages(folder, (file, line, reason) => problems.push({ file, line, reason }));
  for (const part of PARTS.filter(({ name }) => name !== 'pages')) {
    const report: ReportLine = (line, reason) => problems.push({ file: part.path, line, reason });
    const readPart = part.path.endsWith('.csv') ? readTablePart : readYamlPart;
    const note: ReportLine = (line, reason) => notes.push({ file: part.path, line, reason });
    const read = readPart(part, join(folder, part.path), report, note);
    if (read !== null) parts.set(part.name, read);
  }
  if (pages !== null) parts.set('pages', { document: pages.documents, lineAt: () => 1 });
  const partPath = (name: PartName) => PARTS.find((part) => part.name === name)?.path ?? name;
  const locate: ReadFolder['locate'] = (name, path) => {
    return { file: partPath(name), line: parts.get(name)?.lineAt(path) ?? 1 };
  };
  const pictures = new Map<string, PictureFile>();
  const readImage: ReadFolder['readImage'] = (name, imageRef, path) => {
    if ('drawing' in imageRef) return imageRef.drawing;
    const file = join(dirname(partPath(name)), imageRef.file);
    if (!existsSync(join(folder, file))) {
      problems.push({ ...locate(name, path), reason: `the file ${file} is missing` });
      return { kind: 'upload', sha256: '' };
    }
    const bytes = readFileSync(join(folder, file));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    pictures.set(sha256, { file, path: join(folder, file), bytes });
    return { kind: 'upload', sha256 };
  };
  return {
    documents: Object.fromEntries([...parts].map(([name, { document }]) => [name, document])),
    firstLines: pages?.firstLines ?? new Map(),
    pictures,
    problems,
    notes,
    findState,
    locate,
    readImage,
  };
}
