/** Makes the cart line of a product, so that a tap shows its result before the server responds. */
import type { CartItem } from '@shop/contract/cart';
import type { Product, ProductRow, VariationOption } from '@shop/contract/catalog';
import { calculateItemPrice } from '@shop/core/catalog/price';
import { countAvailableStock, isOutOfStock } from '@shop/core/catalog/stock';
import { isUndeliverable } from '@shop/core/delivery/storage';
import { useCart } from '../use-cart.ts';

/**
 * Returns the line for one unit of a product or variation. Until the server responds, its weight is 0 g and it counts
 * towards free shipping.
 */
export function lineOfProduct(product: ProductRow | Product, option: VariationOption | null): CartItem {
  const sold = option ?? product;
  const keep_available = sold.inventory?.is_continuous_selling ?? false;
  const { min_sale_qty, max_sale_qty } = product;
  const final_price = calculateItemPrice(sold, 1);
  return {
    id: product.id,
    variation_option_id: option?.id ?? null,
    slug: product.slug,
    name: product.name,
    text_lang: product.text_lang,
    image: sold.image,
    stage: product.stage,
    variant: option?.title ?? product.variant,
    quantity: 1,
    price: sold.price,
    sale_price: sold.sale_price,
    group_price: sold.group_price,
    tier_prices: sold.tier_prices,
    final_price,
    price_total: final_price,
    discount: 0,
    checkout: true,
    stock: countAvailableStock(sold),
    min_sale_qty,
    max_sale_qty,
    keep_available,
    bulky: product.bulky,
    available: !isOutOfStock(product, option?.id),
    weight: 0,
    free_shipping: 'counts',
    undeliverable: isUndeliverable(product, useCart.getState().cart?.destination?.not_carried),
    pivot: { quantity: 1, final_price, price_total: final_price, is_checkout: true },
    inventory: {
      quantity: sold.inventory?.quantity ?? sold.quantity,
      min_qty: sold.inventory?.min_qty ?? 0,
      is_continuous_selling: keep_available,
      min_sale_qty,
      max_sale_qty,
    },
  };
}
