/** What a shopper can do to the cart, for the pages. */
import type { Cart, CartItem } from '@shop/contract/cart';
import type { LineKey } from '@shop/core/cart/cart';
import type { Lang } from '@shop/core/lang';
import type { Refusal } from '@shop/core/refusal';
import { refusalText } from '@shop/core/refusal-text';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLang } from '../i18n/shop-words.tsx';
import { tokenScope } from '../session.ts';
import { toast } from '../ui/toast.ts';
import { cartQuery, serverCart } from './cart-queries.ts';
import { cartActs } from './cart-store.ts';

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
