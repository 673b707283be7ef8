/** Creates products for one test, so that tests never share stock. */
import { publishProducts } from '../../catalog/listing/publish-products.ts';
import type { Db } from '../../db/database.ts';
import { insert } from '../database/insert.ts';

/** Stock of a product or option; a number is a plain quantity. */
type StockInput = number | { quantity: number; min_qty?: number; is_continuous_selling?: boolean };

/** Fields that a test sets; the others have defaults. Money in sen, weights in grams. */
export type ProductFields = {
  name?: string;
  name_zh?: string | null;
  type?: 'simple' | 'variable' | 'voucher';
  status?: 'draft' | 'published' | 'archived';
  price?: number;
  sale_price?: number;
  tiers?: { qty: number; tier_price: number }[];
  stock?: StockInput;
  min_sale_qty?: number;
  max_sale_qty?: number;
  bulky?: boolean;
  /** Slug of its category; any category by default. */
  category?: string;
  weight?: number;
  /** The options of a variable product; makes the product one. */
  options?: { price?: number; stock?: StockInput; bulky?: boolean }[];
  /** The items of a bundle; makes the product one. */
  parts?: { product: MadeProduct; option?: string; quantity?: number }[];
};

/** The ids of a product and of its options, as the API writes them. */
export type MadeProduct = { id: string; options: string[] };

const toStock = (stock: StockInput) => (typeof stock === 'number' ? { quantity: stock } : stock);

let sequence = 0;

/** Creates a product that no list shows; it can be added to a cart at once. */
export async function createUnlistedProduct(db: Db, fields: ProductFields = {}): Promise<MadeProduct> {
  const slug = `test-${process.pid}-${sequence++}`;
  const [category] = (
    await db.raw('select id, image_hash from categories where slug = coalesce($1, slug) order by id limit 1', [
      fields.category ?? null,
    ])
  ).rows;
  if (category === undefined) throw new Error('The shop has no categories; the database is not seeded');
  const now = new Date('2026-01-01T00:00:00Z');
  const commonFields = { weight: fields.weight ?? 100, bulky: fields.bulky ?? false, image_hash: category.image_hash };
  const { id: product_id } = await insert(db, 'products', {
    ...commonFields,
    slug,
    type: fields.type ?? (fields.options ? 'variable' : 'simple'),
    status: fields.status ?? 'published',
    category_id: category.id,
    name_en: fields.name ?? slug,
    name_zh: fields.name_zh ?? null,
    title_en: fields.name ?? slug,
    price: fields.price ?? 500,
    min_sale_qty: fields.min_sale_qty ?? 1,
    max_sale_qty: fields.max_sale_qty ?? 0,
    published_at: now,
    created_at: now,
    updated_at: now,
  });
  const options: string[] = [];
  for (const [position, option] of (fields.options ?? []).entries()) {
    const price = option.price ?? fields.price ?? 500;
    const { bulky = commonFields.bulky } = option;
    const row = { ...commonFields, bulky, product_id, position, title_en: `Option ${position}`, price };
    const { id: variation_option_id } = await insert(db, 'variation_options', row);
    await insert(db, 'inventory', { product_id, variation_option_id, ...toStock(option.stock ?? 100) });
    options.push(String(variation_option_id));
  }
  for (const [position, { product, option, quantity }] of (fields.parts ?? []).entries()) {
    const item = { product_id: product.id, variation_option_id: option, quantity };
    await insert(db, 'bundle_items', { bundle_id: product_id, position, ...item });
  }
  if (!fields.options && !fields.parts) await insert(db, 'inventory', { product_id, ...toStock(fields.stock ?? 100) });
  for (const tier of fields.tiers ?? []) await insert(db, 'tier_prices', { product_id, ...tier });
  if (fields.sale_price !== undefined) {
    await insert(db, 'sales', { product_id, sale_price: fields.sale_price, starts_at: now });
  }
  return { id: String(product_id), options };
}

/** Makes a product and publishes it. */
export async function makeProduct(db: Db, fields: ProductFields = {}): Promise<MadeProduct> {
  const product = await createUnlistedProduct(db, fields);
  await publishProducts(db, [Number(product.id)], new Date());
  return product;
}

type ProductChange = {
  price?: number;
  status?: 'draft' | 'published' | 'archived';
  min_sale_qty?: number;
  max_sale_qty?: number;
};

/** Changes a product's price, limits or status without publishing it. */
export async function changeUnlistedProduct(db: Db, product: MadeProduct, to: ProductChange): Promise<void> {
  for (const [column, value] of Object.entries(to)) {
    await db.raw(`update products set ${column} = $1 where id = $2`, [value, product.id]);
  }
}

/** Changes a product's price, limits or status and publishes it. */
export async function changeProduct(db: Db, product: MadeProduct, to: ProductChange): Promise<void> {
  await changeUnlistedProduct(db, product, to);
  await publishProducts(db, [Number(product.id)], new Date());
}

/** Sets the stock of all rows of a product. */
export async function setStock(db: Db, product: MadeProduct, quantity: number): Promise<void> {
  await db.raw('update inventory set quantity = $1 where product_id = $2', [quantity, product.id]);
}

/** Sums the stock rows of a product. */
export async function readStock(db: Db, product: MadeProduct): Promise<number> {
  const { rows } = await db.raw('select quantity from inventory where product_id = $1', [product.id]);
  return rows.reduce((sum, { quantity }) => sum + Number(quantity), 0);
}
