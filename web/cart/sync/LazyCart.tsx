/**
 * The lazy part of the cart: stores it on this device, follows other tabs and sign-in, and sends changes to the server.
 */
import type { Cart } from '@shop/contract/cart';
import type { Lang } from '@shop/core/lang';
import type { Refusal } from '@shop/core/refusal';
import { formatRefusal } from '@shop/core/refusal-text';
import { type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { endpointKey } from '../../api/query-client.ts';
import { tokenScope, useTokenScope } from '../../api/tokens.ts';
import { type T, useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { isReturnTarget } from '../../identity/sign-in/safe-path.ts';
import { openCart } from '../../layout/layout-store.ts';
import { authToken, deliveryZip, guestToken } from '../../storage.ts';
import { toast } from '../../ui/toasts/toast.ts';
import { useCart } from '../use-cart.ts';
import { cartScope, type PendingCartItem, readSnapshot, subscribeToSnapshots, writeSnapshot } from './cart-storage.ts';
import {
  addNotes,
  adoptSnapshot,
  cartQuery,
  cartStore,
  clearConfirmedChanges,
  createCartActions,
  readServerCart,
  resetChanges,
  toVisibleCart,
} from './cart-store.ts';
import { createCartSync, refreshCart } from './cart-sync.ts';

/** Requests the cart and updates `useCart()` from the query cache and the store. Returns a function that stops it. */
function publishCart({ queries, lang }: { queries: QueryClient; lang: Lang }): () => void {
  const observer = new QueryObserver(queries, cartQuery(lang, tokenScope()));
  let publishedState: { server?: Cart; modifiedItems?: readonly PendingCartItem[] } = {};
  const publish = () => {
    const { data: server } = observer.getCurrentResult();
    const { modifiedItems } = cartStore.getState();
    if (publishedState.server === server && publishedState.modifiedItems === modifiedItems) return;
    publishedState = { server, modifiedItems };
    useCart.setState({
      cart: server === undefined && modifiedItems.length === 0 ? null : toVisibleCart(server, modifiedItems, lang),
    });
  };
  const stops = [
    observer.subscribe(publish),
    cartStore.subscribe(publish),
    authToken.subscribe(() => observer.setOptions(cartQuery(lang, tokenScope()))),
  ];
  publish();
  return () => {
    for (const stop of stops) stop();
  };
}

/** Starts the cart in this document. Returns a function that stops it. */
export function startCart({ queries, lang, t }: { queries: QueryClient; lang: Lang; t: T }): () => void {
  /** True while a snapshot is read or written: changes caused by it must not write another snapshot. */
  let busy = false;
  const runExclusively = (act: () => void) => {
    if (busy) return;
    busy = true;
    try {
      act();
    } finally {
      busy = false;
    }
  };

  const save = () =>
    runExclusively(() => {
      const { modifiedItems, seq, notes } = cartStore.getState();
      const server = readServerCart(queries, lang) ?? null;
      writeSnapshot({ server, modifiedItems: [...modifiedItems], seq, notes: [...notes] });
    });

  /** Takes over the state that another tab, or the previous page, stored. */
  const adoptStoredCart = () =>
    runExclusively(() => {
      const snapshot = readSnapshot();
      if (snapshot === null) return;
      adoptSnapshot(snapshot);
      const cart = readServerCart(queries, lang);
      if (snapshot.server !== null && (cart === undefined || cart.version < snapshot.server.version)) {
        // Marked as stale if the query has no data yet, so that the cart is still requested.
        const updatedAt = cart === undefined ? 0 : undefined;
        queries.setQueryData<Cart>(endpointKey('cart.get', lang, {}, tokenScope()), snapshot.server, { updatedAt });
      }
    });

  const sync = createCartSync({ queries, lang, t, adoptStoredCart });
  const sendSoon = () => {
    if (cartStore.getState().modifiedItems.length > 0) sync.schedule();
  };
  let scope = cartScope();

  /**
   * Resets the cart when its owner changes. A guest's first token, or a token that the server issues in place of an
   * unknown one, does not change the owner.
   */
  const onToken = () => {
    const before = scope;
    scope = cartScope();
    if (before === scope || before === 'guest:') return;
    const isReplaced = before.startsWith('guest:') && authToken.read() === null && guestToken.read() !== null;
    if (isReplaced) save();
    else {
      // A guest who signs in keeps their lines, and the unread notes about them.
      const { notes } = cartStore.getState();
      resetChanges();
      if (before.startsWith('guest:') && authToken.read() !== null) addNotes(notes);
    }
    // Two guests share one query key, so that the second would see the first one's cart.
    void queries.resetQueries({ queryKey: endpointKey('cart.get', lang, {}, tokenScope()) });
  };

  const onSnapshot = () => {
    if (busy) return;
    adoptStoredCart();
    // The other tab may be closed before it sends its change.
    sendSoon();
  };

  const onOnline = () => {
    void sync.send().then(() => refreshCart(queries));
  };
  const onHidden = () => {
    if (document.visibilityState === 'hidden') void sync.send();
  };

  // Keeps notes that a page added before this chunk started.
  const { notes } = cartStore.getState();
  adoptStoredCart();
  addNotes(notes);
  sendSoon();
  window.addEventListener('online', onOnline);
  window.addEventListener('pagehide', sync.flush);
  document.addEventListener('visibilitychange', onHidden);
  const stops = [
    cartStore.subscribe((now, before) => {
      if (now.modifiedItems !== before.modifiedItems || now.notes !== before.notes) save();
    }),
    queries.getQueryCache().subscribe((event) => {
      if (event.query.queryKey[0] !== 'cart.get' || event.type !== 'updated' || event.action.type !== 'success') return;
      const cart = readServerCart(queries, lang);
      if (cart !== undefined && !sync.isSending() && !busy) clearConfirmedChanges(cart);
      save();
    }),
    subscribeToSnapshots(onSnapshot),
    authToken.subscribe(onToken),
    guestToken.subscribe(onToken),
    publishCart({ queries, lang }),
    () => window.removeEventListener('online', onOnline),
    () => window.removeEventListener('pagehide', sync.flush),
    () => document.removeEventListener('visibilitychange', onHidden),
    sync.stop,
  ];
  const onRefused = (refused: Refusal) => toast(formatRefusal(refused, lang), { kind: 'error' });
  const changes = createCartActions({ queries, lang, onChange: sync.schedule, onRefused });
  useCart.setState({ actions: { ...changes, send: sync.send } });
  return () => {
    for (const stop of stops) stop();
    useCart.setState({ actions: null });
  };
}

/**
 * Opens the drawer if /cart or a sheet requested it, or if signing in changed the cart. Waits until the shopper has
 * left /cart or the sign-in page and a sheet has removed its history entry, because both navigations close the drawer.
 */
function useOpenOnArrival(): void {
  const opensOnArrival = useCart((state) => state.opensOnArrival);
  const { pathname, state } = useLocation();
  const hasArrived = useNavigation().state === 'idle' && isReturnTarget(pathname) && state?.overlay === undefined;
  useEffect(() => {
    if (!opensOnArrival || !hasArrived) return;
    useCart.setState({ opensOnArrival: false });
    openCart();
  }, [opensOnArrival, hasArrived]);
}

/** Returns the postcode of the customer's default address; null for a guest and without one. */
async function readDefaultZip(queries: QueryClient, lang: Lang): Promise<string | null> {
  if (authToken.read() === null) return null;
  const { addressBookQuery } = await import('../../addresses/address-queries.ts');
  const { data } = await queries.fetchQuery(addressBookQuery(lang, tokenScope()));
  return data.find(({ is_default }) => is_default)?.zip || null;
}

/**
 * Sends the postcode stored on this device, else that of the customer's default address, to a cart without a
 * destination: a new guest's, or the one after signing in. Sends it once per owner, because an unknown postcode would
 * be refused every time.
 */
function useStoredPostcode(): void {
  const queries = useQueryClient();
  const lang = useLang();
  const scope = useTokenScope();
  const hasNoDestination = useCart(({ cart }) => cart !== null && cart.destination === null);
  const lastScope = useRef<string | null>(null);
  useEffect(() => {
    if (!hasNoDestination || lastScope.current === scope) return;
    const send = async () => {
      const zip = deliveryZip.read() ?? (await readDefaultZip(queries, lang));
      if (zip === null || tokenScope() !== scope) return;
      const { sendStoredZip } = await import('../../delivery/save-delivery-zip.ts');
      await sendStoredZip(queries, lang, zip);
    };
    lastScope.current = scope;
    send().catch((error: unknown) => {
      // Signing out or in cancels the request; only other failures are logged.
      if (tokenScope() === scope) console.warn('The stored postcode was not sent', error);
    });
  }, [hasNoDestination, scope, queries, lang]);
}

export function LazyCart() {
  const queries = useQueryClient();
  const lang = useLang();
  const t = useT();
  useOpenOnArrival();
  useStoredPostcode();
  useEffect(() => startCart({ queries, lang, t }), [queries, lang, t]);
  return null;
}
