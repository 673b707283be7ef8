/** The values of each filter group: name, number of results, and target. */
import type { Facets, NavCategory } from '@shop/contract/catalog';
import { type ListState, refineListState } from '@shop/core/links/list-state';
import { toggleValue } from '../listing/listing-query.ts';

export type FilterValue = {
  key: string;
  name: string;
  /** Number of results; null if unknown. */
  count: number | null;
  checked: boolean;
  /** Whether the value is indented below the one before it. */
  isIndented?: boolean;
  /** The listing with this value toggled. */
  next: ListState;
};

/**
 * Returns whether a value is disabled: one without results, which stays visible (docs/ux.md#rule-8). A selected value
 * can always be removed.
 */
export const isValueDisabled = ({ count, checked }: FilterValue): boolean => count === 0 && !checked;

export function listBrandValues(listing: ListState, facets: Facets): FilterValue[] {
  return facets.brands.map(({ id, name, count }) => ({
    key: id,
    name,
    count,
    checked: listing.brands.includes(id),
    next: refineListState(listing, { brands: toggleValue(listing.brands, id) }),
  }));
}

export function listDietaryValues(listing: ListState, facets: Facets): FilterValue[] {
  return facets.dietary.map(({ slug, name, count }) => ({
    key: slug,
    name,
    count,
    checked: listing.dietary.includes(slug),
    next: refineListState(listing, { dietary: toggleValue(listing.dietary, slug) }),
  }));
}

export function listOfferValues(
  listing: ListState,
  facets: Facets,
  words: { on_sale: string; in_stock: string },
): [FilterValue, FilterValue] {
  const { on_sale, available } = listing;
  return [
    {
      key: 'on_sale',
      name: words.on_sale,
      count: facets.on_sale,
      checked: on_sale,
      next: refineListState(listing, { on_sale: !on_sale }),
    },
    {
      key: 'available',
      name: words.in_stock,
      count: facets.in_stock,
      checked: available,
      next: refineListState(listing, { available: !available }),
    },
  ];
}

/**
 * Lists the children of the page's category (`own`). Without one, lists the roots, and the children of each root that
 * is selected or has a selected child. The facets count the roots and the children of the selected categories; other
 * counts are unknown.
 */
export function listCategoryValues(
  listing: ListState,
  own: readonly string[],
  facets: Facets,
  roots: readonly NavCategory[],
): FilterValue[] {
  const counts = new Map(facets.categories.map(({ slug, count }) => [slug, count]));
  const toValue = (slug: string, name: string, isIndented: boolean): FilterValue => ({
    key: slug,
    name,
    count: counts.get(slug) ?? null,
    checked: listing.categories.includes(slug),
    isIndented,
    next: refineListState(listing, { categories: toggleValue(listing.categories, slug) }),
  });
  if (own.length > 0) {
    return facets.categories
      .filter(({ parent }) => parent !== null && parent === own.at(-1))
      .map(({ slug, name }) => toValue(slug, name, false));
  }
  return roots.flatMap((root) => {
    const isOpen = [root, ...root.children].some(({ slug }) => listing.categories.includes(slug));
    return [
      toValue(root.slug, root.name, false),
      ...(isOpen ? root.children.map(({ slug, name }) => toValue(slug, name, true)) : []),
    ];
  });
}

/** Number of visible values of a long group before "Show all". */
const MAX_FIRST_VALUES = 8;

/** Returns the values with most products and the selected ones, in the group's order; all values of a short group. */
export function pickFirstValues(values: readonly FilterValue[]): readonly FilterValue[] {
  if (values.length <= MAX_FIRST_VALUES + 2) return values;
  const frequentValues = [...values].sort((a, b) => (b.count ?? 0) - (a.count ?? 0)).slice(0, MAX_FIRST_VALUES);
  return values.filter((value) => value.checked || frequentValues.includes(value));
}

/** Lists the values of the chips. docs/ux.md#rule-9: "Promote 3–5 values (dietary, "On sale", top brand) as chips". */
export function listPromotedValues(
  offers: readonly FilterValue[],
  dietary: readonly FilterValue[],
  brands: readonly FilterValue[],
): FilterValue[] {
  const pickMost = (values: readonly FilterValue[], count: number) =>
    [...values].sort((a, b) => (b.count ?? 0) - (a.count ?? 0)).slice(0, count);
  const isUseful = ({ count, checked }: FilterValue) => checked || (count ?? 0) > 0;
  return [...offers, ...pickMost(dietary, 2), ...pickMost(brands, 1)].filter(isUseful);
}
