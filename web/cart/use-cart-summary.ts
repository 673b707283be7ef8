/** What the header and the tab bar say about the cart. */
import type { Sen } from '@shop/core/money';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLang } from '../i18n/shop-words.tsx';
import { CART_STALE_MS, personalQuery } from '../query-client.ts';
import { useTokenScope } from '../session.ts';

export type CartSummary = { itemsQty: number; total: Sen };

/** Null until the cart is known: on the server, and while the page wakes up. */
export function useCartSummary(): CartSummary | null {
  const lang = useLang();
  const scope = useTokenScope();
  const [awake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  const { data } = useQuery({ ...personalQuery('cart.get', lang, {}, scope, CART_STALE_MS), enabled: awake });
  return data === undefined || !awake ? null : { itemsQty: data.items_qty, total: data.items_total };
}
