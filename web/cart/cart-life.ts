/**
 * The cart's life in a document: it is remembered on this device, survives reloads, agrees with other tabs, waits while
 * there is no connection, and is told to the server before the page is left.
 */
import type { Cart } from '@shop/contract/cart';
import type { Lang } from '@shop/core/lang';
import type { QueryClient } from '@tanstack/react-query';
import type { T } from '../i18n/shop-words.tsx';
import { endpointKey } from '../query-client.ts';
import { tokenScope } from '../session.ts';
import { authToken, guestToken } from '../storage.ts';
import { cartScope, recallCart, storedCart } from './cart-memory.ts';
import { refreshCart, serverCart } from './cart-queries.ts';
import { adoptMemory, dropKnownChanges, forgetChanges, noteChanges, useCartStore } from './cart-store.ts';
import { type CartSync, createCartSync } from './cart-sync.ts';

/** The sync of this document; null before it woke up. */
let current: CartSync | null = null;

/** Makes sure that the server knows every change, before the cart is checked out. False where it does not. */
export const sendCart = async (): Promise<boolean> => current?.send() ?? true;

/** Starts it. Answers the way to stop. */
export function startCart({ queries, lang, t }: { queries: QueryClient; lang: Lang; t: T }): () => void {
  /** While a memory is written or taken over nothing is to be written because of it. */
  let busy = false;
  const alone = (act: () => void) => {
    if (busy) return;
    busy = true;
    try {
      act();
    } finally {
      busy = false;
    }
  };

  const remember = () =>
    alone(() => {
      const { modifiedItems, seq, notes } = useCartStore.getState();
      const server = serverCart(queries, lang) ?? null;
      storedCart.write({ scope: cartScope(), server, modifiedItems: [...modifiedItems], seq, notes: [...notes] });
    });

  /** Takes over what another tab did since, or what was left by the page before. */
  const adoptOthers = () =>
    alone(() => {
      const found = recallCart();
      if (found === null) return;
      adoptMemory(found);
      const known = serverCart(queries, lang);
      if (found.server !== null && (known === undefined || known.version < found.server.version)) {
        // As old as can be, so that it is asked for again where it was not yet.
        const updatedAt = known === undefined ? 0 : undefined;
        queries.setQueryData<Cart>(endpointKey('cart.get', lang, {}, tokenScope()), found.server, { updatedAt });
      }
    });

  const sync = createCartSync({ queries, lang, t, adoptOthers });
  current = sync;
  let scope = cartScope();

  /**
   * Another shopper's cart has nothing to do with these changes. A guest's first token is no other shopper, and neither is
   * the one that the server issued in place of a token it does not know.
   */
  const onToken = () => {
    const before = scope;
    scope = cartScope();
    if (before === scope || before === 'guest:') return;
    const isReplaced = before.startsWith('guest:') && authToken.read() === null && guestToken.read() !== null;
    if (isReplaced) remember();
    else {
      // A guest who signs in keeps their lines, and what was not read about them.
      const { notes } = useCartStore.getState();
      forgetChanges();
      if (before.startsWith('guest:') && authToken.read() !== null) noteChanges(notes);
    }
    // Another scope's cart is asked for by whoever shows it; only one guest's after another's has the same name.
    void queries.resetQueries({ queryKey: endpointKey('cart.get', lang, {}, tokenScope()) });
  };

  const onStored = () => {
    if (busy) return;
    adoptOthers();
    // The tab that made the change may be gone before it could send it.
    if (useCartStore.getState().modifiedItems.length > 0) sync.schedule();
  };

  const onOnline = () => {
    void sync.send().then(() => refreshCart(queries));
  };
  const onHidden = () => {
    if (document.visibilityState === 'hidden') void sync.send();
  };

  // What a page told before this woke up stays.
  const { notes } = useCartStore.getState();
  adoptOthers();
  noteChanges(notes);
  if (useCartStore.getState().modifiedItems.length > 0) sync.schedule();
  window.addEventListener('online', onOnline);
  window.addEventListener('pagehide', sync.flush);
  document.addEventListener('visibilitychange', onHidden);
  const stops = [
    useCartStore.subscribe((now, before) => {
      if (now.modifiedItems === before.modifiedItems && now.notes === before.notes) return;
      remember();
      if (!busy && now.seq > before.seq) sync.schedule();
    }),
    queries.getQueryCache().subscribe((event) => {
      if (event.query.queryKey[0] !== 'cart.get' || event.type !== 'updated' || event.action.type !== 'success') return;
      const known = serverCart(queries, lang);
      if (known !== undefined && !sync.isSending() && !busy) dropKnownChanges(known);
      remember();
    }),
    storedCart.subscribe(onStored),
    authToken.subscribe(onToken),
    guestToken.subscribe(onToken),
    () => window.removeEventListener('online', onOnline),
    () => window.removeEventListener('pagehide', sync.flush),
    () => document.removeEventListener('visibilitychange', onHidden),
    sync.stop,
  ];
  return () => {
    for (const stop of stops) stop();
    if (current === sync) current = null;
  };
}
