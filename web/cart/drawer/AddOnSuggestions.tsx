/** Suggests three low-priced products that close the gap to free shipping (docs/ux.md#rule-24). */
import type { Cart } from '@shop/contract/cart';
import { computeCurrentPrice } from '@shop/core/catalog/price';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bestSellersQuery } from '../../catalog/catalog-queries.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { findAmountLeftNearGoal } from './FreeShippingBar.tsx';
import { SuggestedProduct } from './SuggestedProduct.tsx';

const MAX_SUGGESTIONS = 3;
/** The highest price of an add-on as a multiple of the amount left (docs/ux.md#rule-24). */
const MAX_PRICE_RATIO = 1.5;

export function AddOnSuggestions({ cart }: { cart: Cart }) {
  const t = useT();
  const amountLeft = findAmountLeftNearGoal(cart.free_shipping_info);
  const { data } = useQuery({ ...bestSellersQuery(useLang()), enabled: amountLeft !== null });
  // Excludes products that were in the cart on opening. A product added here stays visible, with its stepper.
  const [idsInCart] = useState(() => new Set(cart.items.map((line) => line.id)));
  if (amountLeft === null || data === undefined) return null;
  const addOns = data.data
    .filter((product) => !idsInCart.has(product.id) && !product.out_of_stock && product.variation_options.length === 0)
    .filter((product) => computeCurrentPrice(product) <= amountLeft * MAX_PRICE_RATIO)
    .sort((a, b) => computeCurrentPrice(a) - computeCurrentPrice(b))
    .slice(0, MAX_SUGGESTIONS);
  if (addOns.length === 0) return null;
  return (
    <section className="grid gap-1 pt-2">
      <h3 className="text-md">{t('cart.small_things')}</h3>
      <ul>
        {addOns.map((product) => (
          <SuggestedProduct key={product.id} product={product} />
        ))}
      </ul>
    </section>
  );
}
