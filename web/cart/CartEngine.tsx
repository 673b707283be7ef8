/** The cart's working parts in a document: asks, remembers, sends, and shows the outcome to everybody. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { startCart } from './cart-life.ts';
import { useCart } from './cart-queries.ts';
import { useShownCart } from './shown-cart.ts';
import { useCartActions } from './use-cart-actions.ts';

export function CartEngine() {
  const queries = useQueryClient();
  const lang = useLang();
  const t = useT();
  const { cart } = useCart();
  const actions = useCartActions();
  useEffect(() => startCart({ queries, lang, t }), [queries, lang, t]);
  useEffect(() => useShownCart.setState({ cart, actions }), [cart, actions]);
  return null;
}
