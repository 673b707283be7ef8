/**
 * The query parameters that each page uses. The server caches one page for all URLs that differ only in other
 * parameters, so that made-up parameters cost nothing.
 */
import { type Branch, parseBranch } from '../branch.ts';
import { parsePageLocale } from '../lang.ts';
import { formatLocator, type LocatorName, parseLocator } from '../stores/locator-query.ts';
import { formatListState, parseListState } from './list-state.ts';
import { ROUTES, type RouteName, withLang, withParameter } from './paths.ts';
import { type QueryReader, toQuery } from './query.ts';

/** The longest FAQ search, in characters. */
const MAX_QUESTION_LENGTH = 100;

const readLocator = (name: LocatorName) => (query: QueryReader) => formatLocator(name, parseLocator(name, query));

const readListing = (query: QueryReader) => formatListState(parseListState(query));

function readCollection(query: QueryReader): string {
  const { page } = parseListState(query);
  const tab = query.get('tab');
  return toQuery({
    tab: tab === 'grocery' || tab === 'popular' ? tab : null,
    page: page === 1 ? null : page,
  });
}

/** Reads the result of a form that was sent without JavaScript, not the token, on which the page does not depend. */
function readFormResult(query: QueryReader): string {
  const result = query.get('result');
  return toQuery({ result: result === 'ended' || result === 'invalid' ? result : null });
}

/** Pages that use more parameters than `lang` and `branch`. If a parameter is repeated, the first value applies. */
const PARAMETER_READERS: Partial<Record<RouteName, (query: QueryReader) => string>> = {
  products: readListing,
  category: readListing,
  product: (query) => toQuery({ slug: query.get('slug'), option: query.get('option') }),
  shockingDeals: readCollection,
  bundles: readCollection,
  bestSellers: readCollection,
  endAlert: readFormResult,
  unsubscribe: readFormResult,
  stores: readLocator('stores'),
  shops: readLocator('shops'),
  shoppings: readLocator('shoppings'),
  faq: (query) => toQuery({ q: query.get('q')?.slice(0, MAX_QUESTION_LENGTH) }),
};

const READER_BY_PATH = new Map(
  Object.entries(PARAMETER_READERS).map(([name, read]) => [ROUTES[name as RouteName] as string, read]),
);

/** `/products/{slug}`, which redirects to the product with its query (docs/spec.md §2 "Deep links"). */
const PRODUCT_LINK = /^\/products\/[^/]+\/?$/i;

const BRANCH_PARAMETER = 'branch';

/** Reads the branch that the page's flag names (docs/readings.md#68). */
export const branchOfPage = (query: QueryReader): Branch | null => parseBranch(query.get(BRANCH_PARAMETER));

/** Adds the flag of a branch to a path of the shop; returns any other address unchanged. */
export const withBranch = (address: string, branch: Branch | null): string =>
  branch === null || !/^\/(?![/\\])/.test(address) ? address : withParameter(address, BRANCH_PARAMETER, branch);

/**
 * Normalizes a page's URL: only the parameters that it uses, in one order and spelling, and last the branch. A product
 * link keeps its whole query. Paths match as in the router: case-insensitive, with or without a trailing slash.
 */
export function normalizePageUrl(path: string, query: QueryReader & { toString(): string }): string {
  const route = path.toLowerCase().replace(/(.)\/$/, '$1');
  const read = READER_BY_PATH.get(route);
  if (read === undefined && route !== ROUTES.productPreview && PRODUCT_LINK.test(path)) {
    const whole = query.toString();
    return whole === '' ? path : `${path}?${whole}`;
  }
  const page = withLang(`${path}${read?.(query) ?? ''}`, parsePageLocale(query.get('lang')));
  return withBranch(page, branchOfPage(query));
}
