/** Categories, brands and products as they travel (api.md "Shapes that outside checks rely on"). */
import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { listOf, listQuery, MAX_CATEGORY_LIMIT } from './list.ts';
import { money } from './money.ts';
import { image, slug, textLang, time } from './wire.ts';

const lang = v.object({ lang: v.optional(v.string()) });

/** The pastel ground behind an aisle's packs. */
export const stage = v.picklist(['snack', 'fresh', 'drink', 'dairy', 'home', 'pantry', 'sweet']);

export const namedRef = v.object({ id: v.string(), name: v.string(), slug: v.string() });

export const category = v.object({
  id: v.string(),
  slug: v.string(),
  name: v.string(),
  parent: v.nullable(namedRef),
  /** Slugs from the root down to the parent, for the spec's link building. */
  ancestors: v.array(v.string()),
  stage,
  image,
  show_in_brand: v.boolean(),
  show_in_sidemenu: v.boolean(),
  show_in_footer: v.boolean(),
  /** Published products in it and below it. */
  products_count: v.number(),
});
export type Category = v.InferInput<typeof category>;

/** A category with its children, for the mega menu and the aisle sheet. */
export const navCategory = v.object({ ...category.entries, children: v.array(category) });
export type NavCategory = v.InferInput<typeof navCategory>;

export const brand = v.object({
  id: v.string(),
  slug: v.string(),
  name: v.string(),
  image,
  products_count: v.number(),
});
export type Brand = v.InferInput<typeof brand>;

export const inventory = v.object({
  quantity: v.number(),
  min_qty: v.number(),
  is_continuous_selling: v.boolean(),
});

export const tierPrice = v.object({ qty: v.number(), tier_price: money() });

/** Price of 100 g, 100 ml or a piece. */
export const unitPrice = v.object({ price: money(), per: v.picklist(['100 g', '100 ml', 'pc']) });

export const variationOption = v.object({
  id: v.string(),
  title: v.string(),
  image,
  price: money(),
  sale_price: v.nullable(money()),
  sale_ends_at: v.nullable(time()),
  /** As the product's own where the option costs the same; an option of another price has none. */
  group_price: v.nullable(money()),
  tier_prices: v.array(tierPrice),
  quantity: v.number(),
  inventory: v.nullable(inventory),
  unit_price: v.nullable(unitPrice),
});
export type VariationOption = v.InferInput<typeof variationOption>;

/** A product in a list. `price` is the regular price, `sale_price` the one running now, else null (readings 29). */
export const productRow = v.object({
  id: v.string(),
  slug: v.string(),
  /** What the card shows. */
  name: v.string(),
  /** Which language `name` and `title` are in. */
  text_lang: textLang,
  /** The full name, size included. */
  title: v.string(),
  /** The size or number of pieces, such as `120 g`. */
  variant: v.nullable(v.string()),
  type: v.picklist(['simple', 'variable', 'voucher']),
  image,
  stage,
  price: money(),
  sale_price: v.nullable(money()),
  sale_ends_at: v.nullable(time()),
  group_price: v.nullable(money()),
  tier_prices: v.array(tierPrice),
  /** Whole percent that the running price is below the regular one, rounded down; null without a reduction. */
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
  stage,
  variation_option_id: v.nullable(v.string()),
  quantity: v.number(),
  price: money(),
});

/** One product, whole. */
export const product = v.object({
  ...productRow.entries,
  /** Sanitised HTML. */
  description: v.string(),
  images: v.array(image),
  ingredients: v.nullable(v.string()),
  allergens: v.array(v.string()),
  storage: v.nullable(v.string()),
  origin: v.nullable(v.string()),
  halal_certificate: v.nullable(v.string()),
  /** Name → amount per 100 g or 100 ml. */
  nutrition: v.array(v.object({ name: v.string(), amount: v.string() })),
  /** From the root to the product's aisle. */
  breadcrumbs: v.array(namedRef),
  bundle_items: v.array(bundleItem),
  /** What a bundle saves against its parts bought alone. */
  saving: v.nullable(money()),
  /** Similar products of the same aisle. */
  similar: v.array(productRow),
  /** Open Graph picture, 1200×630. */
  og_image: v.string(),
});
export type Product = v.InferInput<typeof product>;

const productList = { who: 'open', query: listQuery(), response: listOf(productRow), cacheable: true } as const;

export const catalogEndpoints = {
  'catalog.categories': endpoint('catalog.categories', {
    who: 'open',
    summary: 'Categories as a flat list',
    query: listQuery(MAX_CATEGORY_LIMIT),
    response: listOf(category),
    cacheable: true,
  }),
  'catalog.category': endpoint('catalog.category', {
    who: 'open',
    summary: 'One category by id or slug',
    params: v.object({ id: slug() }),
    query: lang,
    response: category,
    refusals: ['request.not_found'],
    cacheable: true,
  }),
  'catalog.navCategories': endpoint('catalog.navCategories', {
    who: 'open',
    summary: 'The navigation tree',
    query: listQuery(MAX_CATEGORY_LIMIT),
    response: listOf(navCategory),
    cacheable: true,
  }),
  'catalog.brands': endpoint('catalog.brands', {
    who: 'open',
    summary: 'Brands',
    query: listQuery(),
    response: listOf(brand),
    cacheable: true,
  }),
  'catalog.brand': endpoint('catalog.brand', {
    who: 'open',
    summary: 'One brand by id or slug',
    params: v.object({ id: slug() }),
    query: lang,
    response: brand,
    refusals: ['request.not_found'],
    cacheable: true,
  }),
  'catalog.products': endpoint('catalog.products', { ...productList, summary: 'Products, with the list pattern' }),
  'catalog.product': endpoint('catalog.product', {
    who: 'open',
    summary: 'One product by slug or id',
    params: v.object({ slug: slug() }),
    query: lang,
    response: product,
    refusals: ['request.not_found'],
    cacheable: true,
  }),
  'catalog.bestSellers': endpoint('catalog.bestSellers', { ...productList, summary: 'Collection: best sellers' }),
  'catalog.shockingDeals': endpoint('catalog.shockingDeals', {
    ...productList,
    summary: 'Collection: products in a running deal, ending soonest first',
  }),
  'catalog.bundles': endpoint('catalog.bundles', { ...productList, summary: 'Collection: bundles' }),
  'catalog.search': endpoint('catalog.search', {
    ...productList,
    summary: 'Products that match `keyword`, in English or Chinese',
  }),
};
