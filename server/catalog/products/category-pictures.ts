/** Chooses pictures for categories without one of their own: of featured and best-selling products, none twice. */
import type { Ctx } from '../../context.ts';
import { isPlaceholder } from '../../media/placeholder-images.ts';
import type { CatalogIndex } from '../index/catalog-index.ts';
import { type CategoryRow, isAncestor, type Labels } from '../index/labels.ts';
import { pickPictures } from './best-pictures.ts';

/** Lifetime of a choice; best sellers change slowly. */
const LIFETIME_MS = 60_000;

type PictureByCategory = ReadonlyMap<number, string>;
const lastChoices = new WeakMap<Labels, { at: number; pictures: Promise<PictureByCategory> }>();

/** Sorts categories from the deepest up: those above have more products to choose from, so they choose later. */
function sortDeepestFirst(tree: Labels['categories']): CategoryRow[] {
  const rows = [...tree.values()];
  const countAncestors = (row: CategoryRow) => rows.filter((other) => isAncestor(tree, other, row)).length;
  const depths = new Map(rows.map((row) => [row.id, countAncestors(row)]));
  return rows.toSorted((a, b) => (depths.get(b.id) ?? 0) - (depths.get(a.id) ?? 0));
}

async function choosePictures(ctx: Ctx, index: CatalogIndex, tree: Labels['categories']): Promise<PictureByCategory> {
  const rows = sortDeepestFirst(tree).filter((row) => isPlaceholder(row.image_hash));
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
export async function loadCategoryPictures(ctx: Ctx, index: CatalogIndex): Promise<PictureByCategory> {
  const labels = await index.readLabels();
  const last = lastChoices.get(labels);
  if (last !== undefined && performance.now() - last.at < LIFETIME_MS) return last.pictures;
  const pictures = choosePictures(ctx, index, labels.categories);
  lastChoices.set(labels, { at: performance.now(), pictures });
  pictures.catch(() => lastChoices.delete(labels));
  return pictures;
}
