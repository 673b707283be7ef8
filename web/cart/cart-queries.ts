/** The cart as the pages see it: the server's answer with the shopper's newest changes upon it. */
import type { Cart, LineChange } from '@shop/contract/cart';
import type { Lang } from '@shop/core/lang';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { useLang } from '../i18n/shop-words.tsx';
import { CART_STALE_MS, endpointKey, langQuery, personalQuery } from '../query-client.ts';
import { isSignedIn, keepGuestToken, tokenScope, useTokenScope } from '../session.ts';
import { guestToken } from '../storage.ts';
import { useAwake } from '../ui/use-awake.ts';
import { noteChanges, shownCart, useCartStore } from './cart-store.ts';

/**
 * `GET /cart` (docs/spec.md §9 "cart 30 s with no retry"). A guest's token is saved from its `uuid`; where another tab was given
 * one meanwhile, that one counts and its cart is asked for. The server tells a change once: it is kept at once.
 */
export function cartQuery(lang: Lang, scope: string) {
  const query = langQuery(lang);
  return {
    ...personalQuery('cart.get', lang, {}, scope, CART_STALE_MS),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Cart> => {
      const asked = guestToken.read();
      let cart = await api('cart.get', { query }, { signal });
      if (!isSignedIn() && guestToken.read() !== asked) cart = await api('cart.get', { query }, { signal });
      else keepGuestToken(cart.uuid);
      if (scope === tokenScope()) noteChanges(cart.lines_changed);
      return cart;
    },
  };
}

/** The server's cart as it was last seen. */
export const serverCart = (queries: QueryClient, lang: Lang): Cart | undefined =>
  queries.getQueryData<Cart>(endpointKey('cart.get', lang, {}, tokenScope()));

/** Shows a cart that an answer brought along. A request that is under way is given up: what it brings may be older. */
export async function showServerCart(queries: QueryClient, lang: Lang, cart: Cart): Promise<void> {
  keepGuestToken(cart.uuid);
  const key = endpointKey('cart.get', lang, {}, tokenScope());
  await queries.cancelQueries({ queryKey: key });
  queries.setQueryData<Cart>(key, cart);
}

/** Asks for the cart again, and says whether it came. That it failed shows in the query; nothing is thrown. */
export async function refreshCart(queries: QueryClient): Promise<boolean> {
  const shown = { queryKey: ['cart.get'], type: 'active' } as const;
  await queries.refetchQueries(shown);
  return queries
    .getQueryCache()
    .findAll(shown)
    .every(({ state }) => state.status === 'success');
}

export type CartView = {
  /** What the shopper sees; null until something is known. */
  cart: Cart | null;
  /** What the server said about lines since the shopper last saw them. */
  notes: readonly LineChange[];
  /** Nothing is known yet and an answer is on its way. */
  isPending: boolean;
  /** The server could not tell; what was known before is still shown. */
  isError: boolean;
  retry(): void;
};

/** The cart, for every component. On the server and while the page wakes up nothing is known. */
export function useCart(): CartView {
  const awake = useAwake();
  const query = useQuery(cartQuery(useLang(), useTokenScope()));
  const modifiedItems = useCartStore((state) => state.modifiedItems);
  const notes = useCartStore((state) => state.notes);
  const known = query.data;
  const isKnown = awake && (known !== undefined || modifiedItems.length > 0);
  const cart = isKnown ? shownCart(known, modifiedItems) : null;
  return {
    cart,
    notes,
    isPending: cart === null && !query.isError,
    isError: query.isError,
    retry: () => void query.refetch(),
  };
}
