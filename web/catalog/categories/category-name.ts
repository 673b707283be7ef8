/** What a category is called where only its slug is known. */
import type { NavCategory } from '@shop/contract/catalog';

/** A category's name; its slug where it stands in no menu. */
export function categoryName(tree: readonly NavCategory[] | undefined, slug: string): string {
  return tree?.flatMap((root) => [root, ...root.children]).find((each) => each.slug === slug)?.name ?? slug;
}
