/** Chooses pictures for categories without one of their own: each of another featured or best-selling product. */
import type { Ctx } from '../../context.ts';
import { isPlaceholder } from '../../media/placeholder-images.ts';
import type { CatalogIndex } from '../index/catalog-index.ts';
import { type CategoryRow, isAncestor, type Labels } from '../index/labels.ts';
import { pickPictures } from './best-pictures.ts';

/** How long a choice stays; best sellers change slowly. */
const FRESH_MS = 60_000;

type PictureByCategory = ReadonlyMap<number, string>;
const lastChosen = new WeakMap<Labels, { at: number; pictures: Promise<PictureByCategory> }>();

/** Sorts categories from the deepest up: those above have more products to choose from, so they choose later. */
function deepestFirst(tree: Labels['categories']): CategoryRow[] {
  const rows = [...tree.values()];
  const countAncestors = (row: CategoryRow) => rows.filter((other) => isAncestor(tree, other, row)).length;
  const depths = new Map(rows.map((row) => [row.id, countAncestors(row)]));
  return rows.toSorted((a, b) => (depths.get(b.id) ?? 0) - (depths.get(a.id) ?? 0));
}

async function choosePictures(ctx: Ctx, index: CatalogIndex, tree: Labels['categories']): Promise<PictureByCategory> {
  const rows = deepestFirst(tree).filter((row) => isPlaceholder(row.image_hash));
  const picked = await pickPictures(
    ctx,
    index,
    rows.map(({ slug }) => ({ aisle: slug })),
  );
  return new Map(rows.flatMap((row, at) => (picked[at] == null ? [] : [[row.id, picked[at]]])));
}

/**
 * Returns hashes of pictures by id of the categories without one of their own, at most a minute old. Categories without
 * products are missing.
 */
export async function categoryPictures(ctx: Ctx, index: CatalogIndex): Promise<PictureByCategory> {
  const labels = await index.labels();
  const last = lastChosen.get(labels);
  if (last !== undefined && performance.now() - last.at < FRESH_MS) return last.pictures;
  const pictures = choosePictures(ctx, index, labels.categories);
  lastChosen.set(labels, { at: performance.now(), pictures });
  pictures.catch(() => lastChosen.delete(labels));
  return pictures;
}
