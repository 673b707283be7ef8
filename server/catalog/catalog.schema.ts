/** Tables of the catalogue: what is sold, at what price, and how much of it there is. Money in sen, weights in grams. */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { images } from '../content/content.schema.ts';
import type { Stage } from '../media/image-spec.ts';
import type { ListingDoc } from './listing/listing-document.ts';

const identity = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
const reference = () => bigint({ mode: 'number' });
const moment = () => timestamp({ withTimezone: true });
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

export const categories = pgTable(
  'categories',
  {
    id: identity(),
    slug: text().notNull().unique(),
    parent_id: reference().references((): AnyPgColumn => categories.id),
    name_en: text().notNull(),
    name_zh: text(),
    stage: text().$type<Stage>().notNull(),
    position: integer().notNull(),
    image_hash: text()
      .notNull()
      .references(() => images.hash),
    show_in_sidemenu: boolean().notNull().default(true),
    show_in_footer: boolean().notNull().default(false),
    show_in_brand: boolean().notNull().default(false),
  },
  (table) => [
    index('categories_parent').on(table.parent_id, table.position),
    check('categories_not_own_parent', sql`${table.parent_id} <> ${table.id}`),
  ],
);

export const brands = pgTable('brands', {
  id: identity(),
  slug: text().notNull().unique(),
  name: text().notNull(),
  image_hash: text()
    .notNull()
    .references(() => images.hash),
});

export const dietaries = pgTable('dietaries', {
  id: identity(),
  slug: text().notNull().unique(),
  position: integer().notNull(),
  name_en: text().notNull(),
  name_zh: text(),
});

export const tags = pgTable('tags', {
  id: identity(),
  slug: text().notNull().unique(),
  name_en: text().notNull(),
  name_zh: text(),
});

/** A product's longer texts, in one language. */
export type ProductTexts = {
  ingredients?: string;
  allergens?: string[];
  storage?: string;
  origin?: string;
  nutrition?: { name: string; amount: string }[];
  /** Number of its certificate, where it is halal. */
  halal_certificate?: string;
};

export const products = pgTable(
  'products',
  {
    id: identity(),
    slug: text().notNull().unique(),
    type: text().$type<'simple' | 'variable' | 'voucher'>().notNull(),
    status: text().$type<'draft' | 'published' | 'archived'>().notNull(),
    /** What makes the import's upsert find it again; the seed's slug otherwise. */
    sku: text(),
    brand_id: reference().references(() => brands.id),
    /** The aisle it stands in, for breadcrumbs and its stage. */
    category_id: reference()
      .notNull()
      .references(() => categories.id),
    name_en: text().notNull(),
    name_zh: text(),
    title_en: text().notNull(),
    title_zh: text(),
    variant_en: text(),
    variant_zh: text(),
    /** Sanitised HTML. */
    description_en: text().notNull().default(''),
    description_zh: text(),
    texts_en: jsonb().$type<ProductTexts>().notNull().default({}),
    texts_zh: jsonb().$type<ProductTexts>(),
    /** Regular price; of a variable product the lowest of its options. */
    price: integer().notNull(),
    min_sale_qty: integer().notNull().default(1),
    /** 0: no limit (spec §9). */
    max_sale_qty: integer().notNull().default(0),
    bulky: boolean().notNull().default(false),
    weight: integer().notNull().default(0),
    /** Amount for the unit price, in `size_unit`. */
    size_amount: integer(),
    size_unit: text().$type<'g' | 'ml' | 'pc'>(),
    image_hash: text()
      .notNull()
      .references(() => images.hash),
    /** Position among featured products; null where it is not featured. */
    featured: integer(),
    /** Pieces sold within the window of `product_sales`, the base of best sellers; kept by the daily job. */
    sales_count: integer().notNull().default(0),
    /** Orders that held it within the window: "most order" and what is popular. */
    orders_count: integer().notNull().default(0),
    /** For sale from then on, if its status says so. */
    published_at: moment().notNull(),
    created_at: moment().notNull(),
    updated_at: moment().notNull(),
  },
  (table) => [
    uniqueIndex('products_sku').on(table.sku).where(sql`${table.sku} is not null`),
    index('products_category').on(table.category_id),
    index('products_brand').on(table.brand_id),
    // What was to come when it was written last; the clock's writing takes it out (`publishDue`).
    index('products_scheduled').on(table.published_at).where(sql`${table.published_at} > ${table.updated_at}`),
    check('products_price', sql`${table.price} >= 0`),
    check('products_type', sql`${table.type} in ('simple', 'variable', 'voucher')`),
    check('products_status', sql`${table.status} in ('draft', 'published', 'archived')`),
    check(
      'products_limits',
      sql`${table.min_sale_qty} >= 1 and ${table.max_sale_qty} >= 0 and (${table.max_sale_qty} = 0 or ${table.max_sale_qty} >= ${table.min_sale_qty})`,
    ),
    check('products_weight', sql`${table.weight} >= 0`),
    check(
      'products_size',
      sql`(${table.size_amount} is null) = (${table.size_unit} is null) and (${table.size_amount} is null or ${table.size_amount} > 0)`,
    ),
  ],
);

/** Further pictures of a product; its first is `products.image_hash`. */
export const productImages = pgTable(
  'product_images',
  {
    product_id: reference()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    image_hash: text()
      .notNull()
      .references(() => images.hash),
  },
  (table) => [primaryKey({ columns: [table.product_id, table.position] })],
);

export const variationOptions = pgTable(
  'variation_options',
  {
    id: identity(),
    product_id: reference()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    sku: text(),
    title_en: text().notNull(),
    title_zh: text(),
    price: integer().notNull(),
    weight: integer().notNull().default(0),
    size_amount: integer(),
    size_unit: text().$type<'g' | 'ml' | 'pc'>(),
    bulky: boolean().notNull().default(false),
    image_hash: text()
      .notNull()
      .references(() => images.hash),
    /** An option that is no longer sold stays for old orders. */
    is_active: boolean().notNull().default(true),
  },
  (table) => [
    unique('variation_options_of_product').on(table.product_id, table.id),
    index('variation_options_product').on(table.product_id, table.position),
    uniqueIndex('variation_options_sku').on(table.sku).where(sql`${table.sku} is not null`),
    check('variation_options_price', sql`${table.price} >= 0`),
    check(
      'variation_options_size',
      sql`(${table.size_amount} is null) = (${table.size_unit} is null) and (${table.size_amount} is null or ${table.size_amount} > 0)`,
    ),
  ],
);

/**
 * A stock row: of a product, or of one of its options. Bundles have none, their stock derives from the parts.
 * Never below zero unless selling goes on without stock.
 */
export const inventory = pgTable(
  'inventory',
  {
    id: identity(),
    product_id: reference()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    variation_option_id: reference(),
    quantity: integer().notNull(),
    min_qty: integer().notNull().default(0),
    is_continuous_selling: boolean().notNull().default(false),
  },
  (table) => [
    unique('inventory_of').on(table.product_id, table.variation_option_id).nullsNotDistinct(),
    foreignKey({
      name: 'inventory_option_of_product',
      columns: [table.product_id, table.variation_option_id],
      foreignColumns: [variationOptions.product_id, variationOptions.id],
    }).onDelete('cascade'),
    check('inventory_never_oversold', sql`${table.quantity} >= 0 or ${table.is_continuous_selling}`),
    check('inventory_min_qty', sql`${table.min_qty} >= 0`),
  ],
);

export const tierPrices = pgTable(
  'tier_prices',
  {
    product_id: reference()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    qty: integer().notNull(),
    tier_price: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.product_id, table.qty] }),
    check('tier_prices_positive', sql`${table.qty} >= 1 and ${table.tier_price} >= 0`),
  ],
);

/** Groups of customers with prices of their own; loyalty assigns them by tier (readings 22). */
export const customerGroups = pgTable('customer_groups', {
  id: identity(),
  code: text().notNull().unique(),
});

export const groupPrices = pgTable(
  'group_prices',
  {
    product_id: reference()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    group_id: reference()
      .notNull()
      .references(() => customerGroups.id, { onDelete: 'cascade' }),
    group_price: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.product_id, table.group_id] }),
    check('group_prices_positive', sql`${table.group_price} >= 0`),
  ],
);

/** A price for a while, of a product or of one of its options; the lowest running one counts. */
export const sales = pgTable(
  'sales',
  {
    id: identity(),
    product_id: reference()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    variation_option_id: reference(),
    sale_price: integer().notNull(),
    starts_at: moment().notNull(),
    /** Null: until further notice. */
    ends_at: moment(),
    /** Shown among the shocking deals. */
    is_deal: boolean().notNull().default(false),
  },
  (table) => [
    unique('sales_window')
      .on(table.product_id, table.variation_option_id, table.starts_at, table.is_deal)
      .nullsNotDistinct(),
    foreignKey({
      name: 'sales_option_of_product',
      columns: [table.product_id, table.variation_option_id],
      foreignColumns: [variationOptions.product_id, variationOptions.id],
    }).onDelete('cascade'),
    check('sales_price', sql`${table.sale_price} >= 0`),
    check('sales_order', sql`${table.ends_at} is null or ${table.starts_at} < ${table.ends_at}`),
  ],
);

/** What a bundle holds (readings 30). A bundle is a simple product without a stock row of its own. */
export const bundleItems = pgTable(
  'bundle_items',
  {
    bundle_id: reference()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    product_id: reference()
      .notNull()
      .references(() => products.id),
    variation_option_id: reference(),
    quantity: integer().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.bundle_id, table.position] }),
    index('bundle_items_product').on(table.product_id),
    foreignKey({
      name: 'bundle_items_option_of_product',
      columns: [table.product_id, table.variation_option_id],
      foreignColumns: [variationOptions.product_id, variationOptions.id],
    }),
    check('bundle_items_quantity', sql`${table.quantity} >= 1`),
    check('bundle_items_not_itself', sql`${table.bundle_id} <> ${table.product_id}`),
  ],
);

/** Further categories of a product beside its aisle (ancestors are not written). */
export const productCategories = pgTable(
  'product_categories',
  {
    product_id: reference()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    category_id: reference()
      .notNull()
      .references(() => categories.id),
  },
  (table) => [
    primaryKey({ columns: [table.product_id, table.category_id] }),
    index('product_categories_category').on(table.category_id),
  ],
);

export const productTags = pgTable(
  'product_tags',
  {
    product_id: reference()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    tag_id: reference()
      .notNull()
      .references(() => tags.id),
  },
  (table) => [primaryKey({ columns: [table.product_id, table.tag_id] }), index('product_tags_tag').on(table.tag_id)],
);

export const productDietaries = pgTable(
  'product_dietaries',
  {
    product_id: reference()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    dietary_id: reference()
      .notNull()
      .references(() => dietaries.id),
  },
  (table) => [
    primaryKey({ columns: [table.product_id, table.dietary_id] }),
    index('product_dietaries_dietary').on(table.dietary_id),
  ],
);

/**
 * How a collection chooses: the best sold, the most ordered, the running deals, the bundles, the newest, a category's, or a
 * hand-picked list. `category_slug` may be several, joined by commas as in the spec's addresses.
 */
export type CollectionRule =
  | { by: 'best_sellers'; category_slug?: string }
  | { by: 'popular' }
  | { by: 'deals' }
  | { by: 'bundles' }
  | { by: 'newest' }
  | { by: 'category'; category_slug: string }
  | { by: 'picked' };

/** Named collections (api.md): data, not code. */
export const collections = pgTable('collections', {
  /** The last part of its path: `best_seller`, `shocking_deals`, … */
  key: text().primaryKey(),
  name_en: text().notNull(),
  name_zh: text(),
  rule: jsonb().$type<CollectionRule>().notNull(),
  max_items: integer(),
  /** When it is shown; outside it is empty. Null: always. */
  starts_at: moment(),
  ends_at: moment(),
});

export const collectionItems = pgTable(
  'collection_items',
  {
    collection_key: text()
      .notNull()
      .references(() => collections.key, { onDelete: 'cascade' }),
    position: integer().notNull(),
    product_id: reference()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** When it stands in the collection. Null: as long as the collection does. */
    starts_at: moment(),
    ends_at: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.collection_key, table.product_id] }),
    check(
      'collection_items_window',
      sql`${table.starts_at} is null or ${table.ends_at} is null or ${table.starts_at} < ${table.ends_at}`,
    ),
    index('collection_items_position').on(table.collection_key, table.position),
  ],
);

/** What was sold of a product on a day (Asia/Kuala_Lumpur), rolled up from order lines. */
export const productSales = pgTable(
  'product_sales',
  {
    product_id: reference()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    pieces: integer().notNull(),
    orders: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.product_id, table.day] }),
    index('product_sales_day').on(table.day),
    check('product_sales_positive', sql`${table.pieces} >= 0 and ${table.orders} >= 0`),
  ],
);

/** What goes well with a product, in order. */
export const productCompanions = pgTable(
  'product_companions',
  {
    product_id: reference()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    companion_id: reference()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.product_id, table.position] }),
    unique('product_companions_once').on(table.product_id, table.companion_id),
    check('product_companions_not_itself', sql`${table.product_id} <> ${table.companion_id}`),
  ],
);

/** Words that mean the same, in any language: one row is one meaning. */
export const searchSynonyms = pgTable('search_synonyms', {
  id: identity(),
  terms: text().array().notNull(),
});

/** Searches that found nothing, counted for the staff. */
export const searchMisses = pgTable(
  'search_misses',
  {
    /** As it was searched for: normalised, at most 100 characters. */
    keyword: text().notNull(),
    lang: text().$type<'en' | 'zh'>().notNull(),
    count: integer().notNull(),
    last_at: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyword, table.lang] }), index('search_misses_count').on(table.count)],
);

/** Products seen last, kept per customer or session. */
export const recentProducts = pgTable(
  'recent_products',
  {
    /** `c:` and a customer's id, or `s:` and the hash of a session's. */
    owner: text().notNull(),
    product_id: reference()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    seen_at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.product_id] }),
    index('recent_products_seen').on(table.owner, table.seen_at.desc()),
    index('recent_products_age').on(table.seen_at),
  ],
);

/**
 * What a list needs of a published product, in one row: its whole text and price part as `doc`, and the columns that
 * lists filter and sort by. Written by `publish` alone, in the transaction of the change; stock is joined when read.
 */
export const productListing = pgTable(
  'product_listing',
  {
    product_id: reference()
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    slug: text().notNull().unique(),
    type: text().notNull(),
    doc: jsonb().$type<ListingDoc>().notNull(),
    /** The stock rows that decide how many there are: its own, its options', or those of a bundle's parts. */
    stock_ids: bigint({ mode: 'number' }).array().notNull(),
    /** Lowest price asked at `priced_at`, kept right by the sale clock; the exact price of an answer comes from `doc`. */
    price_now: integer().notNull(),
    on_sale: boolean().notNull(),
    is_deal: boolean().notNull(),
    is_bundle: boolean().notNull(),
    in_stock: boolean().notNull(),
    /** When the next sale of it starts or ends. */
    next_edge_at: moment(),
    deal_ends_at: moment(),
    brand_id: reference(),
    /** Its categories and all their ancestors. */
    category_ids: bigint({ mode: 'number' }).array().notNull(),
    tag_slugs: text().array().notNull(),
    dietary_slugs: text().array().notNull(),
    /** Keys whose bytes sort as Intl.Collator would sort the names: English, and Chinese by pinyin. */
    name_key_en: text().notNull(),
    name_key_zh: text().notNull(),
    /** Names of both languages in small letters, for a search by part of a name. */
    names: text().notNull(),
    featured: integer(),
    sales_count: integer().notNull(),
    orders_count: integer().notNull().default(0),
    created_at: moment().notNull(),
  },
  (table) => [
    index('product_listing_available')
      .on(table.featured, table.sales_count.desc().nullsFirst(), table.product_id)
      .where(sql`${table.in_stock}`),
    index('product_listing_edge').on(table.next_edge_at),
    index('product_listing_brand').on(table.brand_id),
    index('product_listing_categories').using('gin', table.category_ids),
  ],
);

/** Products of a file that is being imported, staged before any of them is published (readings 43). */
export const importDrafts = pgTable(
  'import_drafts',
  {
    import_id: uuid().notNull(),
    position: integer().notNull(),
    handle: text().notNull(),
    /** A `ProductDraft`. */
    draft: jsonb().notNull(),
    staged_at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.import_id, table.position] }),
    unique('import_drafts_handle').on(table.import_id, table.handle),
    index('import_drafts_staged').on(table.staged_at),
  ],
);

/**
 * The catalogue's changes, written in the transaction that makes them. Readers take rows whose transaction is below
 * the snapshot's xmin, so that a late commit is never missed.
 */
export const catalogChanges = pgTable(
  'catalog_changes',
  {
    id: identity(),
    xid: xid8().notNull().default(sql`pg_current_xact_id()`),
    /** Null: everything may have changed. */
    product_id: reference(),
    kind: text().$type<'price' | 'content' | 'stock' | 'availability'>().notNull(),
    at: moment().notNull().default(sql`now()`),
  },
  (table) => [index('catalog_changes_xid').on(table.xid)],
);
