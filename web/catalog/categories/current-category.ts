/** Finds the current category, for the menus that mark it. */
import type { NavCategory } from '@shop/contract/catalog';
import { ROUTES } from '@shop/core/links/paths';
import { useLocation } from 'react-router';

/** Returns the slug of the visible category; null on every other page. */
export function useCurrentCategory(): string | null {
  const { pathname, search } = useLocation();
  if (pathname !== ROUTES.category) return null;
  return new URLSearchParams(search).get('categories')?.split(',').at(-1) ?? null;
}

/** Returns the root of a category; the first root if it is unknown. */
export function findRoot(roots: readonly NavCategory[], slug: string | null): NavCategory | undefined {
  const hasSlug = (root: NavCategory) => root.slug === slug || root.children.some((child) => child.slug === slug);
  return roots.find(hasSlug) ?? roots[0];
}
