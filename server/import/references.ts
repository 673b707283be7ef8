/** What rows name by words: aisles, brands, tags, dietary needs. Known ones are found by slug or name, new ones are made. */

import { saveImages } from '../content/images.ts';
import type { Db } from '../db/database.ts';
import { imageHash } from '../media/image-hash.ts';
import type { ImageSpec, Stage } from '../media/image-spec.ts';
import type { ProductDraft } from './draft.ts';
import {
  addBrands,
  addCategories,
  addTags,
  knownBrands,
  knownCategories,
  knownDietaries,
  knownTags,
} from './import.sql.ts';

/** Where a type that the shop does not have gets its aisle, and what has no type stands. */
const ROOT = { slug: 'imported', name: 'More goods', name_zh: '更多商品' };
/** The ground behind what we know nothing of. */
const STAGE: Stage = 'pantry';

export type Aisle = { id: number; stage: Stage };

/** Words in small letters → ids. */
export type References = {
  categories: Map<string, Aisle>;
  brands: Map<string, number>;
  tags: Map<string, number>;
  dietaries: Map<string, number>;
};

/** The picture of what has none: drawn for its aisle's ground. */
export const placeholderOf = (stage: Stage): ImageSpec => ({ kind: 'placeholder', stage });

const key = (word: string): string => word.normalize('NFC').toLowerCase();

/** A name as part of an address, in any script; empty where it holds no letter or digit. */
function slugOf(name: string): string {
  return key(name)
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100);
}

function byWord<Row extends { slug: string; names: string[] }, Value>(
  rows: readonly Row[],
  value: (row: Row) => Value,
) {
  const found = new Map<string, Value>();
  for (const row of rows) for (const word of row.names) found.set(key(word), value(row));
  for (const row of rows) found.set(row.slug, value(row));
  return found;
}

/** Reads what the shop has. */
export async function loadReferences(db: Db): Promise<References> {
  const id = (row: { id: number }) => row.id;
  return {
    categories: byWord(await db.rows(knownCategories), ({ id, stage }) => ({ id, stage })),
    brands: byWord(await db.rows(knownBrands), id),
    tags: byWord(await db.rows(knownTags), id),
    dietaries: byWord(await db.rows(knownDietaries), id),
  };
}

/** The aisle of a type; the shop's own for new goods where there is no type. */
export function aisleOf(references: References, type: string | null | undefined): Aisle | undefined {
  const word = type ? key(type) : ROOT.slug;
  return references.categories.get(word) ?? references.categories.get(slugOf(word) || ROOT.slug);
}

/** A brand or tag by name. */
export const idOf = (known: ReadonlyMap<string, number>, name: string): number | undefined =>
  known.get(key(name)) ?? known.get(slugOf(name));

/** Words that the shop does not know yet, each once, with the slug that they will get. */
function missing(names: Iterable<string | null | undefined>, isKnown: (name: string) => boolean) {
  const found = new Map<string, string>();
  for (const name of names) {
    if (!name || isKnown(name)) continue;
    const slug = slugOf(name);
    if (slug !== '' && !found.has(slug)) found.set(slug, name);
  }
  return [...found].map(([slug, name]) => ({ slug, name }));
}

/** Which aisles, brands and tags these products bring along. */
export function newReferences(references: References, drafts: readonly ProductDraft[]) {
  return {
    categories: missing(
      drafts.map((draft) => draft.category),
      (name) => aisleOf(references, name) !== undefined,
    ),
    brands: missing(
      drafts.map((draft) => draft.vendor),
      (name) => idOf(references.brands, name) !== undefined,
    ),
    tags: missing(
      drafts.flatMap((draft) => draft.tags ?? []),
      (name) => idOf(references.tags, name) !== undefined,
    ),
  };
}
export type NewReferences = ReturnType<typeof newReferences>;

/** A quiet wordmark for a brand that brings no colours. */
const wordmarkOf = (name: string): ImageSpec => ({ kind: 'brand', name, base: '#f3ead7', ink: '#3a2a14' });

/** Makes what is new, and answers everything that is known then. */
export async function addReferences(tx: Db, references: References, added: NewReferences): Promise<References> {
  const needsRoot = !references.categories.has(ROOT.slug);
  const { categories, brands, tags } = added;
  if (!needsRoot && categories.length + brands.length + tags.length === 0) return references;
  const image_hash = imageHash(placeholderOf(STAGE));
  await saveImages(tx, [placeholderOf(STAGE), ...brands.map(({ name }) => wordmarkOf(name))]);
  if (needsRoot) await tx.rows(addCategories, [JSON.stringify([{ ...ROOT, parent: null, stage: STAGE, image_hash }])]);
  const below = categories.map((row) => ({ ...row, parent: ROOT.slug, name_zh: null, stage: STAGE, image_hash }));
  await tx.rows(addCategories, [JSON.stringify(below)]);
  await tx.rows(addBrands, [
    JSON.stringify(brands.map((row) => ({ ...row, image_hash: imageHash(wordmarkOf(row.name)) }))),
  ]);
  await tx.rows(addTags, [JSON.stringify(tags)]);
  return loadReferences(tx);
}

/** As `addReferences` for a dry run: what would be made gets ids that no row has. */
export function pretendReferences(references: References, added: NewReferences): References {
  const pretend = (known: Map<string, number>, rows: readonly { slug: string }[]) =>
    new Map([...known, ...rows.map(({ slug }): [string, number] => [slug, -1])]);
  return {
    ...references,
    categories: new Map([
      [ROOT.slug, { id: -1, stage: STAGE }],
      ...references.categories,
      ...added.categories.map(({ slug }): [string, Aisle] => [slug, { id: -1, stage: STAGE }]),
    ]),
    brands: pretend(references.brands, added.brands),
    tags: pretend(references.tags, added.tags),
  };
}
