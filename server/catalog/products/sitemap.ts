/** Sitemaps: lists every page for search engines, in files of bounded size. */
import { categoryPath } from '@shop/core/links/category-link';
import {
  brandPath,
  INFORMATION_PAGES,
  informationPath,
  ownPagePath,
  productPath,
  ROUTES,
  storePath,
} from '@shop/core/links/paths';
import type { Db } from '../../db/database.ts';
import { shownOutlets } from '../../stores/stores.sql.ts';
import { allCategories } from '../index/catalog-index.sql.ts';
import {
  brandsOfSitemap,
  filledCategories,
  loyaltyProgram,
  ownPagesOfSitemap,
  productFiles,
  productsOfFile,
} from './sitemap.sql.ts';

/**
 * Two URLs per id: well below the 50,000 allowed per file. Ranges of ids, so that new products do not shift existing
 * files.
 */
const IDS_PER_FILE = 10_000;

type SitemapPage = { path: string; changedAt: Date | null };

const toSitemapPage = (path: string): SitemapPage => ({ path, changedAt: null });

/** Pages that exist for every catalogue. */
const FIXED_PATHS = [
  ROUTES.home,
  ROUTES.products,
  ROUTES.categories,
  ROUTES.brands,
  ROUTES.shockingDeals,
  ROUTES.bestSellers,
  ROUTES.bundles,
  ...INFORMATION_PAGES.map(informationPath),
  ROUTES.app,
];

/** Lists the fixed pages, those of the loyalty program if the shop has one, and the shop's own. */
async function listFixedPages(db: Db): Promise<SitemapPage[]> {
  const hasLoyalty = (await db.row(loyaltyProgram)) !== null;
  const own = await db.rows(ownPagesOfSitemap);
  return [
    ...[...FIXED_PATHS, ...(hasLoyalty ? [ROUTES.coins, ROUTES.refer] : [])].map(toSitemapPage),
    ...own.map(({ slug, updated_at }) => ({ path: ownPagePath(slug), changedAt: updated_at })),
  ];
}

/** Lists categories with products, by canonical URL. */
async function listCategoryPages(db: Db): Promise<SitemapPage[]> {
  const rows = await db.rows(allCategories);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const listAncestorSlugs = (id: number | null): string[] => {
    const parent = id === null ? undefined : byId.get(id);
    return parent === undefined ? [] : [...listAncestorSlugs(parent.parent_id), parent.slug];
  };
  const filled = new Set((await db.rows(filledCategories)).map(({ id }) => id));
  return rows
    .filter(({ id }) => filled.has(id))
    .map((row) =>
      toSitemapPage(
        categoryPath({ slug: row.slug, ancestors: listAncestorSlugs(row.parent_id), show_in_brand: false }),
      ),
    );
}

/** Lists the store locator and its outlets, if there are any. */
async function listStorePages(db: Db): Promise<SitemapPage[]> {
  const rows = await db.rows(shownOutlets);
  if (rows.length === 0) return [];
  return [ROUTES.stores, ROUTES.shops, ROUTES.shoppings, ...rows.map(({ code }) => storePath(code))].map(toSitemapPage);
}

/** Lists brands with products. */
async function listBrandPages(db: Db): Promise<SitemapPage[]> {
  const rows = await db.rows(brandsOfSitemap);
  return rows.map(({ id }) => toSitemapPage(brandPath({ id: String(id) })));
}

async function listProductPages(db: Db, file: number, now: Date): Promise<SitemapPage[] | null> {
  const first = (file - 1) * IDS_PER_FILE + 1;
  const rows = await db.rows(productsOfFile, [first, first + IDS_PER_FILE, now]);
  if (rows.length === 0) return null;
  return rows.map(({ slug, updated_at }) => ({ path: productPath(slug), changedAt: updated_at }));
}

/** Lists the sitemap's files and their pages; `db` may be a replica. */
export const createSitemap = (db: Db) => ({
  async files(now: Date): Promise<{ name: string; changedAt: Date | null }[]> {
    const fileRows = await db.rows(productFiles, [IDS_PER_FILE, now]);
    const hasStores = (await listStorePages(db)).length > 0;
    return [
      ...['pages', 'categories', 'brands', ...(hasStores ? ['stores'] : [])].map((name) => ({ name, changedAt: null })),
      ...fileRows.map(({ file, changed_at }) => ({ name: `products-${file + 1}`, changedAt: changed_at })),
    ];
  },
  async pages(name: string, now: Date): Promise<SitemapPage[] | null> {
    if (name === 'pages') return listFixedPages(db);
    if (name === 'categories') return listCategoryPages(db);
    if (name === 'brands') return listBrandPages(db);
    if (name === 'stores') return listStorePages(db);
    const [, file] = /^products-([1-9]\d{0,8})$/.exec(name) ?? [];
    return file === undefined ? null : listProductPages(db, Number(file), now);
  },
});
