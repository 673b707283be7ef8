import type { CartItem } from '@shop/contract/cart';
import type { Product, ProductRow, VariationOption } from '@shop/contract/catalog';
import { computeItemPrice } from '@shop/core/catalog/price';
import { countAvailableStock, isOutOfStock } from '@shop/core/catalog/stock';
import { isUndeliverable } from '@shop/core/delivery/undeliverable';
import { useCart } from '../use-cart.ts';

/**
 * Builds the cart line for one unit of a product or variation, so that a tap shows its result before the server
 * responds. Until then the line's weight is 0 g and it counts towards free shipping.
 */
export function toCartLine(product: ProductRow | Product, option: VariationOption | null): CartItem {
  const item = option ?? product;
  const keep_available = item.inventory?.is_continuous_selling ?? false;
  const { min_sale_qty, max_sale_qty } = product;
  const final_price = computeItemPrice(item, 1);
  return {
    id: product.id,
    variation_option_id: option?.id ?? null,
    slug: product.slug,
    name: product.name,
    text_lang: product.text_lang,
    image: item.image,
    stage: product.stage,
    variant: option?.title ?? product.variant,
    quantity: 1,
    price: item.price,
    sale_price: item.sale_price,
    group_price: item.group_price,
    tier_prices: item.tier_prices,
    final_price,
    price_total: final_price,
    discount: 0,
    checkout: true,
    stock: countAvailableStock(item),
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
      quantity: item.inventory?.quantity ?? item.quantity,
      min_qty: item.inventory?.min_qty ?? 0,
      is_continuous_selling: keep_available,
      min_sale_qty,
      max_sale_qty,
    },
  };
}
