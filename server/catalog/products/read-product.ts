/** Reads one product in full detail, published or previewed, and lists its related products. */
import type { Product, ProductQuery, ProductRow } from '@shop/contract/catalog';
import { computeItemPrice } from '@shop/core/catalog/price';
import { inLang, type Lang, textIn } from '@shop/core/lang';
import { word } from '@shop/core/messages/words';
import type { Ctx } from '../../context.ts';
import type { ListPage } from '../../lists/list-page.ts';
import { imageUrl, imageUrls } from '../../media/image-urls.ts';
import { refuse } from '../../refuse.ts';
import { isPreviewToken } from '../../secrets/preview-token.ts';
import type { ListingRow } from '../catalog.sql.ts';
import { listSiblings, presentProducts } from '../catalog.ts';
import { presentRef, presentRow } from '../catalog.view.ts';
import type { CatalogIndex } from '../index/catalog-index.ts';
import { categoryTree, unpublishedSource } from '../listing/listing.sql.ts';
import { computeSaving, loadBundleItems } from './bundles.ts';
import { type DetailRow, productByIdOrSlug, stockOfRows } from './products.sql.ts';

/** Width in pixels of the picture for link previews (`og:image`). */
const OG_WIDTH = 1200;
/** Number of similar products. */
const SIMILAR_PRODUCTS = 8;

/** A catalogue id as text, small enough for the database's bigint. */
const ID_PATTERN = /^[1-9]\d{0,17}$/;

const findRow = (ctx: Ctx, idOrSlug: string) =>
  ctx.db.row(productByIdOrSlug, [idOrSlug, ID_PATTERN.test(idOrSlug) ? idOrSlug : null]);

/**
 * Loads companions, sold-out ones last, and similar products: the most popular of the main category, then of its
 * parent. One statement.
 */
async function loadNeighbours(
  ctx: Ctx,
  index: CatalogIndex,
  { product_id, doc }: ListingRow,
  companionIds: readonly number[],
): Promise<Pick<Product, 'companions' | 'similar'>> {
  const path = doc.categories.slice(0, doc.path_length);
  const categories = [path.at(-1), path.at(-2)].flatMap((category) => category?.id ?? []);
  const similarIds = await index.findSimilar({ product_id, categories }, SIMILAR_PRODUCTS);
  const rows = await presentProducts(ctx, [...new Set([...companionIds, ...similarIds])]);
  const byId = new Map(rows.map((row) => [Number(row.id), row]));
  const pickRows = (ids: readonly number[]): ProductRow[] => ids.flatMap((id) => byId.get(id) ?? []);
  const companions = pickRows(companionIds).sort((a, b) => Number(a.out_of_stock) - Number(b.out_of_stock));
  return { companions, similar: pickRows(similarIds) };
}

const regionNames = {
  en: new Intl.DisplayNames('en', { type: 'region' }),
  zh: new Intl.DisplayNames('zh-CN', { type: 'region' }),
};

const nameCountry = (lang: Lang, code: string | null): string | null =>
  code === null ? null : (regionNames[lang].of(code) ?? null);

/** Returns the product's texts for search engines, in the language of its name. */
const presentSeo = (lang: Lang, details: DetailRow): Product['seo'] =>
  lang === 'zh'
    ? { title: details.seo_title_zh, description: details.seo_description_zh }
    : { title: details.seo_title_en, description: details.seo_description_en };

/** Pattern of eggs among allergens, in English, Malay and Chinese; it excludes protein (蛋白) and eggplant. */
const EGG_PATTERN = /\beggs?\b|\btelur\b|鸡蛋|蛋(?!白)/i;

/** Renames the need of a vegetarian product with eggs: in Chinese, 素食 alone means without eggs. */
function nameDietary(lang: Lang, needs: Product['dietary'], allergens: readonly string[]): Product['dietary'] {
  if (!allergens.some((name) => EGG_PATTERN.test(name))) return needs;
  const name = word(lang, 'dietary.vegetarian_with_egg');
  return needs.map((need) => (need.slug === 'vegetarian' ? { ...need, name } : need));
}

async function presentProduct(ctx: Ctx, index: CatalogIndex, row: ListingRow, details: DetailRow): Promise<Product> {
  const shown = presentRow(ctx, row);
  const items = row.doc.parts.length > 0 ? await loadBundleItems(ctx, [row.product_id]) : null;
  const bundle_items = items?.get(row.product_id) ?? [];
  const isChinese = inLang(ctx.lang, details.description_en, details.description_zh).lang === 'zh';
  const texts = (isChinese ? details.texts_zh : null) ?? details.texts_en;
  return {
    ...shown,
    dietary: nameDietary(ctx.lang, shown.dietary, texts.allergens ?? []),
    sku: details.sku,
    barcode: details.barcode,
    seo: presentSeo(shown.text_lang, details),
    description: textIn(ctx.lang, details.description_en, details.description_zh),
    images: [row.doc.image, ...details.images].map((hash, index) => {
      const alt = details.image_alts[index];
      return { ...imageUrls(hash), alt: alt ? textIn(ctx.lang, alt.en ?? '', alt.zh) || null : null };
    }),
    ingredients: texts.ingredients ?? null,
    allergens: texts.allergens ?? [],
    storage: texts.storage ?? null,
    origin: texts.origin ?? nameCountry(ctx.lang, details.origin_country),
    halal_certificate: texts.halal_certificate ?? null,
    nutrition: texts.nutrition ?? [],
    breadcrumbs: row.doc.categories.slice(0, row.doc.path_length).map((category) => presentRef(ctx.lang, category)),
    bundle_items,
    saving: computeSaving(computeItemPrice(shown), bundle_items),
    ...(await loadNeighbours(ctx, index, row, details.companions)),
    og_image: imageUrl(row.doc.image, OG_WIDTH, 'jpg'),
  };
}

/**
 * Finds a product by id or slug in full detail. Refuses removed products with 410 `product.removed`, and unknown or
 * unpublished ones with 404.
 */
export async function readProduct(ctx: Ctx, index: CatalogIndex, idOrSlug: string): Promise<Product> {
  const row = await findRow(ctx, idOrSlug);
  if (row === null) return refuse('request.not_found');
  const { doc, ...details } = row;
  if (doc === null) return refuse(row.status === 'archived' ? 'product.removed' : 'request.not_found');
  return presentProduct(ctx, index, { ...details, doc }, details);
}

/** Builds the listing row of an unlisted product without storing it. */
async function buildUnlistedRow(ctx: Ctx, id: number): Promise<ListingRow | null> {
  const source = await ctx.db.row(unpublishedSource, [[id], ctx.now]);
  if (source === null) return null;
  const tree = new Map((await ctx.db.rows(categoryTree)).map((category) => [category.id, category]));
  // Imported lazily: only previews need the pinyin dictionary (20 MB).
  const { buildListingRow } = await import('../listing/listing-row.ts');
  const { doc, stock_ids } = buildListingRow(source, tree);
  const stock = (await ctx.db.row(stockOfRows, [stock_ids]))?.stock ?? null;
  return { product_id: id, doc, created_at: source.created_at, stock };
}

/**
 * Returns a product of any status to the holder of a preview token (`npm run catalog:preview`). Checks the token first
 * and refuses with `code.invalid`, so that responses do not reveal which drafts exist.
 */
export async function previewProduct(ctx: Ctx, index: CatalogIndex, slug: string, token: string): Promise<Product> {
  if (!isPreviewToken(ctx.shop.secret, slug, token, ctx.now)) return refuse('code.invalid');
  const row = await findRow(ctx, slug);
  const listing = row === null ? null : await buildUnlistedRow(ctx, row.product_id);
  return row === null || listing === null ? refuse('request.not_found') : presentProduct(ctx, index, listing, row);
}

/**
 * Lists the other products in the main category of a current or removed product, paginated.
 * Refuses products that were never published with 404.
 */
export async function listRelated(
  ctx: Ctx,
  index: CatalogIndex,
  { slug, ...query }: ProductQuery & { slug: string },
): Promise<ListPage<ProductRow>> {
  const row = await findRow(ctx, slug);
  if (row === null || (row.doc === null && row.status !== 'archived')) return refuse('request.not_found');
  ctx.cacheTags.products.add(row.product_id);
  return listSiblings(ctx, index, query, row);
}
