/** The cart as the pages see it: the server's answer with the shopper's newest changes upon it. */
import type { Cart, CartItem, LineChange } from '@shop/contract/cart';
import type { LineKey } from '@shop/core/cart/cart';
import type { Lang } from '@shop/core/lang';
import { type Refusal, refusalText } from '@shop/core/refusal';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../api.ts';
import { useLang } from '../i18n/shop-words.tsx';
import { CART_STALE_MS, endpointKey, langQuery, personalQuery } from '../query-client.ts';
import { isSignedIn, keepGuestToken, tokenScope, useTokenScope } from '../session.ts';
import { guestToken } from '../storage.ts';
import { toast } from '../ui/toast.ts';
import { useAwake } from '../ui/use-awake.ts';
import { cartActs, shownCart, useCartStore } from './cart-store.ts';

/**
 * `GET /cart` (spec §9 "cart 30 s with no retry"). A guest's token is saved from its `uuid`; where another tab was given
 * one meanwhile, that one counts and its cart is asked for.
 */
export function cartQuery(lang: Lang, scope: string) {
  const query = langQuery(lang);
  return {
    ...personalQuery('cart.get', lang, {}, scope, CART_STALE_MS),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Cart> => {
      const asked = guestToken.read();
      const cart = await api('cart.get', { query }, { signal });
      if (!isSignedIn() && guestToken.read() !== asked) return api('cart.get', { query }, { signal });
      keepGuestToken(cart.uuid);
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

/** Asks for the cart again. That it failed shows in the query; nothing is thrown. */
export async function refreshCart(queries: QueryClient): Promise<void> {
  await queries.refetchQueries({ queryKey: ['cart.get'], type: 'active' });
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

/** How long a first tap may wait for the cart before it is put into an empty one. */
const FIRST_CART_MS = 3_000;

/** The server's cart, waited for where it is still being asked for. */
async function knownCart(queries: QueryClient, lang: Lang): Promise<Cart | undefined> {
  const known = serverCart(queries, lang);
  if (known !== undefined || !navigator.onLine) return known;
  const asking = queries.ensureQueryData(cartQuery(lang, tokenScope())).catch(() => undefined);
  return Promise.race([asking, new Promise<undefined>((done) => setTimeout(done, FIRST_CART_MS, undefined))]);
}

export type CartActions = {
  /** Adds pieces; answers why not, or null. */
  add(line: CartItem, quantity: number): Promise<Refusal | null>;
  removeOne(line: LineKey): Refusal | null;
  setQuantity(line: LineKey, quantity: number): Refusal | null;
  remove(line: LineKey): Refusal | null;
  toggleCheckout(line: LineKey): Refusal | null;
  setCheckout(lines: readonly LineKey[], checkout: boolean): void;
  reset(): void;
};

/** What a shopper can do to the cart. A refusal is said in a toast; the control that asked shows it as well. */
export function useCartActions(): CartActions {
  const queries = useQueryClient();
  const lang = useLang();
  return useMemo(() => {
    const known = () => serverCart(queries, lang);
    const told = (refused: Refusal | null): Refusal | null => {
      if (refused !== null) toast(refusalText(refused, lang), { kind: 'error' });
      return refused;
    };
    return {
      add: async (line, quantity) => told(cartActs.add(await knownCart(queries, lang), line, quantity)),
      removeOne: (line) => told(cartActs.removeOne(known(), line)),
      setQuantity: (line, quantity) => told(cartActs.setQuantity(known(), line, quantity)),
      remove: (line) => told(cartActs.remove(known(), line)),
      toggleCheckout: (line) => told(cartActs.toggleCheckout(known(), line)),
      setCheckout: (lines, checkout) => cartActs.setCheckout(known(), lines, checkout),
      reset: () => void cartActs.reset(known()),
    };
  }, [queries, lang]);
}
