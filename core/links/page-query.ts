/**
 * What each page reads of its query. The server renders and caches one page for all addresses that differ in nothing
 * that the page reads, so that parameters that someone makes up cost nothing.
 */
import { parseLang } from '../lang.ts';
import { formatListState, parseListState } from './list-state.ts';
import { ROUTES, type RouteName, withLang } from './paths.ts';
import { toQuery } from './query.ts';

type Query = { get(name: string): string | null };

/** The longest search in the frequent questions, in characters. */
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

/** Pages that read more than the language. A parameter given twice counts the first time. */
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

/** `/products/{slug}`, which leads to the product with its query kept (docs/spec.md §2 "Deep links"). */
const PRODUCT_LINK = /^\/products\/[^/]+\/?$/i;

/**
 * The address of a page with those parameters alone that it reads, in one order and spelling. Paths are compared as the
 * router does: in any case, with or without a slash at the end.
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
