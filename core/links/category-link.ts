/** Links to categories (docs/spec.md §2 "Link building"). */
import { ROUTES } from './paths.ts';
import { toQuery } from './query.ts';

/** `ancestors` are slugs from the root down to the parent. */
export type LinkedCategory = { slug: string; ancestors: readonly string[]; show_in_brand: boolean };

/**
 * docs/spec.md §2: "A category link with the show_in_brand flag goes to the category view with brand=id and
 * categories=slug. Otherwise categories is built from ancestor slugs plus own slug." `brand` is the brand whose
 * categories are listed; without one, the second form applies.
 */
export function categoryPath(category: LinkedCategory, brand?: { id: string } | null): string {
  const query =
    category.show_in_brand && brand != null
      ? { brand: brand.id, categories: category.slug }
      : { categories: [...category.ancestors, category.slug].join(',') };
  return `${ROUTES.category}${toQuery(query)}`;
}
