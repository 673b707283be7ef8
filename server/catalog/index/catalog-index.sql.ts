/** Statements that read the source data of the catalogue index: listing rows, labels, synonyms. */
import { BACKDROPS } from '@shop/core/catalog/backdrops';
import * as v from 'valibot';
import { statement } from '../../db/database.ts';

const bilingual = v.object({ en: v.string(), zh: v.nullable(v.string()) });

const indexRow = v.object({
  product_id: v.number(),
  type: v.picklist(['simple', 'variable', 'voucher']),
  price_now: v.number(),
  on_sale: v.boolean(),
  is_deal: v.boolean(),
  is_bundle: v.boolean(),
  in_stock: v.boolean(),
  deal_ends_at: v.nullable(v.date()),
  brand_id: v.nullable(v.number()),
  category_ids: v.array(v.number()),
  tag_slugs: v.array(v.string()),
  dietary_slugs: v.array(v.string()),
  name_key_en: v.string(),
  name_key_zh: v.string(),
  names: v.string(),
  featured: v.nullable(v.number()),
  sales_count: v.number(),
  orders_count: v.number(),
  created_at: v.date(),
  name: bilingual,
  title: bilingual,
  variant: v.nullable(bilingual),
  options: v.array(v.object({ title: bilingual })),
  sounds: v.nullable(v.array(v.string())),
});

/** A listing row as the index reads it. */
export type IndexRow = v.InferOutput<typeof indexRow>;

/** The columns and the source of an index row. `json_to_record` parses the document once for all its texts. */
const INDEX_ROW_SOURCE = `l.product_id, l.type, l.price_now, l.on_sale, l.is_deal, l.is_bundle, l.in_stock, l.deal_ends_at,
  l.brand_id, l.category_ids::float8[], l.tag_slugs, l.dietary_slugs, l.name_key_en, l.name_key_zh, l.names, l.featured,
  l.sales_count, l.orders_count, l.created_at, d.name, d.title, d.variant, d.options, d.sounds
  from product_listing l,
    json_to_record(l.doc) as d (name json, title json, variant json, options json, sounds json)`;

/** Reads the next rows after a product. Values: its id, maximum number of rows. */
export const indexPage = statement(
  'catalog.indexPage',
  indexRow,
  `select ${INDEX_ROW_SOURCE} where l.product_id > $1 order by l.product_id limit $2`,
);

/** Reads the rows of these products; those that are not listed are missing. Values: ids. */
export const indexRows = statement(
  'catalog.indexRows',
  indexRow,
  `select ${INDEX_ROW_SOURCE} where l.product_id = any ($1::bigint[])`,
);

/** Reads every category: roots first, siblings together and in their order. */
export const allCategories = statement(
  'catalog.categories',
  v.object({
    id: v.number(),
    slug: v.string(),
    parent_id: v.nullable(v.number()),
    name_en: v.string(),
    name_zh: v.nullable(v.string()),
    stage: v.picklist(BACKDROPS),
    image_hash: v.string(),
    show_in_sidemenu: v.boolean(),
    show_in_footer: v.boolean(),
    show_in_brand: v.boolean(),
  }),
  `select id, slug, parent_id, name_en, name_zh, stage, image_hash, show_in_sidemenu, show_in_footer, show_in_brand
   from categories order by parent_id nulls first, position, id`,
);

/** Reads every brand. */
export const allBrands = statement(
  'catalog.brands',
  v.object({
    id: v.number(),
    slug: v.string(),
    name: v.string(),
    name_zh: v.nullable(v.string()),
    image_hash: v.string(),
  }),
  'select id, slug, name, name_zh, image_hash from brands',
);

const label = v.object({ id: v.number(), slug: v.string(), name_en: v.string(), name_zh: v.nullable(v.string()) });

/** Reads every dietary need, in the shop's order. */
export const allDietaries = statement(
  'catalog.dietaryNeeds',
  label,
  'select id, slug, name_en, name_zh from dietaries order by position, id',
);

/** Reads every tag. */
export const allTags = statement('catalog.tags', label, 'select id, slug, name_en, name_zh from tags');

/** Reads synonyms, one group per row. */
export const allSynonyms = statement(
  'catalog.synonyms',
  v.object({ terms: v.array(v.string()) }),
  'select terms from search_synonyms order by id',
);
