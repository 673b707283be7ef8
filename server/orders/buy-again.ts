/** Buys an order's items again: puts them into the cart, as many as can be bought now (docs/api.md#cart). */
import type { SkippedItem } from '@shop/contract/orders';
import { isSameLine, type LineKey } from '@shop/core/cart/cart';
import { textIn } from '@shop/core/lang';
import { type Refusal, refusal } from '@shop/core/refusal';
import { formatRefusal } from '@shop/core/refusal-text';
import { lockCart, type PricedCart, readBulkyMax, saveCart } from '../cart/cart.ts';
import { findMaxQuantity, type LoadedLine, repriceLines } from '../cart/cart-lines.ts';
import { priceForShopper } from '../cart/spent-promotions.ts';
import type { Ctx } from '../context.ts';
import { inTransaction } from '../transaction.ts';
import type { OrderLine } from './orders.sql.ts';
import { type OrderReference, requireReferencedOrder } from './orders.ts';

export type BuyAgainResult = { cart: PricedCart; added: number; skipped: SkippedItem[] };

export const toLineKey = ({ product_id, variation_option_id }: OrderLine): Required<LineKey> => ({
  id: String(product_id),
  variation_option_id: variation_option_id === null ? null : String(variation_option_id),
});

function toSkippedItem(ctx: Ctx, line: OrderLine, added: number, refused: Refusal): SkippedItem {
  return {
    ...toLineKey(line),
    slug: line.slug,
    name: textIn(ctx.lang, line.name_en, line.name_zh),
    variant: line.variant_en === null ? null : textIn(ctx.lang, line.variant_en, line.variant_zh),
    ordered: line.quantity,
    added,
    reason: formatRefusal(refused, ctx.lang),
    is_sold_out: refused.code === 'cart.sold_out' || refused.code === 'cart.unavailable',
  };
}

/**
 * Adds an ordered line to the cart's lines, without taking units from other lines. Returns the added units, and the
 * refusal that explains a difference from the ordered ones.
 */
function addOrderedLine(
  lines: readonly LoadedLine[],
  orderLine: OrderLine,
  bulky_max: number,
): { lines: readonly LoadedLine[]; added: number; refused: Refusal | null } {
  const line = lines.find((each) => isSameLine(each, toLineKey(orderLine)));
  if (line === undefined) return { lines, added: 0, refused: refusal('cart.unavailable') };
  const others = lines.filter((each) => each !== line && each.quantity > 0);
  const { quantity, refused } = findMaxQuantity(line, line.quantity + orderLine.quantity, others, bulky_max);
  const added = quantity - line.quantity;
  const changed = added === 0 ? line : { ...line, quantity, checkout: true };
  const isRaised = refused === null && added > orderLine.quantity;
  const reason = isRaised ? refusal('cart.min_quantity', { min: line.min_sale_qty }) : refused;
  return { lines: lines.map((each) => (each === line ? changed : each)), added, refused: reason };
}

/**
 * Adds the items of an order that the caller may see to the lines in the caller's cart. Refuses `order.not_found`, and
 * `auth.required` without a token.
 */
export async function buyAgain(ctx: Ctx, orderName: OrderReference): Promise<BuyAgainResult> {
  const order = await requireReferencedOrder(ctx, orderName);
  return inTransaction(ctx, async (ctx) => {
    const { added: newLines, ...cart } = await lockCart(ctx, order.lines.map(toLineKey));
    let lines: readonly LoadedLine[] = [...cart.lines, ...newLines];
    let added = 0;
    const skipped: SkippedItem[] = [];
    for (const orderLine of order.lines) {
      const result = addOrderedLine(lines, orderLine, readBulkyMax(cart.settings));
      lines = result.lines;
      added += result.added;
      if (result.refused !== null) skipped.push(toSkippedItem(ctx, orderLine, result.added, result.refused));
    }
    const filled = lines.filter(({ quantity }) => quantity > 0);
    const saved = await saveCart(ctx, { ...cart, lines: repriceLines(cart.lines, filled) });
    return { cart: await priceForShopper(ctx, saved), added, skipped };
  });
}
