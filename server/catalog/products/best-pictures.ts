import type { Ctx } from '../../context.ts';
import { pictureHashes } from '../catalog.sql.ts';
import type { CatalogIndex } from '../index/catalog-index.ts';

/** Products among which the picture of a tile is chosen. */
const MAX_CANDIDATES = 8;

/** The products of a tile: of a category (its slug; empty: any), and of a tag. */
type TileProducts = { aisle: string; tags?: string };

/**
 * Picks for each tile the first of its eight leading products (featured ones, then best sellers) that no earlier tile
 * shows. Returns hashes of their pictures; null if none is left.
 */
export async function pickPictures(
  ctx: Ctx,
  index: CatalogIndex,
  tiles: readonly TileProducts[],
): Promise<(string | null)[]> {
  const picked: (number | null)[] = [];
  for (const { aisle, tags } of tiles) {
    const filters = {
      limit: MAX_CANDIDATES,
      ...(aisle !== '' && { category_slugs: aisle }),
      ...(tags !== undefined && { search: `tags.slug:${tags}` }),
    };
    const { ids } = await index.query(ctx, { filters });
    picked.push(ids.find((id) => !picked.includes(id)) ?? null);
  }
  const ids = picked.filter((id) => id !== null);
  if (ids.length === 0) return picked.map(() => null);
  const hashes = new Map((await ctx.db.rows(pictureHashes, [ids])).map(({ id, image }) => [id, image]));
  return picked.map((id) => (id === null ? null : (hashes.get(id) ?? null)));
}
