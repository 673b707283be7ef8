/** Converts the targets that content links to, such as a product, to paths and back. */
import { EMPTY_LIST_STATE, formatListState } from './list-state.ts';
import {
  bestSellersPath,
  brandPath,
  bundlesPath,
  LINKED_TEXTS,
  ownPagePath,
  productPath,
  productsPath,
  ROUTES,
  shockingDealsPath,
} from './paths.ts';

const COLLECTION_PATHS: Readonly<Record<string, string>> = {
  'shocking-deals': shockingDealsPath(),
  'best-sellers': bestSellersPath(),
  bundles: bundlesPath(),
};

const TEXT_PATHS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(LINKED_TEXTS.map((slug) => [slug, `/${slug}`])),
  'help-center': ROUTES.helpCenter,
  'legal-notice': ROUTES.legalNotice,
};

/** Builds the path of each kind of target from its value; undefined for a value that names nothing. */
const PATH_BUILDERS = {
  product: productPath,
  /** A slug, or slugs from the root down with commas between them. */
  category: (slugs: string) =>
    `${ROUTES.category}${formatListState({ ...EMPTY_LIST_STATE, categories: slugs.split(',') })}`,
  /** An id. */
  brand: (id: string) => brandPath({ id }),
  search: (keyword: string) => productsPath(formatListState({ ...EMPTY_LIST_STATE, keyword })),
  collection: (name: string): string | undefined => COLLECTION_PATHS[name],
  /** The slug of an information page, the shop's own ones included. */
  page: (slug: string): string | undefined =>
    TEXT_PATHS[slug] ?? (/^[a-z0-9][a-z0-9-]*$/.test(slug) ? ownPagePath(slug) : undefined),
} as const;

export type LinkKind = keyof typeof PATH_BUILDERS;
export const LINK_KINDS = Object.keys(PATH_BUILDERS) as LinkKind[];

/** A kind and its value: `{ kind: 'product', value: 'kaya' }`. */
export type LinkTarget = { kind: LinkKind; value: string };

/** Builds the path of a target; undefined if the value names nothing. */
export const linkTargetPath = ({ kind, value }: LinkTarget): string | undefined => PATH_BUILDERS[kind](value);

/** Lists the targets that a path could mean, at most one of each kind. */
function listPossibleTargets(path: string): LinkTarget[] {
  const { pathname, searchParams } = new URL(path, 'https://shop.invalid');
  const lastSegment = pathname.split('/').at(-1) ?? '';
  const values: [LinkKind, string | null][] = [
    ['product', searchParams.get('slug')],
    ['category', searchParams.get('categories')],
    ['brand', searchParams.get('brand')],
    ['search', searchParams.get('keyword')],
    ['collection', lastSegment],
    ['page', lastSegment],
  ];
  return values.flatMap(([kind, value]) => (value ? [{ kind, value }] : []));
}

/** Finds the target of a path; null if no target has this path. */
export const parseLinkTarget = (path: string): LinkTarget | null =>
  listPossibleTargets(path).find((target) => linkTargetPath(target) === path) ?? null;

const PAGE_PATTERNS = Object.values(ROUTES).map((route) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`));

/** Returns whether a path leads to a page of the shop, by its route alone. */
export function isPagePath(path: string): boolean {
  const [pathname = ''] = path.split(/[?#]/);
  return PAGE_PATTERNS.some((page) => page.test(pathname));
}
