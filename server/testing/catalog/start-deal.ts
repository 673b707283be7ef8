/** Starts a deal in the data folder of a stopped shop. */
import { publishProducts } from '../../catalog/listing/publish-products.ts';
import { openDatabase } from '../../db/open.ts';
import { insert } from '../database/insert.ts';

/** Puts a product on sale from now until `ends_at`, for `sale_price` sen. */
export async function startDeal(dataDir: string, slug: string, sale_price: number, ends_at: Date): Promise<void> {
  const shop = await openDatabase({ databaseUrl: undefined, databasePooling: 'none', dataDir });
  const now = new Date();
  const [product] = (await shop.db.raw('select id from products where slug = $1', [slug])).rows;
  if (product === undefined) throw new Error(`The shop has no ${slug}`);
  await insert(shop.db, 'sales', { product_id: product.id, sale_price, starts_at: now, ends_at, is_deal: true });
  await publishProducts(shop.db, [Number(product.id)], now);
  await shop.close();
}
