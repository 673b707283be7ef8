/** The quantities of a product in the cart and about to be added. */
import type { ProductRow, VariationOption } from '@shop/contract/catalog';
import { isSameLine, sumCheckoutQuantity } from '@shop/core/cart/cart';
import { isOutOfStock } from '@shop/core/catalog/stock';
import { useState } from 'react';
import { useCart } from '../../cart/use-cart.ts';

export type Quantities = {
  /** The quantity that the button adds. */
  quantity: number;
  /**
   * Sets that quantity. Null if the line is already in the cart, where a stepper sets it, or if the product cannot be
   * added.
   */
  setQuantity: ((quantity: number) => void) | null;
  /** Units that decide the tier: those in the cart over all options, and those about to be added. */
  tierQuantity: number;
};

/** Stores the chosen quantity, which resets with another option, because that is another line. */
export function useQuantities(product: ProductRow, option: VariationOption | null, isBuyable = true): Quantities {
  const items = useCart((state) => state.cart)?.items ?? [];
  const minQuantity = Math.max(1, product.min_sale_qty);
  const [last, setLast] = useState({ option: option?.id, quantity: minQuantity });
  const chosenQuantity = last.option === option?.id ? Math.max(minQuantity, last.quantity) : minQuantity;
  const isInCart = items.some((line) => isSameLine(line, { id: product.id, variation_option_id: option?.id }));
  const canAdd = isBuyable && !isInCart && !isOutOfStock(product, option?.id);
  return {
    quantity: chosenQuantity,
    setQuantity: canAdd ? (quantity) => setLast({ option: option?.id, quantity }) : null,
    tierQuantity: sumCheckoutQuantity(items, product.id) + (canAdd ? chosenQuantity : 0),
  };
}
