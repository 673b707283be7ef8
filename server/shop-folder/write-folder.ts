/** Writes a setup as a shop's folder, always the same bytes for the same setup. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeTable } from '../field-tables/csv-tables.ts';
import { listPictures } from '../field-tables/list-part.ts';
import { formatYaml } from '../field-tables/yaml.ts';
import { writePages } from '../information-pages/page-files.ts';
import { fileExists } from '../media/image-files.ts';
import type { ImageSpec } from '../media/image-spec.ts';
import { buildDocuments } from './documents/build-documents.ts';
import { originalPath } from './pictures.ts';
import { findWholeList, formatHead, itemsOf, LIST_PARTS, PARTS, type ShopSetup } from './shop-setup.ts';

/** Detects the usual extension of a picture by its first bytes. */
function detectExtension(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (text.startsWith('\x89PNG')) return 'png';
  if (text.startsWith('\xff\xd8')) return 'jpg';
  if (text.startsWith('GIF')) return 'gif';
  return text.slice(4, 8) === 'ftyp' ? 'avif' : 'webp';
}

/** Loads the pictures that the setup uses: SHA-256 → bytes. */
async function loadPictures(setup: ShopSetup, media: string): Promise<Map<string, Uint8Array>> {
  const { logo, icon, seo } = setup.settings;
  const images = [logo, icon, seo.og_image, ...LIST_PARTS.flatMap((list) => listPictures(list, itemsOf(setup, list)))];
  const pictures = new Map<string, Uint8Array>();
  for (const image of images) {
    if (image?.kind !== 'upload' || !(await fileExists(originalPath(media, image.sha256)))) continue;
    pictures.set(image.sha256, await readFile(originalPath(media, image.sha256)));
  }
  return pictures;
}

/** Builds the files of a folder: path → content. */
export async function buildFolderFiles(
  setup: ShopSetup,
  { states, media }: { states: ReadonlyMap<string, string>; media: string },
): Promise<Map<string, string | Uint8Array>> {
  const pictures = await loadPictures(setup, media);
  const files = new Map<string, string | Uint8Array>();
  const names = new Map<string, string>();
  const image = (image: ImageSpec, name: string, folder: string) => {
    if (image.kind !== 'upload') return image as never;
    const bytes = pictures.get(image.sha256);
    if (bytes === undefined) return null;
    const fileName = names.get(join(folder, image.sha256));
    const file = fileName ?? `${name}.${detectExtension(bytes)}`;
    names.set(join(folder, image.sha256), file);
    files.set(join(folder, file), bytes);
    return file;
  };
  const documents = buildDocuments(setup, { states, image });
  for (const part of PARTS) {
    const list = findWholeList(part);
    const document = documents[part.name];
    if (part.name === 'pages') for (const [path, content] of writePages(setup.pages)) files.set(path, content);
    else if (list && part.path.endsWith('.csv')) files.set(part.path, writeTable(list, document));
    else files.set(part.path, `${formatHead(part)}${formatYaml(document)}`);
  }
  return files;
}

/** Writes the files into a folder; leaves its other files unchanged. */
export function writeFiles(folder: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
