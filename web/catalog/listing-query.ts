/** A listing of the address (core/links/listing.ts) as a question to the API, and what can be refined in it. */
import type { ProductRow } from '@shop/contract/catalog';
import type { AskOf } from '@shop/contract/client';
import { DEFAULT_SORT, type Listing, listingFromQuery, SORTS } from '@shop/core/links/listing';

/** The address of a page with another listing. */
export type PathOf = (listing: Listing) => string;

/** As much of a keyword as is searched for; the field takes no more. */
const MAX_KEYWORD = 100;

const BRAND_ID = /^[1-9]\d{0,17}$/;
const SLUG = /^[\p{L}\p{N}][\p{L}\p{N}._~-]*$/u;
const CONTROL = /\p{Cc}/gu;

/** The listing that a page's address says, without the parts that no shop could have. */
export function listingAt(url: URL): Listing {
  const listing = listingFromQuery(url.searchParams);
  return {
    ...listing,
    keyword: listing.keyword.replace(CONTROL, '').slice(0, MAX_KEYWORD),
    categories: listing.categories.filter((slug) => SLUG.test(slug)),
    brands: listing.brands.filter((id) => BRAND_ID.test(id)),
    dietary: listing.dietary.filter((slug) => SLUG.test(slug)),
  };
}

/**
 * What the API is asked for a listing, its pages aside. ux.md rule 8: "Filters combine with OR inside a group and AND
 * across groups". In the default order nothing is asked for, so that a search answers the best matches first.
 */
export function listingAsk(listing: Listing): AskOf<'catalog.products'> {
  const { keyword, categories, brands, dietary, min_price, max_price, on_sale, available, sort } = listing;
  return {
    query: {
      ...(keyword !== '' && { keyword }),
      ...(categories.length > 0 && { category_slugs: categories.join(',') }),
      ...(brands.length > 0 && { brand_id: brands.join(',') }),
      ...(dietary.length > 0 && { dietary: dietary.join(',') }),
      ...(min_price !== '' && { min_price }),
      ...(max_price !== '' && { max_price }),
      ...(on_sale && { on_sale: '1' as const }),
      ...(available && { show_available: '1' as const }),
      ...(sort !== DEFAULT_SORT && SORTS[sort]),
    },
  };
}

/** The listing with a value of a group taken in, or left out where it was in. */
export function toggled(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}

/** ux.md rule 9: "Promote 3–5 values". */
const PROMOTED = 5;

/** Dietary needs that most of these products meet, the most frequent first. */
export function promotedDietary(products: readonly ProductRow[]): { slug: string; name: string }[] {
  const found = new Map<string, { slug: string; name: string; count: number }>();
  for (const { slug, name } of products.flatMap((product) => product.dietary)) {
    found.set(slug, { slug, name, count: (found.get(slug)?.count ?? 0) + 1 });
  }
  return [...found.values()].sort((a, b) => b.count - a.count || a.slug.localeCompare(b.slug)).slice(0, PROMOTED);
}

/** Whether anything beside the keyword narrows the list. */
export const isRefined = (listing: Listing): boolean =>
  listing.available ||
  listing.on_sale ||
  listing.min_price !== '' ||
  listing.max_price !== '' ||
  listing.dietary.length > 0 ||
  listing.brands.length > 0 ||
  listing.categories.length > 0;
