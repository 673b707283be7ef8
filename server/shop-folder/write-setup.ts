/** Writes a shop's setup in the caller's transaction: only the differences. */
import { isDeepStrictEqual } from 'node:util';
import { publishBundles } from '../catalog/listing/publish-products.ts';
import { saveImages } from '../content/images.ts';
import type { Db } from '../db/database.ts';
import type { SetupItem } from '../field-tables/fields.ts';
import {
  itemKey,
  type ListChange,
  type ListPart,
  listPictures,
  sendKeys,
  sendRows,
  toRow,
} from '../field-tables/list-part.ts';
import { imageHash } from '../media/image-hash.ts';
import type { ImageSpec } from '../media/image-spec.ts';
import type { CurrentSetup } from './read-setup.ts';
import type { SetupSettings } from './settings.ts';
import * as sql from './shop-setup.sql.ts';
import { itemsOf, LIST_PARTS, type ShopSetup } from './shop-setup.ts';

/** Converts settings to their stored form, with images by hash. */
function toStored({ logo, icon, seo, ...settings }: SetupSettings): Record<string, unknown> {
  const hash = (image: ImageSpec | null) => image && imageHash(image);
  return { ...settings, logo: hash(logo), icon: hash(icon), seo: { ...seo, og_image: hash(seo.og_image) } };
}

async function writeSettings(tx: Db, wanted: SetupSettings, current: SetupSettings): Promise<boolean> {
  const images = [wanted.logo, wanted.icon, wanted.seo.og_image].filter((image) => image !== null);
  if (images.length > 0) await saveImages(tx, images);
  const before = toStored(current);
  const changed = Object.entries(toStored(wanted)).filter(([key, value]) => !isDeepStrictEqual(value, before[key]));
  const written = changed.filter(([, value]) => value !== null).map(([key, value]) => ({ key, value }));
  await sendRows(tx, sql.writeSettings, written);
  const removed = changed.filter(([, value]) => value === null).map(([key]) => key);
  await sendKeys(tx, sql.removeSettings, removed);
  return changed.length > 0;
}

/** Lists the keys that only the current setup has. */
function listRemovedKeys(list: ListPart, wanted: ShopSetup, current: ShopSetup): string[] {
  const left = new Set(itemsOf(wanted, list).map((item) => itemKey(list, item)));
  const keys = itemsOf(current, list).map((item) => itemKey(list, item));
  return keys.filter((key) => !left.has(key));
}

type ItemAtIndex = { item: SetupItem; index: number };

/**
 * Lists the items to write, with their positions: those that are new, that differ, or that moved in a list with
 * positions. Lists all items of a whole list that changed.
 */
function listChangedItems(list: ListPart, wanted: ShopSetup, current: CurrentSetup): ItemAtIndex[] {
  const all = itemsOf(wanted, list).map((item, index): ItemAtIndex => ({ item, index }));
  if (list.whole) return isDeepStrictEqual(itemsOf(wanted, list), itemsOf(current, list)) ? [] : all;
  const before = new Map(itemsOf(current, list).map((item, index) => [itemKey(list, item), { item, index }]));
  return all.filter(({ item, index }) => {
    const storedItem = before.get(itemKey(list, item));
    const isMoved = list.position !== undefined && storedItem?.index !== index;
    if (storedItem === undefined || isMoved || !isDeepStrictEqual(storedItem.item, item)) return true;
    const computed = current.computed[list.name]?.[itemKey(list, item)];
    return !isDeepStrictEqual(computed, list.computed?.compute(item, wanted as never));
  });
}

type SetupWrite = { wanted: ShopSetup; current: CurrentSetup; now: Date; prune: boolean };

async function writeList(tx: Db, list: ListPart, { wanted, current, now, prune }: SetupWrite): Promise<boolean> {
  const changed = listChangedItems(list, wanted, current);
  const isEmptied = list.whole !== undefined && itemsOf(wanted, list).length < itemsOf(current, list).length;
  if (changed.length === 0 && !isEmptied) return false;
  const items = changed.map(({ item }) => item);
  const change: ListChange<SetupItem> = {
    changed: items,
    wanted: itemsOf(wanted, list),
    current: itemsOf(current, list),
    lost: prune ? listRemovedKeys(list, wanted, current) : [],
    now,
  };
  // Rows refer to the images.
  await saveImages(tx, listPictures(list, items));
  await list.before?.(tx, change);
  if (list.clear !== null) await tx.rows(list.clear);
  const rows = changed.map(({ item, index }) => toRow(list, item, { index, setup: wanted as never }));
  await sendRows(tx, list.upsert, rows);
  await list.after?.(tx, change);
  return true;
}

/** Removes the rows that `wanted` lacks. */
async function removeMissingRows(tx: Db, list: ListPart, { wanted, current }: SetupWrite): Promise<boolean> {
  const keys = listRemovedKeys(list, wanted, current);
  if (keys.length === 0) return false;
  await list.beforeRemoval?.(tx, keys);
  await sendKeys(tx, list.remove, keys);
  return true;
}

/**
 * Writes `wanted` over `current`, and with `prune` removes the rows that `wanted` lacks. Changes nothing if they are
 * equal. A running shop shows the change within a second. Returns whether anything was written.
 */
export async function writeSetup(tx: Db, wanted: ShopSetup, options: Omit<SetupWrite, 'wanted'>): Promise<boolean> {
  const writing = { ...options, wanted };
  const before = options.current.settings;
  const changes = [await writeSettings(tx, wanted.settings, before)];
  const isSameForBundles =
    wanted.settings.bundle_saving_percent === before.bundle_saving_percent &&
    isDeepStrictEqual(wanted.settings.frozen_categories, before.frozen_categories);
  if (!isSameForBundles) await publishBundles(tx, options.now);
  for (const list of LIST_PARTS) changes.push(await writeList(tx, list, writing));
  // Rows that other rows refer to are written first, and removed last.
  const removable = LIST_PARTS.filter(({ whole }) => whole === undefined).toReversed();
  for (const list of options.prune ? removable : []) changes.push(await removeMissingRows(tx, list, writing));
  const hasChanged = changes.includes(true);
  if (hasChanged) await tx.rows(sql.noteSetupChange);
  return hasChanged;
}
