/** The cart's working parts in a document: asks, remembers, sends, and shows the outcome to everybody. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { isPlaceToGo } from '../identity/safe-path.ts';
import { openCart } from '../layout/layout-store.ts';
import { startCart } from './cart-life.ts';
import { useCart } from './cart-queries.ts';
import { useShownCart } from './shown-cart.ts';
import { useCartActions } from './use-cart-actions.ts';

/**
 * Opens the drawer where there is something to tell: not over a page that is about to be left, nor before a sheet has
 * taken its entry of the history away, since either would close it.
 */
function useTelling(): void {
  const toTell = useShownCart((state) => state.toTell);
  const { pathname, state } = useLocation();
  const hasArrived = useNavigation().state === 'idle' && isPlaceToGo(pathname) && state?.overlay === undefined;
  useEffect(() => {
    if (!toTell || !hasArrived) return;
    useShownCart.setState({ toTell: false });
    openCart();
  }, [toTell, hasArrived]);
}

export function CartEngine() {
  const queries = useQueryClient();
  const lang = useLang();
  const t = useT();
  const { cart } = useCart();
  const actions = useCartActions();
  useTelling();
  useEffect(() => startCart({ queries, lang, t }), [queries, lang, t]);
  useEffect(() => useShownCart.setState({ cart, actions }), [cart, actions]);
  return null;
}
