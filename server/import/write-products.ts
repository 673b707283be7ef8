/** Writes a batch of merged products: a fixed number of statements, in the caller's transaction. */
import { refreshAvailability } from '../catalog/availability.ts';
import { publishProducts } from '../catalog/listing.ts';
import type { Db } from '../db/database.ts';
import { lockRows } from '../db/lock.ts';
import {
  lockStock,
  writeDietaries,
  writeImages,
  writeOptions,
  writeProducts,
  writeSales,
  writeStock,
  writeTags,
  writeTiers,
} from './import.sql.ts';
import type { WantedProduct } from './merge.ts';

/** Puts these products into the shop and publishes them. Only what differs from the shop should be given. */
export async function saveProducts(tx: Db, wanted: readonly WantedProduct[], now: Date): Promise<void> {
  if (wanted.length === 0) return;
  const send = (rows: readonly object[]) => JSON.stringify(rows);
  // Orders take stock; whoever changes it waits for them, in the one order of locks.
  await lockRows(tx, lockStock, [wanted.flatMap((product) => product.id ?? [])]);

  const written = await tx.rows(writeProducts, [send(wanted.map(({ id: _, ...row }) => row)), now]);
  const idBySlug = new Map(written.map((row) => [row.slug, row.id]));
  const products = wanted.map((product) => ({ product, product_id: idBySlug.get(product.slug) ?? 0 }));
  const ids = products.map(({ product_id }) => product_id);

  const options = products.flatMap(({ product, product_id }) =>
    product.options.map((option) => ({ ...option, product_id })),
  );
  const placed = options.length > 0 ? await tx.rows(writeOptions, [send(options)]) : [];
  const optionIds = new Map(placed.map((row) => [`${row.product_id} ${row.position}`, row.id]));
  const shelves = [
    ...products.map(({ product, product_id }) => ({
      product_id,
      option_id: null,
      stock: product.stock,
      sale: product.sale,
    })),
    ...options.map(({ product_id, position, stock, sale }) => {
      return { product_id, option_id: optionIds.get(`${product_id} ${position}`) ?? null, stock, sale };
    }),
  ];
  const stock = shelves.flatMap(({ product_id, option_id, stock }) =>
    stock ? [{ product_id, option_id, ...stock }] : [],
  );
  if (stock.length > 0) await tx.rows(writeStock, [send(stock)]);
  const sales = shelves.map(({ product_id, option_id, sale }) => {
    return { product_id, option_id, sale_price: sale?.sale_price ?? null };
  });
  await tx.rows(writeSales, [send(sales), now]);

  const parts = <Part extends object>(of: (product: WantedProduct) => readonly Part[]) =>
    send(products.flatMap(({ product, product_id }) => of(product).map((part) => ({ product_id, ...part }))));
  await tx.rows(writeTiers, [ids, parts((product) => product.tier_prices)]);
  await tx.rows(writeTags, [ids, parts((product) => product.tag_ids.map((tag_id) => ({ tag_id })))]);
  await tx.rows(writeDietaries, [ids, parts((product) => product.dietary_ids.map((dietary_id) => ({ dietary_id })))]);
  const pictures = (product: WantedProduct) =>
    product.images.map((image_hash, index) => ({ position: index + 1, image_hash }));
  await tx.rows(writeImages, [ids, parts(pictures)]);

  await publishProducts(tx, ids, now);
  await refreshAvailability(tx, ids);
}
