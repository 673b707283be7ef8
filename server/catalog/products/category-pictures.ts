/** Pictures for categories without one of their own: the packs of their best-selling products, each a different one. */
import type { Ctx } from '../../context.ts';
import { isPlaceholder } from '../../media/placeholder-images.ts';
import { pictureHashes } from '../catalog.sql.ts';
import type { CatalogIndex } from '../index/catalog-index.ts';
import { type CategoryRow, isAncestor, type Labels } from '../index/labels.ts';

/** Best sellers of a category among which its picture is chosen. */
const CANDIDATES = 8;
/** Best sellers change slowly. */
const FRESH_MS = 60_000;

type Pictures = ReadonlyMap<number, string>;
const lastChosen = new WeakMap<Labels, { at: number; pictures: Promise<Pictures> }>();

/** Aisles choose before the categories above them, which have more products to choose from. */
function aislesFirst(tree: Labels['categories']): CategoryRow[] {
  const rows = [...tree.values()];
  const depthOf = (row: CategoryRow) => rows.filter((other) => isAncestor(tree, other, row)).length;
  const depths = new Map(rows.map((row) => [row.id, depthOf(row)]));
  return rows.toSorted((a, b) => (depths.get(b.id) ?? 0) - (depths.get(a.id) ?? 0));
}

async function choosePictures(ctx: Ctx, index: CatalogIndex, tree: Labels['categories']): Promise<Pictures> {
  const chosen = new Map<number, number>();
  const taken = new Set<number>();
  for (const row of aislesFirst(tree)) {
    if (!isPlaceholder(row.image_hash)) continue;
    const filters = { category_slugs: row.slug, orderBy: 'best_sellers', limit: CANDIDATES };
    const { ids } = await index.query(ctx, { filters });
    const id = ids.find((each) => !taken.has(each));
    if (id === undefined) continue;
    chosen.set(row.id, id);
    taken.add(id);
  }
  if (chosen.size === 0) return new Map();
  const hashes = new Map((await ctx.db.rows(pictureHashes, [[...taken]])).map(({ id, image }) => [id, image]));
  return new Map([...chosen].map(([category, id]) => [category, hashes.get(id) ?? '']));
}

/**
 * Returns hashes of pictures by id of the categories without one of their own, at most a minute old. Categories without
 * products are missing.
 */
export async function categoryPictures(ctx: Ctx, index: CatalogIndex): Promise<Pictures> {
  const labels = await index.labels();
  const last = lastChosen.get(labels);
  if (last !== undefined && performance.now() - last.at < FRESH_MS) return last.pictures;
  const pictures = choosePictures(ctx, index, labels.categories);
  lastChosen.set(labels, { at: performance.now(), pictures });
  pictures.catch(() => lastChosen.delete(labels));
  return pictures;
}
