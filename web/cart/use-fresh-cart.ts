/**
 * Returns the cart for the drawer and the checkout, with its notes and the state of its request. Requests it again on
 * mount if it is stale.
 */
import type { Cart, LineChange } from '@shop/contract/cart';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useTokenScope } from '../api/tokens.ts';
import { useLang } from '../i18n/MessagesProvider.tsx';
import { cartQuery, cartStore } from './sync/cart-store.ts';
import { useCart } from './use-cart.ts';

type FreshCart = {
  cart: Cart | null;
  /** Changes by the server that the shopper has not read yet. */
  notes: readonly LineChange[];
  /** Whether the first request is under way. */
  isPending: boolean;
  /** Whether a request is under way; the visible cart may be out of date. */
  isFetching: boolean;
  /** Whether the last request failed; the previous request's cart stays visible. */
  isError: boolean;
  retry(): void;
};

export function useFreshCart(): FreshCart {
  const { isError, isFetching, refetch } = useQuery(cartQuery(useLang(), useTokenScope()));
  const cart = useCart((state) => state.cart);
  const notes = useStore(cartStore, (state) => state.notes);
  useEffect(() => useCart.setState({ isRequested: true }), []);
  return { cart, notes, isPending: cart === null && !isError, isFetching, isError, retry: () => void refetch() };
}
