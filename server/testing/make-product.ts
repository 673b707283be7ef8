/** Products of a test's own, so that tests never share stock. */
import { asc, eq } from 'drizzle-orm';
import {
  bundleItems,
  categories,
  inventory,
  products,
  sales,
  tierPrices,
  variationOptions,
} from '../catalog/catalog.schema.ts';
import { publishProducts } from '../catalog/listing/publish-products.ts';
import type { Db } from '../db/database.ts';
import { orm } from './orm.ts';

/** Stock of a product or option; a number is that many without conditions. */
type Stock = number | { quantity: number; min_qty?: number; is_continuous_selling?: boolean };

/** What matters to a test; the rest is made up. Money in sen, weights in grams. */
export type ProductWish = {
  name?: string;
  name_zh?: string | null;
  type?: 'simple' | 'variable' | 'voucher';
  status?: 'draft' | 'published' | 'archived';
  price?: number;
  sale_price?: number;
  tiers?: { qty: number; tier_price: number }[];
  stock?: Stock;
  min_sale_qty?: number;
  max_sale_qty?: number;
  bulky?: boolean;
  weight?: number;
  /** Makes it variable. */
  options?: { price?: number; stock?: Stock }[];
  /** Makes it a bundle. */
  parts?: { product: MadeProduct; option?: string; quantity?: number }[];
};

/** Ids as the API writes them. */
export type MadeProduct = { id: string; options: string[] };

const stockOf = (stock: Stock) => (typeof stock === 'number' ? { quantity: stock } : stock);

let made = 0;

/** Makes a product that no list shows yet; it can be put into a cart at once. */
export async function makeUnlisted(db: Db, wish: ProductWish = {}): Promise<MadeProduct> {
  const slug = `test-${process.pid}-${made++}`;
  const [aisle] = await orm(db).select().from(categories).orderBy(asc(categories.id)).limit(1);
  if (aisle === undefined) throw new Error('The shop has no aisles; the database is not seeded');
  const now = new Date('2026-01-01T00:00:00Z');
  const [row] = await orm(db)
    .insert(products)
    .values({
      slug,
      type: wish.type ?? (wish.options ? 'variable' : 'simple'),
      status: wish.status ?? 'published',
      category_id: aisle.id,
      name_en: wish.name ?? slug,
      name_zh: wish.name_zh ?? null,
      title_en: wish.name ?? slug,
      price: wish.price ?? 500,
      min_sale_qty: wish.min_sale_qty ?? 1,
      max_sale_qty: wish.max_sale_qty ?? 0,
      bulky: wish.bulky ?? false,
      weight: wish.weight ?? 100,
      image_hash: aisle.image_hash,
      published_at: now,
      created_at: now,
      updated_at: now,
    })
    .returning({ id: products.id });
  const product_id = row?.id ?? 0;
  const options: string[] = [];
  for (const [position, option] of (wish.options ?? []).entries()) {
    const [inserted] = await orm(db)
      .insert(variationOptions)
      .values({
        product_id,
        position,
        title_en: `Option ${position}`,
        price: option.price ?? wish.price ?? 500,
        weight: wish.weight ?? 100,
        bulky: wish.bulky ?? false,
        image_hash: aisle.image_hash,
      })
      .returning({ id: variationOptions.id });
    const variation_option_id = inserted?.id ?? 0;
    await orm(db)
      .insert(inventory)
      .values({ product_id, variation_option_id, ...stockOf(option.stock ?? 100) });
    options.push(String(variation_option_id));
  }
  for (const [position, part] of (wish.parts ?? []).entries()) {
    await orm(db)
      .insert(bundleItems)
      .values({
        bundle_id: product_id,
        position,
        product_id: Number(part.product.id),
        variation_option_id: part.option === undefined ? null : Number(part.option),
        quantity: part.quantity ?? 1,
      });
  }
  if (!wish.options && !wish.parts) {
    await orm(db)
      .insert(inventory)
      .values({ product_id, ...stockOf(wish.stock ?? 100) });
  }
  if (wish.tiers)
    await orm(db)
      .insert(tierPrices)
      .values(wish.tiers.map((tier) => ({ product_id, ...tier })));
  if (wish.sale_price !== undefined) {
    await orm(db).insert(sales).values({ product_id, sale_price: wish.sale_price, starts_at: now });
  }
  return { id: String(product_id), options };
}

/** Makes a product and publishes it. */
export async function makeProduct(db: Db, wish: ProductWish = {}): Promise<MadeProduct> {
  const made = await makeUnlisted(db, wish);
  await publishProducts(db, [Number(made.id)], new Date());
  return made;
}

type ProductChange = Partial<Pick<typeof products.$inferSelect, 'price' | 'status' | 'min_sale_qty' | 'max_sale_qty'>>;

/** Changes a product's price, limits or status without publishing it. */
export async function changeUnlisted(db: Db, product: MadeProduct, to: ProductChange): Promise<void> {
  await orm(db)
    .update(products)
    .set(to)
    .where(eq(products.id, Number(product.id)));
}

/** Changes a product's price, limits or status and publishes it, as the office would. */
export async function changeProduct(db: Db, product: MadeProduct, to: ProductChange): Promise<void> {
  await changeUnlisted(db, product, to);
  await publishProducts(db, [Number(product.id)], new Date());
}

/** Sets the stock of all rows of a product. */
export async function setStock(db: Db, product: MadeProduct, quantity: number): Promise<void> {
  await orm(db)
    .update(inventory)
    .set({ quantity })
    .where(eq(inventory.product_id, Number(product.id)));
}

/** What the stock rows of a product hold together. */
export async function stockLeft(db: Db, product: MadeProduct): Promise<number> {
  const rows = await orm(db)
    .select()
    .from(inventory)
    .where(eq(inventory.product_id, Number(product.id)));
  return rows.reduce((sum, row) => sum + row.quantity, 0);
}
