/** Applies a shop's folder to its database, and exports the shop as a folder. */
import { LANGS } from '@shop/core/lang';
import { parseLinkTarget } from '@shop/core/links/link-target';
import * as v from 'valibot';
import { readStateNames } from '../addresses/states.ts';
import { type Db, statement } from '../db/database.ts';
import type { Path } from '../field-tables/codecs.ts';
import { itemKey } from '../field-tables/list-part.ts';
import { composeFacts } from '../information-pages/page-facts.ts';
import { renderPage } from '../information-pages/render-page.ts';
import { imageHash } from '../media/image-hash.ts';
import type { ImageSpec } from '../media/image-spec.ts';
import { describeDifferences } from './differences.ts';
import { buildDocuments } from './documents/build-documents.ts';
import { mergeDocuments } from './documents/merge-documents.ts';
import type { CollectionSetup } from './parts/collections.ts';
import { checkPositions } from './parts/outlets.ts';
import { storePictures } from './pictures.ts';
import { type FolderProblem, type ReadFolder, readFolder } from './read-folder.ts';
import { type CurrentSetup, readSetup } from './read-setup.ts';
import { entriesInUse, hasSetUp, lockSetup, markSetUp, REFERRED_LISTS } from './shop-setup.sql.ts';
import { itemsOf, type PartName, type ShopSetup } from './shop-setup.ts';
import { buildFolderFiles, writeFiles } from './write-folder.ts';
import { writeSetup } from './write-setup.ts';

const existingProducts = statement(
  'shopFolder.productsBySlug',
  v.object({ slug: v.string() }),
  'select slug from products where slug = any ($1::text[])',
);

const labelNames = statement(
  'shopFolder.labelNames',
  v.object({ label: v.string() }),
  `select 'category ' || slug as label from categories union all select 'brand ' || slug from brands
   union all select 'tag ' || slug from tags`,
);

export type ApplyOptions = {
  now: Date;
  /** The folder of images. */
  media: string;
  /** Reports the changes without making them. */
  dryRun: boolean;
  /** Removes entries that the folder no longer has, except those to which orders or customers refer. */
  prune: boolean;
  /** The folder is that of a new shop: the shop does not count as set up by its owner. */
  isNewShop?: boolean;
};

export type ApplyReport = {
  /** Problems; with any of them nothing was applied. */
  problems: FolderProblem[];
  /** Remarks that do not stop the run, such as facts that are missing on pages. */
  notes: FolderProblem[];
  /** Descriptions of the changes made, or of those that a dry run would make. */
  changes: string[];
};

async function loadStates(db: Db) {
  const names = new Map([...(await readStateNames(db))].map(([id, { en }]) => [id, en]));
  const codes = new Map(
    [...names].flatMap(([id, name]) => [[name.toLowerCase(), id] as const, [id.toLowerCase(), id]]),
  );
  const findState = (name: string) => codes.get(name.toLowerCase()) ?? codes.get(`w.p. ${name.toLowerCase()}`);
  return { names, findState };
}

/** Merges notes with the same reason into one, at the place of the first. */
function joinNotes(notes: readonly FolderProblem[]): FolderProblem[] {
  const byReason = Map.groupBy(notes, ({ reason }) => reason);
  return [...byReason.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const also = more.length === 0 ? '' : `, here and in ${more.length} more ${more.length === 1 ? 'place' : 'places'}`;
    return [{ ...first, reason: `${first.reason}${also}` }];
  });
}

/** Effect of a name in a condition or setting that the shop lacks. */
const NOT_COUNTED = 'no product counts for it';

/** Slugs of categories, brands or tags at a place of the folder. `effect`: of one that the shop lacks. */
type LabelList = { part: PartName; path: Path; kind: string; slugs: readonly string[]; effect?: string };

/** Lists categories, brands and tags that the folder names and the shop lacks, each at its place. */
async function listLabelNotes(db: Db, wanted: ShopSetup, locate: ReadFolder['locate']): Promise<FolderProblem[]> {
  const { free_shipping_goods, loyalty, frozen_categories, home } = wanted.settings;
  const goods = [
    ...wanted.promotions.map((each) => ({ ...each, part: 'promotions' as const })),
    ...wanted.vouchers.map((each) => ({ ...each, part: 'vouchers' as const, key: each.code.toLowerCase() })),
    { part: 'delivery' as const, key: 'free_shipping_excludes', ...free_shipping_goods.excluded },
    { part: 'delivery' as const, key: 'free_shipping_blocked_by', ...free_shipping_goods.blocking },
  ];
  const lists: LabelList[] = [
    ...goods.map(({ part, key, categories: slugs }) => ({ part, path: [key, 'categories'], kind: 'category', slugs })),
    ...goods.map(({ part, key, brands: slugs }) => ({ part, path: [key, 'brands'], kind: 'brand', slugs })),
    ...wanted.collections.map(({ key, rule }): LabelList => {
      const slugs = 'category_slug' in rule ? (rule.category_slug?.split(',') ?? []) : [];
      return { part: 'collections', path: [key, 'categories'], kind: 'category', slugs };
    }),
    { part: 'loyalty', path: ['excluded_categories'], kind: 'category', slugs: loyalty.excluded_categories },
    { part: 'delivery', path: ['frozen_categories'], kind: 'category', slugs: frozen_categories },
    ...wanted.banners.flatMap(({ slug, categories, link }): LabelList[] => {
      const target = parseLinkTarget(link);
      const linked = target?.kind === 'category' ? target.value.split(',') : [];
      const inBanner = { part: 'banners', kind: 'category' } as const;
      return [
        { ...inBanner, path: [slug, 'categories'], slugs: categories, effect: 'no page shows it' },
        { ...inBanner, path: [slug, 'link'], slugs: linked, effect: 'its banner leads to no products' },
      ];
    }),
    ...home.moods.flatMap(({ tag, aisle }, index): LabelList[] => {
      const path = ['moods', index];
      const aisles = aisle === '' ? [] : [aisle];
      return [
        { part: 'home', path: [...path, 'tag'], kind: 'tag', slugs: [tag], effect: 'its tile leads to no products' },
        {
          part: 'home',
          path: [...path, 'aisle'],
          kind: 'category',
          slugs: aisles,
          effect: 'its tile shows no product',
        },
      ];
    }),
  ];
  const mentions = lists.flatMap(({ part, path, kind, slugs, effect = NOT_COUNTED }) =>
    slugs.map((slug, index) => ({ part, path: [...path, index], label: `${kind} ${slug}`, effect })),
  );
  if (mentions.length === 0) return [];
  const labels = new Set((await db.rows(labelNames)).map(({ label }) => label));
  return mentions
    .filter(({ label }) => !labels.has(label))
    .map(({ part, label, path, effect }) => {
      return { ...locate(part, path), reason: `the shop has no ${label} yet; ${effect}` };
    });
}

/**
 * Lists facts that the pages quote and the shop lacks, products that the folder names and the shop lacks, and what no
 * part reads.
 */
async function listNotes(
  db: Db,
  wanted: ShopSetup,
  { firstLines, locate, notes: notesOfFiles }: ReadFolder,
): Promise<FolderProblem[]> {
  const notes = wanted.pages.flatMap((page) =>
    LANGS.flatMap((lang) => {
      const source = page.source[lang];
      const file = `pages/${lang}/${page.slug}.md`;
      const above = (firstLines.get(file) ?? 1) - 1;
      if (source === null) return [];
      return renderPage(source, lang, composeFacts(lang, wanted)).notes.map(({ line, reason }) => {
        return { file, line: line + above, reason };
      });
    }),
  );
  const { excluded, blocking } = wanted.settings.free_shipping_goods;
  const mentions = [
    ...wanted.collections.flatMap(({ key, products }) =>
      (products ?? []).map((slug, index) => {
        return { slug, ...locate('collections', [key, 'products', index]), effect: 'it is left out' };
      }),
    ),
    ...[
      { key: 'free_shipping_excludes', products: excluded.products },
      { key: 'free_shipping_blocked_by', products: blocking.products },
    ].flatMap(({ key, products }) =>
      products.map((slug, index) => {
        return { slug, ...locate('delivery', [key, 'products', index]), effect: NOT_COUNTED };
      }),
    ),
    ...wanted.banners.flatMap(({ slug: banner, link }) => {
      const target = parseLinkTarget(link);
      if (target?.kind !== 'product') return [];
      return [{ slug: target.value, ...locate('banners', [banner, 'link']), effect: 'its banner leads to no product' }];
    }),
    ...wanted.vouchers.flatMap(({ code, product_slug: slug }) => {
      const place = locate('vouchers', [code.toLowerCase(), 'product']);
      return slug === null ? [] : [{ slug, ...place, effect: 'nothing issues the voucher' }];
    }),
  ];
  const slugs = mentions.map(({ slug }) => slug);
  const knownSlugs = new Set(
    slugs.length > 0 ? (await db.rows(existingProducts, [slugs])).map(({ slug }) => slug) : [],
  );
  const missing = mentions
    .filter(({ slug }) => !knownSlugs.has(slug))
    .map(({ slug, file, line, effect }) => ({ file, line, reason: `the shop has no product ${slug} yet; ${effect}` }));
  const places = checkPositions(wanted.outlets).map(({ code, reason }) => ({ ...locate('outlets', [code]), reason }));
  return [
    ...joinNotes([...notes, ...missing, ...places]),
    ...(await listLabelNotes(db, wanted, locate)),
    ...notesOfFiles,
  ];
}

/** Removes picked products that the shop lacks, so that applying twice changes nothing. */
async function removeUnknownProducts(db: Db, wanted: ShopSetup): Promise<ShopSetup> {
  const slugs = wanted.collections.flatMap(({ products }) => products ?? []);
  if (slugs.length === 0) return wanted;
  const knownSlugs = new Set((await db.rows(existingProducts, [slugs])).map(({ slug }) => slug));
  const collections = wanted.collections.map((collection) => ({
    ...collection,
    products: collection.products?.filter((slug) => knownSlugs.has(slug)) ?? null,
  }));
  return { ...wanted, collections };
}

/** Adds the shop's collections that the folder does not have. */
function addMissingCollections(
  wanted: readonly CollectionSetup[],
  current: readonly CollectionSetup[],
): CollectionSetup[] {
  return [...wanted, ...current.filter(({ key }) => wanted.every((each) => each.key !== key))];
}

/** Adds entries that `prune` would remove but orders or customers refer to: they stay stored, no longer offered. */
async function addUsedEntries(tx: Db, wanted: ShopSetup, current: ShopSetup): Promise<ShopSetup> {
  const lists = REFERRED_LISTS.map((list) => {
    const [before = [], after = []] = [current, wanted].map((setup) => itemsOf(setup, list));
    const left = new Set(after.map((item) => itemKey(list, item)));
    return { list, after, lost: before.filter((item) => !left.has(itemKey(list, item))) };
  });
  if (lists.every(({ lost }) => lost.length === 0)) return wanted;
  const keys = lists.map(({ list, lost }) => lost.map((item) => itemKey(list, item)));
  const namesInOrders = (await tx.row(entriesInUse, keys)) ?? {};
  const listEntries = lists.map(({ list, after, lost }) => {
    const retired = lost
      .filter((item) => namesInOrders[list.name]?.includes(itemKey(list, item)))
      .map((item) => ({ ...item, is_active: false, ...list.retire?.(item, wanted as never) }));
    return [list.name, [...after, ...retired]];
  });
  return { ...wanted, ...Object.fromEntries(listEntries) };
}

/** Describes the changes in words. */
function listChanges(
  current: CurrentSetup,
  wanted: ShopSetup,
  { states, prune }: { states: ReadonlyMap<string, string>; prune: boolean },
): string[] {
  const image = (spec: ImageSpec) => `picture ${imageHash(spec)}`;
  const names = { states, image };
  return describeDifferences(buildDocuments(current, names), buildDocuments(wanted, names), { prune });
}

/**
 * Applies a folder in one transaction: all of it, or nothing if anything is wrong. Applying it twice changes nothing.
 * Joins an open transaction.
 */
export async function applyFolder(db: Db, folder: string, options: ApplyOptions): Promise<ApplyReport> {
  const { now, dryRun, media, isNewShop = false } = options;
  return db.transaction(async (tx) => {
    await lockSetup(tx);
    // The first folder replaces the setup of a new shop: its Standard delivery must not remain beside the owner's.
    const isFirst = !isNewShop && (await tx.row(hasSetUp))?.is_set_up !== true;
    const prune = options.prune || isFirst;
    const states = await loadStates(tx);
    const current = await readSetup(tx);
    const read = readFolder(folder, states.findState);
    const said = mergeDocuments(read, current, { prune, now });
    const { problems } = read;
    const byPlace = (a: FolderProblem, b: FolderProblem) =>
      a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;
    if (problems.length > 0) return { problems: problems.sort(byPlace), notes: [], changes: [] };
    // An import that came before the first folder may have made collections.
    if (isFirst && !options.prune) said.collections = addMissingCollections(said.collections, current.collections);
    const sellable = await removeUnknownProducts(tx, said);
    const wanted = prune ? await addUsedEntries(tx, sellable, current) : sellable;
    const notes = (await listNotes(tx, said, read)).sort(byPlace);
    const changes = listChanges(current, wanted, { states: states.names, prune });
    if (dryRun) return { problems, notes, changes };
    const refused = await storePictures(media, read.pictures);
    if (refused.length > 0) return { problems: refused, notes, changes: [] };
    await writeSetup(tx, wanted, { current, now, prune });
    if (!isNewShop) await tx.rows(markSetUp);
    return { problems, notes, changes };
  });
}

/** Writes the shop's setup into a folder. Returns the paths of the files. */
export async function exportFolder(db: Db, folder: string, media: string): Promise<string[]> {
  const files = await db.transaction(async (tx) => {
    const states = await loadStates(tx);
    return buildFolderFiles(await readSetup(tx), { states: states.names, media });
  });
  writeFiles(folder, files);
  return [...files.keys()];
}
