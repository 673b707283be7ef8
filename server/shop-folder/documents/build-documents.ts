/**
 * Turns a setup into the documents of a folder, as an owner reads and writes them: names in place of codes,
 * ringgit in place of sen, without values that equal the defaults of their fields.
 */
import { dirname } from 'node:path';
import type { DocumentNames } from '../../field-tables/codecs.ts';
import { type Document, removeEmpty, type YamlValue } from '../../field-tables/documents.ts';
import { writeList } from '../../field-tables/list-part.ts';
import type { ImageSpec } from '../../media/image-spec.ts';
import { writeSetting } from '../settings.ts';
import { findWholeList, itemsOf, PARTS, type Part, type PartName, type ShopSetup } from '../shop-setup.ts';

/** The documents of a folder by part. */
export type Documents = Record<PartName, Document>;

function buildDocument(part: Part, setup: ShopSetup, names: DocumentNames): Document {
  const whole = findWholeList(part);
  if (whole !== null) return writeList(whole, itemsOf(setup, whole), names) as Document;
  const document: Document = {};
  for (const each of part.contents) {
    if ('table' in each) document[each.name] = writeList(each, itemsOf(setup, each), names);
    else writeSetting(each, { settings: setup.settings, document, names });
  }
  return document;
}

/** Names as `DocumentNames`; `folder` is that of the part's file, where its pictures are. */
type FolderNames = Pick<DocumentNames, 'states'> & {
  image(image: ImageSpec, name: string, folder: string): YamlValue;
};

export function buildDocuments(setup: ShopSetup, { states, image }: FolderNames): Documents {
  const documents = PARTS.map((part) => {
    const names: DocumentNames = { states, image: (spec, name) => image(spec, name, dirname(part.path)) };
    return [part.name, removeEmpty(buildDocument(part, setup, names))];
  });
  return Object.fromEntries(documents);
}
