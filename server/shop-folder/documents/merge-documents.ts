/** Merges a folder's documents into the shop's current setup. */
import type { FilePlace, Path } from '../../field-tables/codecs.ts';
import type { SetupItem } from '../../field-tables/fields.ts';
import { itemName, readList } from '../../field-tables/list-part.ts';
import { checkTiers } from '../parts/loyalty.ts';
import type { ReadFolder } from '../read-folder.ts';
import { defaultSettings, readDocumentSettings } from '../settings.ts';
import {
  findWholeList,
  LIST_PARTS,
  PARTS,
  type PartName,
  pickLists,
  pickSettings,
  type ShopSetup,
} from '../shop-setup.ts';

export type MergeOptions = {
  /** Settings that the folder leaves out become those of a new shop, not those of this one. */
  prune: boolean;
  now: Date;
};

/** Context of every place in the files: the names in the lists that were read before, and the time. */
type PlaceContext = Pick<FilePlace, 'namesIn' | 'now'>;

/** Creates the place of a part's document. */
function makePlace(folder: ReadFolder, part: PartName, around: PlaceContext): FilePlace {
  const create = (path: Path, entry: string, current: unknown): FilePlace => ({
    ...around,
    entry,
    current,
    report: (reason, below = []) => folder.problems.push({ ...folder.locate(part, [...path, ...below]), reason }),
    at: (...below) => create([...path, ...below], entry, current),
    enter: (name, currentItem) => create([...path, name], name, currentItem),
    findState: folder.findState,
    findImage: (imageRef) => folder.readImage(part, imageRef, path),
  });
  return create([], '', undefined);
}

/**
 * Builds the wanted setup; adds contradictions between files to the folder's problems. A part without a file stays
 * unchanged in the shop.
 */
export function mergeDocuments(folder: ReadFolder, current: ShopSetup, { prune, now }: MergeOptions): ShopSetup {
  const lists: Record<string, SetupItem[]> = { ...(current as unknown as Record<string, SetupItem[]>) };
  const namesIn: FilePlace['namesIn'] = (name) => {
    const list = LIST_PARTS.find((each) => each.name === name);
    return list === undefined ? [] : (lists[name] ?? []).map((item) => itemName(list, item));
  };
  let settings = prune ? defaultSettings() : current.settings;
  for (const part of PARTS) {
    const document = folder.documents[part.name];
    const place = makePlace(folder, part.name, { namesIn, now });
    for (const list of pickLists(part)) {
      const isWhole = findWholeList(part) !== null;
      const checked = isWhole ? document : document?.[list.name];
      if (checked === undefined) continue;
      const options = { current: lists[list.name] ?? [], prune };
      lists[list.name] = readList(list, checked, isWhole ? place : place.at(list.name), options);
    }
    settings = readDocumentSettings(pickSettings(part), document ?? {}, { place, base: settings });
  }
  const setup = { ...lists, settings } as unknown as ShopSetup;
  const inPart = (part: PartName) => makePlace(folder, part, { namesIn, now });
  checkTiers(setup, {
    inLoyalty: inPart('loyalty'),
    inVouchers: folder.documents.vouchers === undefined ? null : inPart('vouchers'),
  });
  return setup;
}
