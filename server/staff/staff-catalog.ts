/** Goods for staff: their stock, and products on and off sale. Every change is audited with its reason. */
import type { ListQuery } from '@shop/contract/list-query';
import type { StaffGoods } from '@shop/contract/staff/staff-catalog';
import { textIn } from '@shop/core/lang';
import { refusal } from '@shop/core/refusal';
import { publishProducts } from '../catalog/listing/publish-products.ts';
import type { Ctx } from '../context.ts';
import { lockRows } from '../db/database.ts';
import { lockStock } from '../import/products/lock-stock.sql.ts';
import { writeStockChanges } from '../import/stock-and-prices/update-stock.ts';
import { type ListPage, loadPageByIds } from '../lists/list-page.ts';
import { imageUrls } from '../media/image-urls.ts';
import { refuse, refuseFields } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { recordAudit } from './audit.ts';
import { parseStaffSearch } from './parse-staff-search.ts';
import * as sql from './staff-catalog.sql.ts';

/** Maximum words of a search. */
const MAX_WORDS = 8;
const UPC_LENGTH = 12;

/** Lists the spellings of a code: some scanners read a UPC-A of 12 digits as the EAN-13 that begins with 0. */
function spellCode(code: string): string[] {
  const zeroed = code.length === UPC_LENGTH ? `0${code}` : code.replace(/^0(?=\d{12}$)/, '');
  return /^\d+$/.test(code) ? [code, zeroed] : [code, code.toUpperCase(), code.toLowerCase()];
}

const toPattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Lists products and their options, on sale or not, by words of the name, SKU or barcode. */
export function listGoods(
  ctx: Ctx,
  { off_sale = false, ...query }: ListQuery & { off_sale?: boolean | undefined },
): Promise<ListPage<StaffGoods>> {
  const text = parseStaffSearch(query, [], true).free?.join(' ').trim() ?? '';
  const lowerCase = text.toLowerCase();
  const patterns = lowerCase.split(/\s+/).slice(0, MAX_WORDS).map(toPattern);
  const search = text === '' ? [null, null, null] : [patterns, spellCode(text), lowerCase];
  return loadPageByIds(
    query,
    (limit, offset) => ctx.db.row(sql.goodsPage, [...search, off_sale, limit, offset]),
    async (ids) => (await ctx.db.rows(sql.goodsOfPage, [ids, ctx.now])).map((row) => goodsView(ctx, row)),
  );
}

function goodsView({ lang }: Ctx, row: sql.GoodsRow): StaffGoods {
  const { name_en, name_zh, variant_en, variant_zh, image_hash, ...goods } = row;
  return {
    ...goods,
    name: textIn(lang, name_en, name_zh),
    variant: variant_en === null ? null : textIn(lang, variant_en, variant_zh),
    image: imageUrls(image_hash),
  };
}

type StockCommand = {
  code?: string | undefined;
  product?: { id: string | number; variation_option_id: string | number | null } | undefined;
  quantity: number;
  /** The units that the caller saw. */
  former?: number | undefined;
  reason: string;
};

/**
 * Sets the stock of a product or option under the lock of its stock. Refuses `request.not_found`, `catalog.several` for
 * a code of several goods, `catalog.own_stock` for goods without stock of their own (a bundle, or a product with
 * options), and `catalog.stock_changed` if the caller saw another stock.
 */
export function setStock(
  ctx: Ctx,
  { code, product, quantity, former, reason }: StockCommand,
): Promise<{ slug: string; before: number; quantity: number }> {
  if (code === undefined && product === undefined) return refuseFields({ code: [refusal('field.required')] });
  return inTransaction(ctx, async (ctx) => {
    const read = () =>
      product === undefined
        ? ctx.db.rows(sql.goodsByCode, [code ?? null])
        : ctx.db.rows(sql.goodsById, [product.id, product.variation_option_id]);
    await lockRows(ctx.db, lockStock, [[...new Set((await read()).map(({ product_id }) => product_id))]]);
    // Reads the count again, under the lock.
    const [goods, ...more] = await read();
    if (goods === undefined) return refuse('request.not_found');
    if (more.length > 0) refuse('catalog.several');
    const { product_id, option_id, slug, inventory_id } = goods;
    if (goods.is_bundle || (goods.type === 'variable' && option_id === null)) refuse('catalog.own_stock');
    const before = goods.quantity ?? 0;
    if (former !== undefined && former !== before) refuse('catalog.stock_changed', { quantity: before });
    await writeStockChanges(ctx.db, [{ product_id, option_id, inventory_id, difference: quantity - before }]);
    const codeField = { code: code ?? goods.code };
    await recordAudit(ctx, {
      action: 'staff.setStock',
      subject: `product ${slug}`,
      before: { ...codeField, quantity: before },
      after: { ...codeField, quantity, reason },
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
