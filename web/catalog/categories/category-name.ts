import type { NavCategory } from '@shop/contract/catalog';

/** Returns the name, or the slug if no menu has the category. */
export function resolveCategoryName(tree: readonly NavCategory[] | undefined, slug: string): string {
  return tree?.flatMap((root) => [root, ...root.children]).find((each) => each.slug === slug)?.name ?? slug;
}
