/**
 * The query parameters that each page uses. The server caches one page for all URLs that differ only in other
 * parameters, so that made-up parameters cost nothing.
 */
import { parseLang } from '../lang.ts';
import { formatListState, parseListState } from './list-state.ts';
import { ROUTES, type RouteName, withLang } from './paths.ts';
import { toQuery } from './query.ts';

type Query = { get(name: string): string | null };

/** The longest FAQ search, in characters. */
const MAX_QUESTION = 100;

const listing = (query: Query) => formatListState(parseListState(query));

function collection(query: Query): string {
  const { page } = parseListState(query);
  const tab = query.get('tab');
  return toQuery({
    tab: tab === 'grocery' || tab === 'popular' ? tab : null,
    page: page === 1 ? null : page,
  });
}

/** Pages that use more parameters than `lang`. If a parameter is repeated, the first value applies. */
const READ: Partial<Record<RouteName, (query: Query) => string>> = {
  products: listing,
  category: listing,
  product: (query) => toQuery({ slug: query.get('slug'), option: query.get('option') }),
  shockingDeals: collection,
  bundles: collection,
  bestSellers: collection,
  faq: (query) => toQuery({ q: query.get('q')?.slice(0, MAX_QUESTION) }),
};

const BY_PATH = new Map(Object.entries(READ).map(([name, read]) => [ROUTES[name as RouteName] as string, read]));

/** `/products/{slug}`, which redirects to the product with its query (docs/spec.md §2 "Deep links"). */
const PRODUCT_LINK = /^\/products\/[^/]+\/?$/i;

/**
 * Normalizes a page's URL: only the parameters that it uses, in one order and spelling. Paths match as in the router:
 * case-insensitive, with or without a trailing slash.
 */
export function normalizePageUrl(path: string, query: Query & { toString(): string }): string {
  const route = path.toLowerCase().replace(/(.)\/$/, '$1');
  const read = BY_PATH.get(route);
  if (read === undefined && route !== ROUTES.productPreview && PRODUCT_LINK.test(path)) {
    const whole = query.toString();
    return whole === '' ? path : `${path}?${whole}`;
  }
  return withLang(`${path}${read?.(query) ?? ''}`, parseLang(query.get('lang')));
}
