/** Stock and products on and off sale, as staff change them. Every change is audited with its reason. */
import { publishProducts } from '../catalog/listing/publish-products.ts';
import type { Ctx } from '../context.ts';
import { lockRows } from '../db/database.ts';
import { lockStock } from '../import/products/lock-stock.sql.ts';
import { writeStockChanges } from '../import/stock-and-prices/update-stock.ts';
import { refuse } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { recordAudit } from './audit.ts';
import * as sql from './staff-catalog.sql.ts';

type StockCommand = { code: string; quantity: number; reason: string };

/**
 * Sets the stock of a product or option under the lock of its stock. Refuses `request.not_found`, `catalog.several` for
 * a code of several goods, and `catalog.own_stock` for goods without stock of their own: a bundle, or a product with
 * options.
 */
export function setStock(
  ctx: Ctx,
  { code, quantity, reason }: StockCommand,
): Promise<{ slug: string; before: number; quantity: number }> {
  return inTransaction(ctx, async (ctx) => {
    const matches = await ctx.db.rows(sql.goodsByCode, [code]);
    await lockRows(ctx.db, lockStock, [[...new Set(matches.map(({ product_id }) => product_id))]]);
    // Reads the count again, under the lock.
    const [goods, ...more] = await ctx.db.rows(sql.goodsByCode, [code]);
    if (goods === undefined) return refuse('request.not_found');
    if (more.length > 0) refuse('catalog.several');
    const { product_id, option_id, slug, inventory_id } = goods;
    if (goods.is_bundle || (goods.type === 'variable' && option_id === null)) refuse('catalog.own_stock');
    const before = goods.quantity ?? 0;
    await writeStockChanges(ctx.db, [{ product_id, option_id, inventory_id, difference: quantity - before }]);
    await recordAudit(ctx, {
      action: 'staff.setStock',
      subject: `product ${slug}`,
      before: { code, quantity: before },
      after: { code, quantity, reason },
    });
    return { slug, before, quantity };
  });
}

type SaleCommand = { code: string; on_sale: boolean; reason: string };

/**
 * Takes a product off sale, as an archived one, or puts it back. Carts say that it is no longer sold; orders keep it.
 * Refuses `request.not_found` and `catalog.several`.
 */
export function setOnSale(
  ctx: Ctx,
  { code, on_sale, reason }: SaleCommand,
): Promise<{ slug: string; on_sale: boolean; was_on_sale: boolean }> {
  return inTransaction(ctx, async (ctx) => {
    const matches = await ctx.db.rows(sql.goodsByCode, [code]);
    const [goods] = matches;
    if (goods === undefined) return refuse('request.not_found');
    if (new Set(matches.map(({ product_id }) => product_id)).size > 1) refuse('catalog.several');
    const { product_id, slug, status } = goods;
    const next = on_sale ? 'published' : 'archived';
    await ctx.db.write(sql.writeStatus, [product_id, next, ctx.now]);
    await publishProducts(ctx.db, [product_id], ctx.now);
    await recordAudit(ctx, {
      action: 'staff.setOnSale',
      subject: `product ${slug}`,
      before: { status },
      after: { status: next, reason },
    });
    return { slug, on_sale, was_on_sale: status === 'published' };
  });
}
