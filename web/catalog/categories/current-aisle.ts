/** Which aisle the shopper stands in, for the menus that mark it. */
import type { NavCategory } from '@shop/contract/catalog';
import { ROUTES } from '@shop/core/links/paths';
import { useLocation } from 'react-router';

/** The slug of the category that is shown; null on every other page. */
export function useCurrentAisle(): string | null {
  const { pathname, search } = useLocation();
  if (pathname !== ROUTES.category) return null;
  return new URLSearchParams(search).get('categories')?.split(',').at(-1) ?? null;
}

/** The root that the aisle is or belongs to; the first one where there is none. */
export function rootOf(roots: readonly NavCategory[], slug: string | null): NavCategory | undefined {
  const holds = (root: NavCategory) => root.slug === slug || root.children.some((aisle) => aisle.slug === slug);
  return roots.find(holds) ?? roots[0];
}
