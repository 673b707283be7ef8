/**
 * Resolves the labels, price groups and collections that rows name. Finds known labels by slug or name and creates
 * new ones.
 */

import type { Backdrop } from '@shop/core/catalog/backdrops';
import { saveImages } from '../../content/images.ts';
import type { Db } from '../../db/database.ts';
import { imageHash } from '../../media/image-hash.ts';
import type { ImageSpec } from '../../media/image-spec.ts';
import { makePlaceholder } from '../../media/placeholder-images.ts';
import {
  buildCategoryTree,
  type CategoryTree,
  extendTree,
  findByPath,
  formatPath,
  planPath,
  type TreeNode,
} from './category-tree.ts';
import type { Definitions } from './definitions.ts';
import * as sql from './labels.sql.ts';

/** Parent of new categories, and the category of products without a type. */
const DEFAULT_CATEGORY = { slug: 'imported', name_en: 'More goods', name_zh: '更多商品' };
/** The backdrop of new categories. */
const DEFAULT_STAGE: Backdrop = 'pantry';

/** A category that products go into, with the backdrop of its placeholders. */
export type CategoryRef = { id: number; stage: Backdrop };
/** `next` is the position after its last product. */
export type CollectionRef = { key: string; is_picked: boolean; next: number };

/** The known labels by lower-case name and slug; categories, price groups and collections by slug or code alone. */
export type References = {
  categories: Map<string, CategoryRef>;
  /** The categories of the shop and of the whole file. */
  tree: CategoryTree;
  /** The categories before the import. */
  before: CategoryTree;
  /** Categories that the file names and the shop lacks, by slug; each is created with the first batch that needs it. */
  planned: Map<string, TreeNode>;
  categoriesById: Map<number, CategoryRef>;
  brands: Map<string, number>;
  brandSlugs: Map<number, string>;
  /** Chinese names of brands by slug. */
  chineseBrands: Map<string, string>;
  tags: Map<string, number>;
  dietaries: Map<string, number>;
  groups: Map<string, number>;
  collections: Map<string, CollectionRef>;
};

const toWordKey = (word: string): string => word.normalize('NFC').toLowerCase();

/** Turns a name into a slug, in any script; empty if it has no letter or digit. */
export function toSlug(name: string): string {
  return toWordKey(name)
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100);
}

const toCollectionKey = (name: string): string => toSlug(name).replace(/-/g, '_');

export type LabelNames = { slug: string; name_en: string; name_zh: string | null };

function indexByWord<Row extends LabelNames, Value>(rows: readonly Row[], value: (row: Row) => Value) {
  const values = new Map<string, Value>();
  for (const row of rows)
    for (const word of [row.name_zh, row.name_en]) if (word) values.set(toWordKey(word), value(row));
  for (const row of rows) values.set(row.slug, value(row));
  return values;
}

/** Creates a look-up of the labels that have a word as a name or slug. */
export function createWordLookup<Row extends LabelNames>(rows: readonly Row[]): (word: string) => readonly Row[] {
  const rowsByWord = new Map<string, Row[]>();
  for (const row of rows) {
    const words = new Set([row.slug, row.name_en, row.name_zh].flatMap((word) => (word ? toWordKey(word) : [])));
    for (const word of words) rowsByWord.set(word, [...(rowsByWord.get(word) ?? []), row]);
  }
  return (word) => rowsByWord.get(toWordKey(word)) ?? [];
}

/** Loads all labels, price groups and collections. */
export async function loadLabelRows(db: Db) {
  const brands = await db.rows(sql.allBrands);
  return {
    brands: brands.map((brand) => ({ ...brand, name_en: brand.name })),
    categories: await db.rows(sql.allCategories),
    tags: await db.rows(sql.allTags),
    dietaries: await db.rows(sql.allDietaries),
    groups: await db.rows(sql.allGroups),
    collections: (await db.rows(sql.allCollections)).map((row) => ({ ...row, slug: row.key })),
  };
}
export type LabelRows = Awaited<ReturnType<typeof loadLabelRows>>;

/** Indexes labels by their names and slugs. */
export function indexReferences(labels: LabelRows): References {
  const tree = buildCategoryTree(labels.categories);
  const id = (row: { id: number }) => row.id;
  return {
    categories: new Map(labels.categories.map(({ slug, id, stage }) => [slug, { id, stage }])),
    tree,
    before: tree,
    planned: new Map(),
    categoriesById: new Map(labels.categories.map(({ id, stage }) => [id, { id, stage }])),
    brands: indexByWord(labels.brands, id),
    brandSlugs: new Map(labels.brands.map(({ id, slug }) => [id, slug])),
    chineseBrands: new Map(labels.brands.flatMap(({ slug, name_zh }) => (name_zh === null ? [] : [[slug, name_zh]]))),
    tags: indexByWord(labels.tags, id),
    dietaries: indexByWord(labels.dietaries, id),
    groups: new Map(labels.groups.map(({ code, id }) => [code, id])),
    collections: indexByWord(labels.collections, ({ key, is_picked, next }) => ({ key, is_picked, next })),
  };
}

export const loadReferences = async (db: Db): Promise<References> => indexReferences(await loadLabelRows(db));

/** Finds the slugs of the categories that a path could mean; without a path, the category of new goods (`DEFAULT_CATEGORY`). */
function findCategories(references: References, path: readonly string[] | null | undefined): readonly string[] {
  if (!path) return [DEFAULT_CATEGORY.slug];
  const slugs = findByPath(references, path);
  if (slugs.length > 0 || path.length > 1) return slugs;
  const slug = toSlug(path[0] ?? '') || DEFAULT_CATEGORY.slug;
  return references.tree.nodes.has(slug) ? [slug] : [];
}

/**
 * Finds the category of a path; without a path, that of new goods (`DEFAULT_CATEGORY`). Undefined if the path is ambiguous or
 * unknown.
 */
export function findCategory(
  references: References,
  path: readonly string[] | null | undefined,
): CategoryRef | undefined {
  const [slug = '', ...more] = findCategories(references, path);
  return more.length === 0 ? references.categories.get(slug) : undefined;
}

/** Describes an ambiguous path and the categories that it could mean; null if it is not ambiguous. */
export function describeAmbiguity(references: References, path: readonly string[]): string | null {
  const slugs = findCategories(references, path);
  if (slugs.length < 2) return null;
  const paths = slugs.map((slug) => `${formatPath(references.tree, slug)} (${slug})`).sort();
  return `"${path.join(' > ')}" names several aisles: ${paths.join('; ')}. Write the path of one, such as Pantry > Rice`;
}

/** Plans the categories of a whole file, so that a name means the same in each batch and at the next import. */
export function planCategories(references: References, paths: readonly (readonly string[])[]): References {
  const { categories, before } = references;
  const tree = extendTree(references.tree, [{ ...DEFAULT_CATEGORY, parent: null }]);
  const planned = paths.filter(({ length }) => length > 1).flatMap((path) => planPath({ tree, before }, path, toSlug));
  const withPaths = { ...references, tree };
  const names = paths.flatMap(([name = '', ...more]) => (more.length === 0 ? name : []));
  const singles = listUnknown(names, (name) => findCategories(withPaths, [name]).length > 0);
  const all = [
    { ...DEFAULT_CATEGORY, parent: null },
    ...planned,
    ...singles.map((row) => ({ ...row, parent: DEFAULT_CATEGORY.slug })),
  ];
  return {
    ...references,
    tree: extendTree(tree, all),
    planned: new Map(all.filter(({ slug }) => !categories.has(slug)).map((node) => [node.slug, node])),
  };
}

export const idOf = (ids: ReadonlyMap<string, number>, name: string): number | undefined =>
  ids.get(toWordKey(name)) ?? ids.get(toSlug(name));

/** Finds the ids of names, each once and sorted; ignores unknown names. */
export const findIds = (ids: ReadonlyMap<string, number>, names: readonly string[]): number[] =>
  [...new Set(names.flatMap((name) => idOf(ids, name) ?? []))].sort((a, b) => a - b);

export const collectionOf = (references: References, name: string): CollectionRef | undefined =>
  references.collections.get(toWordKey(name)) ?? references.collections.get(toCollectionKey(name));

/** Lists unknown names once each, with their new slugs. */
function listUnknown(
  names: Iterable<string | null | undefined>,
  isKnown: (name: string) => boolean,
  slugFrom: (name: string) => string = toSlug,
): LabelNames[] {
  const namesBySlug = new Map<string, string>();
  for (const name of names) {
    if (!name || isKnown(name)) continue;
    const slug = slugFrom(name);
    if (slug !== '' && !namesBySlug.has(slug)) namesBySlug.set(slug, name);
  }
  return [...namesBySlug].map(([slug, name_en]) => ({ slug, name_en, name_zh: null }));
}

/** Makes a neutral wordmark for a brand without colours. */
const makeWordmark = (name: string): ImageSpec => ({ kind: 'brand', name, base: '#f3ead7', ink: '#3a2a14' });

type NewCategory = LabelNames & { parent: string | null; stage: Backdrop; image?: ImageSpec | null; position?: number };
/** Labels to create, in order. */
export type NewReferences = {
  brands: { slug: string; name: string; image?: ImageSpec | null }[];
  /** New Chinese names of new and known brands. */
  brandNames: { slug: string; name_zh: string }[];
  categories: NewCategory[];
  tags: LabelNames[];
  dietaries: (LabelNames & { position: number })[];
  groups: { code: string }[];
  collections: Definitions['collections'];
};

/** The handle and the labels of a draft. */
export type LabelledDraft = {
  handle: string;
  category?: readonly string[] | null;
  further?: readonly (readonly string[])[];
  vendor?: string | null;
  vendor_zh?: string | null;
  tags?: readonly string[];
  group_prices?: readonly { group: string }[];
  collections?: readonly { collection: string }[];
};

/** Lists the Chinese names of brands that these products have and the shop lacks. */
function listNewBrandNames(
  { brands, brandSlugs, chineseBrands }: References,
  drafts: readonly LabelledDraft[],
): NewReferences['brandNames'] {
  const names = new Map<string, string>();
  for (const { vendor, vendor_zh } of drafts) {
    const slug = vendor ? (brandSlugs.get(idOf(brands, vendor) ?? 0) ?? toSlug(vendor)) : '';
    if (slug !== '' && vendor_zh) names.set(slug, vendor_zh);
  }
  return [...names].flatMap(([slug, name_zh]) => (chineseBrands.get(slug) === name_zh ? [] : [{ slug, name_zh }]));
}

/**
 * Lists the labels that these products add. A product of the shop (its handle is in `shopHandles`) keeps its category if
 * the file lacks the column. A dietary need is never created from a mere name: it is a promise to the shopper.
 */
export function listNewReferences(
  references: References,
  drafts: readonly LabelledDraft[],
  shopHandles: ReadonlySet<string>,
): NewReferences {
  const needed = new Map<string, TreeNode>();
  const need = (slug: string) => {
    const node = references.planned.get(slug);
    if (node === undefined || needed.has(slug) || references.categories.has(slug)) return;
    if (node.parent !== null) need(node.parent);
    needed.set(slug, node);
  };
  type CategoryPath = readonly string[] | null | undefined;
  const paths = drafts.flatMap(({ handle, category, further = [] }): readonly CategoryPath[] =>
    category === undefined && shopHandles.has(handle) ? further : [category, ...further],
  );
  for (const slugs of paths.map((path) => findCategories(references, path)))
    if (slugs.length === 1) slugs.forEach(need);
  return {
    // The parent of new goods first.
    categories: [...needed.values()]
      .sort((a, b) => Number(b.slug === DEFAULT_CATEGORY.slug) - Number(a.slug === DEFAULT_CATEGORY.slug))
      .map((node) => ({ ...node, stage: DEFAULT_STAGE })),
    brands: listUnknown(
      drafts.map((draft) => draft.vendor),
      (name) => idOf(references.brands, name) !== undefined,
    ).map(({ slug, name_en }) => ({ slug, name: name_en })),
    brandNames: listNewBrandNames(references, drafts),
    tags: listUnknown(
      drafts.flatMap((draft) => draft.tags ?? []),
      (name) => idOf(references.tags, name) !== undefined,
    ),
    dietaries: [],
    groups: [...new Set(drafts.flatMap((draft) => (draft.group_prices ?? []).map(({ group }) => group)))]
      .filter((code) => !references.groups.has(code))
      .map((code) => ({ code })),
    collections: listUnknown(
      drafts.flatMap((draft) => (draft.collections ?? []).map(({ collection }) => collection)),
      (name) => collectionOf(references, name) !== undefined,
      toCollectionKey,
    ).map(({ slug, ...names }) => ({ key: slug, ...names, max_items: null, starts_at: null, ends_at: null })),
  };
}

/** Lists the labels that a file defines and the shop lacks. */
export function listUndefinedReferences(references: References, defined: Definitions): NewReferences {
  const fresh = <Row>(rows: readonly Row[], word: (row: Row) => string, known: ReadonlyMap<string, unknown>): Row[] =>
    [...new Map(rows.map((row) => [word(row), row])).values()].filter((row) => !known.has(word(row)));
  const brands = fresh(defined.brands, (row) => row.slug, references.brands);
  return {
    brands,
    brandNames: brands.flatMap(({ slug, name_zh }) => (name_zh ? [{ slug, name_zh }] : [])),
    categories: fresh(defined.categories, (row) => row.slug, references.categories),
    tags: fresh(defined.tags, (row) => row.slug, references.tags),
    dietaries: fresh(defined.dietaries, (row) => row.slug, references.dietaries),
    groups: fresh(defined.groups, (row) => row.code, references.groups),
    collections: fresh(defined.collections, (row) => row.key, references.collections),
  };
}

export const hasNewReferences = (added: NewReferences): boolean => Object.values(added).some((rows) => rows.length > 0);

/** Creates the new labels and returns all known ones. `onAdded` runs in the same transaction. */
export async function addReferences(
  db: Db,
  references: References,
  added: NewReferences,
  onAdded: (tx: Db) => Promise<void>,
): Promise<References> {
  if (!hasNewReferences(added)) return references;
  return db.transaction(async (tx) => {
    const { brands, brandNames, categories, tags, dietaries, groups, collections } = added;
    const categoryPicture = (row: NewCategory) => row.image ?? makePlaceholder(row.stage);
    const brandMark = (row: NewReferences['brands'][number]) => row.image ?? makeWordmark(row.name);
    // Products without a picture show the placeholder of their category.
    const placeholders = categories.map((row) => makePlaceholder(row.stage));
    await saveImages(tx, [...placeholders, ...categories.map(categoryPicture), ...brands.map(brandMark)]);
    const toValues = <Row extends object>(rows: readonly Row[]) => [JSON.stringify(rows)];
    // Creates parents before their children.
    for (let level = categories; level.length > 0; ) {
      const waiting = new Set(level.map((row) => row.slug));
      const next = level.filter((row) => row.parent !== null && waiting.has(row.parent) && row.parent !== row.slug);
      const ready = next.length < level.length ? level.filter((row) => !next.includes(row)) : level;
      const rows = ready.map((row) => ({ ...row, image: undefined, image_hash: imageHash(categoryPicture(row)) }));
      await tx.rows(sql.addCategories, toValues(rows));
      level = ready === level ? [] : next;
    }
    const marked = brands.map((row) => ({ slug: row.slug, name: row.name, image_hash: imageHash(brandMark(row)) }));
    if (brands.length > 0) await tx.rows(sql.addBrands, toValues(marked));
    if (brandNames.length > 0) await tx.write(sql.nameBrands, toValues(brandNames));
    if (tags.length > 0) await tx.rows(sql.addTags, toValues(tags));
    if (dietaries.length > 0) await tx.rows(sql.addDietaries, toValues(dietaries));
    if (groups.length > 0) await tx.rows(sql.addGroups, toValues(groups));
    if (collections.length > 0) await tx.rows(sql.addCollections, toValues(collections));
    await onAdded(tx);
    const { before, planned } = references;
    const loaded = await loadReferences(tx);
    return { ...loaded, before, planned, tree: extendTree(loaded.tree, planned.values()) };
  });
}

/** Simulates `addReferences` for a dry run: new labels get the id −1, which no row has. */
export function simulateReferences(references: References, added: NewReferences): References {
  const addSimulated = <Value>(
    known: Map<string, Value>,
    rows: readonly { slug: string; name_en: string }[],
    value: Value,
  ) =>
    new Map<string, Value>([
      ...rows.map((row): [string, Value] => [toWordKey(row.name_en), value]),
      ...known,
      ...rows.map(({ slug }): [string, Value] => [slug, value]),
    ]);
  return {
    ...references,
    categories: new Map([
      ...references.categories,
      ...added.categories.map(({ slug, stage }): [string, CategoryRef] => [slug, { id: -1, stage }]),
    ]),
    tree: extendTree(references.tree, added.categories),
    brands: addSimulated(
      references.brands,
      added.brands.map((row) => ({ slug: row.slug, name_en: row.name })),
      -1,
    ),
    chineseBrands: new Map([
      ...references.chineseBrands,
      ...added.brandNames.map(({ slug, name_zh }) => [slug, name_zh] as const),
    ]),
    tags: addSimulated(references.tags, added.tags, -1),
    dietaries: addSimulated(references.dietaries, added.dietaries, -1),
    groups: new Map([...references.groups, ...added.groups.map(({ code }): [string, number] => [code, -1])]),
    collections: new Map([
      ...references.collections,
      ...added.collections.flatMap((row): [string, CollectionRef][] => {
        const collection = { key: row.key, is_picked: true, next: 0 };
        return [
          [toWordKey(row.name_en), collection],
          [row.key, collection],
        ];
      }),
    ]),
  };
}
