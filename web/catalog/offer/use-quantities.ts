/** How many of a product stand in the cart, and how many are chosen to come. */
import type { ProductRow, VariationOption } from '@shop/contract/catalog';
import { flaggedPieces, isSameLine } from '@shop/core/cart/cart';
import { isOutOfStock } from '@shop/core/catalog/stock';
import { useState } from 'react';
import { useCart } from '../../cart/use-cart.ts';

export type Quantities = {
  /** What the button adds. */
  chosen: number;
  /** Chooses how many; null once the line is in the cart, which has a stepper then, and where there is nothing to add. */
  choose: ((quantity: number) => void) | null;
  /** What decides the price: pieces in the cart over all options, and those about to be added. */
  priced: number;
};

/** Another option is another line: its number is chosen anew. */
export function useQuantities(product: ProductRow, option: VariationOption | null, isBuyable = true): Quantities {
  const items = useCart((state) => state.cart)?.items ?? [];
  const least = Math.max(1, product.min_sale_qty);
  const [last, setLast] = useState({ option: option?.id, quantity: least });
  const chosen = last.option === option?.id ? Math.max(least, last.quantity) : least;
  const isIn = items.some((line) => isSameLine(line, { id: product.id, variation_option_id: option?.id }));
  const canAdd = isBuyable && !isIn && !isOutOfStock(product, option?.id);
  return {
    chosen,
    choose: canAdd ? (quantity) => setLast({ option: option?.id, quantity }) : null,
    priced: flaggedPieces(items, product.id) + (canAdd ? chosen : 0),
  };
}
