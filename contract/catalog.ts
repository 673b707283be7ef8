/** Shapes and endpoints of categories, brands and products (docs/api.md#shapes-that-clients-rely-on). */
import { BACKDROPS } from '@shop/core/catalog/backdrops';
import { UNIT_PRICE_BASES } from '@shop/core/catalog/unit-price';
import * as v from 'valibot';
import { endpoint } from './api/endpoint.ts';
import { id, image, queryFlag, queryInt, queryText, slug, textLang, time } from './common-schemas.ts';
import { listPage, listQuery, MAX_CATEGORY_LIMIT } from './list-query.ts';
import { money, moneyIn } from './money.ts';

/** The backdrop behind product pictures of a category. */
export const backdrop = v.picklist(BACKDROPS);

export const namedRef = v.object({ id: v.string(), name: v.string(), slug: v.string() });

export const category = v.object({
  id: v.string(),
  slug: v.string(),
  name: v.string(),
  parent: v.nullable(namedRef),
  /** Slugs from the root down to the parent, for links. */
  ancestors: v.array(v.string()),
  stage: backdrop,
  image,
  show_in_brand: v.boolean(),
  show_in_sidemenu: v.boolean(),
  show_in_footer: v.boolean(),
  /** Published products in the category and its descendants. */
  products_count: v.number(),
});
export type Category = v.InferInput<typeof category>;

/** A category with its children, for the menus. */
export const navCategory = v.object({ ...category.entries, children: v.array(category) });
export type NavCategory = v.InferInput<typeof navCategory>;

export const brand = v.object({
  id: v.string(),
  slug: v.string(),
  name: v.string(),
  /** The name in the response's language beside the wordmark (`name`); null without one. */
  local_name: v.nullable(v.string()),
  image,
  products_count: v.number(),
});
export type Brand = v.InferInput<typeof brand>;

/** A dietary need (`/dietary`), such as vegetarian or gluten-free. */
export const dietary = v.object({ id: v.string(), slug: v.string(), name: v.string(), products_count: v.number() });
export type Dietary = v.InferInput<typeof dietary>;

export const inventory = v.object({
  quantity: v.number(),
  min_qty: v.number(),
  is_continuous_selling: v.boolean(),
});

export const tierPrice = v.object({ qty: v.number(), tier_price: money() });

/** Price of 100 g, 100 ml or one piece. `amount` is the number of these in the pack, for the unit price of a tier. */
export const unitPrice = v.object({ price: money(), per: v.picklist(UNIT_PRICE_BASES), amount: v.number() });

export const variationOption = v.object({
  id: v.string(),
  title: v.string(),
  image,
  price: money(),
  sale_price: v.nullable(money()),
  sale_ends_at: v.nullable(time()),
  /** The product's group price if the option has the same price, else null. */
  group_price: v.nullable(money()),
  tier_prices: v.array(tierPrice),
  quantity: v.number(),
  inventory: v.nullable(inventory),
  unit_price: v.nullable(unitPrice),
});
export type VariationOption = v.InferInput<typeof variationOption>;

/** A product in a list. `price` is the regular price, `sale_price` the current sale or null (docs/readings.md#29). */
export const productRow = v.object({
  id: v.string(),
  slug: v.string(),
  /** The short name, for cards. */
  name: v.string(),
  /** The language of `name` and `title`. */
  text_lang: textLang,
  /** The full name, size included. */
  title: v.string(),
  /** The size or number of pieces, such as `120 g`. */
  variant: v.nullable(v.string()),
  type: v.picklist(['simple', 'variable', 'voucher']),
  image,
  stage: backdrop,
  price: money(),
  sale_price: v.nullable(money()),
  sale_ends_at: v.nullable(time()),
  group_price: v.nullable(money()),
  tier_prices: v.array(tierPrice),
  /** Whole percent of reduction, rounded down; null without one. */
  discount_percent: v.nullable(v.number()),
  unit_price: v.nullable(unitPrice),
  quantity: v.number(),
  inventory: v.nullable(inventory),
  min_sale_qty: v.number(),
  max_sale_qty: v.number(),
  out_of_stock: v.boolean(),
  bulky: v.boolean(),
  is_bundle: v.boolean(),
  is_new: v.boolean(),
  brand: v.nullable(namedRef),
  categories: v.array(namedRef),
  tags: v.array(namedRef),
  dietary: v.array(namedRef),
  variation_options: v.array(variationOption),
});
export type ProductRow = v.InferInput<typeof productRow>;

export const bundleItem = v.object({
  id: v.string(),
  slug: v.string(),
  name: v.string(),
  title: v.string(),
  image,
  stage: backdrop,
  variation_option_id: v.nullable(v.string()),
  quantity: v.number(),
  price: money(),
});
export type BundleItem = v.InferInput<typeof bundleItem>;

/** A bundle in a list; `bundle_items` is empty for other products. */
export const bundle = v.object({
  ...productRow.entries,
  bundle_items: v.array(bundleItem),
  /** Savings compared with its parts bought one by one. */
  saving: v.nullable(money()),
});
export type Bundle = v.InferInput<typeof bundle>;

/** A product with all its details. */
export const product = v.object({
  ...bundle.entries,
  sku: v.nullable(v.string()),
  /** EAN or UPC. */
  barcode: v.nullable(v.string()),
  /** Texts for search engines that replace title and description. */
  seo: v.object({ title: v.nullable(v.string()), description: v.nullable(v.string()) }),
  /** Sanitized HTML. */
  description: v.string(),
  /** The product's own picture first; `alt` is its alternative text, if it has one. */
  images: v.array(v.object({ ...image.entries, alt: v.nullable(v.string()) })),
  ingredients: v.nullable(v.string()),
  allergens: v.array(v.string()),
  storage: v.nullable(v.string()),
  origin: v.nullable(v.string()),
  halal_certificate: v.nullable(v.string()),
  /** Amounts per 100 g or 100 ml. */
  nutrition: v.array(v.object({ name: v.string(), amount: v.string() })),
  /** Categories from the root to the product's own. */
  breadcrumbs: v.array(namedRef),
  /** Similar products of the same category. */
  similar: v.array(productRow),
  /** Products often bought with it, for "Goes well with". */
  companions: v.array(productRow),
  /** Open Graph picture, 1200×630. */
  og_image: v.string(),
});
export type Product = v.InferInput<typeof product>;

/**
 * The query of a product list: the list pattern and the filters of docs/api.md. Comma-separated values of a parameter
 * are alternatives; different parameters must all match (docs/ux.md#rule-8).
 */
const productQuery = v.object({
  ...listQuery().entries,
  /** Dietary slugs. */
  dietary: v.optional(queryText(2048)),
  /** Inclusive bounds of the current price, in ringgit. */
  min_price: v.optional(moneyIn()),
  max_price: v.optional(moneyIn()),
  on_sale: v.optional(queryFlag()),
});
export type ProductQuery = v.InferOutput<typeof productQuery>;

/** Parts of the endpoints that return one product of a list. */
const listedProduct = {
  access: 'open',
  params: v.object({ id: id() }),
  response: productRow,
  refusals: ['request.not_found'],
  cacheable: 'list',
} as const;

const productList = { access: 'open', query: productQuery, response: listPage(productRow), cacheable: 'list' } as const;

/**
 * A filter value with the number of products it would leave, given the other filter groups but not its own. Values
 * with 0 are listed too.
 */
const facetValue = v.object({ ...namedRef.entries, count: v.number() });

/** The filters available for a list. */
export const facets = v.object({
  /** Products that match the query. */
  total: v.number(),
  brands: v.array(facetValue),
  /** The root categories and those below the query's categories; `parent` is a slug. */
  categories: v.array(v.object({ ...facetValue.entries, parent: v.nullable(v.string()) })),
  dietary: v.array(facetValue),
  /** Price range ignoring the query's own bounds; null without matches. */
  price: v.nullable(v.object({ min_price: money(), max_price: money() })),
  on_sale: v.number(),
  in_stock: v.number(),
});
export type Facets = v.InferInput<typeof facets>;

/** Ranked search results with their facets. */
export const searchResults = v.object({
  ...listPage(productRow).entries,
  facets,
  /** The corrected keyword, if the typed one has no matches. */
  corrected: v.nullable(v.string()),
  /** Whether no product has all words of the keyword: the results match some of them. */
  partial: v.boolean(),
  /**
   * A well-known brand of the keyword that the shop does not sell: the results are of the kind that the brand is known
   * for.
   */
  not_sold: v.nullable(v.string()),
});

/** Suggestions while typing. */
export const suggestions = v.object({
  /** Terms that complete the typed text, or mean the same. */
  keywords: v.array(v.string()),
  categories: v.array(v.object({ ...namedRef.entries, ancestors: v.array(v.string()), count: v.number() })),
  brands: v.array(v.object({ ...namedRef.entries, count: v.number() })),
  /** At most four. */
  products: v.array(productRow),
});
export type Suggestions = v.InferInput<typeof suggestions>;

/** A future deal. */
export const upcomingDeal = v.object({
  product: productRow,
  deal_price: money(),
  starts_at: time(),
  ends_at: v.nullable(time()),
});

/** Current deals with the end of the next one to end, and the next deals to start. */
export const shockingDeals = v.object({
  ...listPage(productRow).entries,
  ends_at: v.nullable(time()),
  next: v.array(upcomingDeal),
});
export type ShockingDeals = v.InferInput<typeof shockingDeals>;

/** The highest and default number of future deals. */
export const MAX_NEXT_DEALS = 24;

export const catalogEndpoints = {
  'catalog.categories': endpoint('catalog.categories', {
    access: 'open',
    summary: 'Categories as a flat list',
    query: listQuery(MAX_CATEGORY_LIMIT),
    response: listPage(category),
    cacheable: 'list',
  }),
  'catalog.category': endpoint('catalog.category', {
    access: 'open',
    summary: 'One category by id or slug',
    params: v.object({ id: slug() }),
    response: category,
    refusals: ['request.not_found'],
    cacheable: 'list',
  }),
  'catalog.navCategories': endpoint('catalog.navCategories', {
    access: 'open',
    summary: 'The navigation tree',
    query: listQuery(MAX_CATEGORY_LIMIT),
    response: listPage(navCategory),
    cacheable: 'list',
  }),
  'catalog.brandCategories': endpoint('catalog.brandCategories', {
    access: 'open',
    summary: 'Categories that hold a brand’s products',
    query: v.object({ ...listQuery(MAX_CATEGORY_LIMIT).entries, brand: v.optional(slug()) }),
    response: listPage(category),
    cacheable: 'list',
  }),
  'catalog.categoryBrands': endpoint('catalog.categoryBrands', {
    access: 'open',
    summary: 'Brands with products in the requested categories, A to Z',
    query: listQuery(),
    response: listPage(brand),
    cacheable: 'list',
  }),
  'catalog.brands': endpoint('catalog.brands', {
    access: 'open',
    summary: 'Brands',
    query: listQuery(),
    response: listPage(brand),
    cacheable: 'list',
  }),
  'catalog.brand': endpoint('catalog.brand', {
    access: 'open',
    summary: 'One brand by id or slug',
    params: v.object({ id: slug() }),
    response: brand,
    refusals: ['request.not_found'],
    cacheable: 'list',
  }),
  'catalog.dietaries': endpoint('catalog.dietaries', {
    access: 'open',
    summary: 'Dietary needs',
    query: listQuery(),
    response: listPage(dietary),
    cacheable: 'list',
  }),
  'catalog.dietary': endpoint('catalog.dietary', {
    access: 'open',
    summary: 'One dietary need by id or slug',
    params: v.object({ id: slug() }),
    response: dietary,
    refusals: ['request.not_found'],
    cacheable: 'list',
  }),
  'catalog.products': endpoint('catalog.products', { ...productList, summary: 'Products, with the list pattern' }),
  'catalog.product': endpoint('catalog.product', {
    access: 'open',
    summary: 'One product by slug or id',
    params: v.object({ slug: slug() }),
    response: product,
    refusals: ['request.not_found', 'product.removed'],
    cacheable: 'products',
  }),
  'catalog.productBySlug': endpoint('catalog.productBySlug', {
    access: 'open',
    summary: 'One product by `slug`',
    query: v.object({ slug: slug() }),
    response: product,
    refusals: ['request.not_found', 'product.removed'],
    cacheable: 'products',
  }),
  'catalog.preview': endpoint('catalog.preview', {
    access: 'open',
    summary: 'An unpublished product, with a signed token that has not expired',
    query: v.object({ slug: slug(), token: queryText(500) }),
    response: product,
    refusals: ['request.not_found', 'code.invalid'],
  }),
  'catalog.related': endpoint('catalog.related', {
    ...productList,
    summary: 'Products similar to that of `slug`, which may have been removed',
    query: v.object({ ...productQuery.entries, slug: slug() }),
    refusals: ['request.not_found'],
  }),
  'catalog.bestSellers': endpoint('catalog.bestSellers', { ...productList, summary: 'Collection: best sellers' }),
  'catalog.bestSellersGrocery': endpoint('catalog.bestSellersGrocery', {
    ...productList,
    summary: 'Collection: best sellers among groceries',
  }),
  'catalog.popular': endpoint('catalog.popular', {
    ...productList,
    summary: 'Collection: in most orders of the last weeks',
  }),
  'catalog.cookies': endpoint('catalog.cookies', { ...productList, summary: 'Collection: cookies' }),
  'catalog.chips': endpoint('catalog.chips', { ...productList, summary: 'Collection: chips' }),
  'catalog.popcornJerky': endpoint('catalog.popcornJerky', {
    ...productList,
    summary: 'Collection: popcorn and jerky',
  }),
  'catalog.freshVegetables': endpoint('catalog.freshVegetables', {
    ...productList,
    summary: 'Collection: fresh vegetables',
  }),
  'catalog.shockingDeals': endpoint('catalog.shockingDeals', {
    ...productList,
    summary: 'Collection: products in a running deal, ending soonest first, and the `next` deals that begin',
    query: v.object({ ...productQuery.entries, next: v.optional(queryInt(0, MAX_NEXT_DEALS)) }),
    response: shockingDeals,
  }),
  'catalog.bundles': endpoint('catalog.bundles', {
    ...productList,
    summary: 'Collection: bundles, with what is in them and what they save',
    response: listPage(bundle),
  }),
  'catalog.search': endpoint('catalog.search', {
    ...productList,
    summary: 'Products that match `keyword`, best first, in English, Chinese or Malay, spelling errors forgiven',
    response: searchResults,
  }),
  'catalog.suggestions': endpoint('catalog.suggestions', {
    access: 'open',
    summary: 'What to suggest while `keyword` is typed',
    query: v.object({ keyword: v.optional(queryText(2048)) }),
    response: suggestions,
    cacheable: 'list',
  }),
  'catalog.facets': endpoint('catalog.facets', {
    access: 'open',
    summary: 'What a list of products can be narrowed by, with counts; it takes the list’s own query',
    query: productQuery,
    response: facets,
    cacheable: 'list',
  }),
  'catalog.recent': endpoint('catalog.recent', {
    access: 'guest',
    summary: 'Products seen last, newest first, of this customer or `x-session`',
    query: listQuery(),
    response: listPage(productRow),
  }),
  'catalog.bestSeller': endpoint('catalog.bestSeller', { ...listedProduct, summary: 'One best seller' }),
  'catalog.bestSellerGrocery': endpoint('catalog.bestSellerGrocery', {
    ...listedProduct,
    summary: 'One best seller among groceries',
  }),
  'catalog.popularProduct': endpoint('catalog.popularProduct', {
    ...listedProduct,
    summary: 'One product of the collection “popular”',
  }),
  'catalog.cookie': endpoint('catalog.cookie', {
    ...listedProduct,
    summary: 'One product of the collection “cookies”',
  }),
  'catalog.chip': endpoint('catalog.chip', { ...listedProduct, summary: 'One product of the collection “chips”' }),
  'catalog.popcornOrJerky': endpoint('catalog.popcornOrJerky', {
    ...listedProduct,
    summary: 'One product of the collection “popcorn and jerky”',
  }),
  'catalog.freshVegetable': endpoint('catalog.freshVegetable', {
    ...listedProduct,
    summary: 'One product of the collection “fresh vegetables”',
  }),
  'catalog.shockingDeal': endpoint('catalog.shockingDeal', {
    ...listedProduct,
    summary: 'One product in a running deal',
  }),
  'catalog.bundle': endpoint('catalog.bundle', {
    ...listedProduct,
    summary: 'One bundle, with what is in it and what it saves',
    response: bundle,
  }),
  'catalog.recentProduct': endpoint('catalog.recentProduct', {
    access: 'guest',
    summary: 'One of the products seen last',
    params: v.object({ id: id() }),
    response: productRow,
    refusals: ['request.not_found'],
  }),
  'catalog.addRecent': endpoint('catalog.addRecent', {
    access: 'guest',
    summary: 'Notes that a product was looked at',
    body: v.object({ slug: slug() }),
    response: v.object({ success: v.boolean() }),
    refusals: ['request.not_found'],
  }),
};
