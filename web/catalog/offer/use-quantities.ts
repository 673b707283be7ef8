/** The quantities of a product in the cart and about to be added. */
import type { ProductRow, VariationOption } from '@shop/contract/catalog';
import { isSameLine, sumCheckoutQuantity } from '@shop/core/cart/cart';
import { isOutOfStock } from '@shop/core/catalog/stock';
import { useState } from 'react';
import { useCart } from '../../cart/use-cart.ts';

export type Quantities = {
  /** The quantity that the button adds. */
  chosen: number;
  /**
   * Sets the quantity. Null if the line is already in the cart, which has a stepper, or if the product cannot be added.
   */
  choose: ((quantity: number) => void) | null;
  /** Units that decide the tier: those in the cart over all options, and those about to be added. */
  priced: number;
};

/** Holds the chosen quantity, which resets with another option, because that is another line. */
export function useQuantities(product: ProductRow, option: VariationOption | null, isBuyable = true): Quantities {
  const items = useCart((state) => state.cart)?.items ?? [];
  const least = Math.max(1, product.min_sale_qty);
  const [last, setLast] = useState({ option: option?.id, quantity: least });
  const chosenQuantity = last.option === option?.id ? Math.max(least, last.quantity) : least;
  const isIn = items.some((line) => isSameLine(line, { id: product.id, variation_option_id: option?.id }));
  const canAdd = isBuyable && !isIn && !isOutOfStock(product, option?.id);
  return {
    chosen: chosenQuantity,
    choose: canAdd ? (quantity) => setLast({ option: option?.id, quantity }) : null,
    priced: sumCheckoutQuantity(items, product.id) + (canAdd ? chosenQuantity : 0),
  };
}
