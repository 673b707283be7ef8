/**
 * The cart's state (docs/spec.md §4 "Cart"): the server's cart lives in the query cache, this store has the shopper's
 * changes that the server has not confirmed. The visible cart is the server's with these changes applied
 * (`core/cart/edit-cart.ts`).
 */
import type { Cart, CartItem, LineChange } from '@shop/contract/cart';
import { isSameLine, type LineKey } from '@shop/core/cart/cart';
import {
  addItem,
  applyModified,
  type EditedCart,
  type ModifiedItem,
  removeLine,
  removeOne,
  resetCart,
  toggleCheckout,
  updateItem,
} from '@shop/core/cart/edit-cart';
import { recordModified, removeConfirmed } from '@shop/core/cart/modified-items';
import { formatFreeShipping } from '@shop/core/delivery/free-shipping';
import type { Lang } from '@shop/core/lang';
import { isRefusal, type Refusal } from '@shop/core/refusal';
import type { QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand';
import { api } from '../../api/api.ts';
import { CART_STALE_MS, endpointKey, langQuery, personalQuery } from '../../api/query-client.ts';
import { isSignedIn, saveGuestToken, tokenScope } from '../../api/tokens.ts';
import { vibrate } from '../../native/vibrate.ts';
import { guestToken } from '../../storage.ts';
import { trackAddToCart } from '../../tracking/tracking.ts';
import type { CartActions } from '../use-cart.ts';
import type { CartSnapshot, PendingCartItem } from './cart-storage.ts';
import { EMPTY_CART } from './empty-cart.ts';

type CartState = {
  modifiedItems: readonly PendingCartItem[];
  /** The number of the latest change; rises with each. */
  seq: number;
  /**
   * Changes by the server: reduced, repriced or removed lines. Visible at the line until the shopper reads the note or
   * changes the line.
   */
  notes: readonly LineChange[];
};

const NO_CHANGES: CartState = { modifiedItems: [], seq: 0, notes: [] };

/** Only the browser writes it, because on the server all requests share it. */
export const cartStore = createStore<CartState>(() => NO_CHANGES);

/** A first tap waits this long for the server's cart, then starts from an empty one. */
const FIRST_CART_WAIT_MS = 3_000;

/**
 * Queries `GET /cart` (docs/spec.md §9 "cart 30 s with no retry"). Saves a guest's token from `uuid`. If another tab
 * received a token meanwhile, requests the cart of that token instead. Keeps `lines_changed`, which the server reports
 * only once.
 */
export function cartQuery(lang: Lang, scope: string) {
  const query = langQuery(lang);
  return {
    ...personalQuery('cart.get', lang, {}, scope, CART_STALE_MS),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Cart> => {
      const token = guestToken.read();
      let cart = await api('cart.get', { query }, { signal });
      if (!isSignedIn() && guestToken.read() !== token) cart = await api('cart.get', { query }, { signal });
      else saveGuestToken(cart.uuid);
      if (scope === tokenScope()) addNotes(cart.lines_changed);
      return cart;
    },
  };
}

/** Returns the server's cart as last received. */
export const readServerCart = (queries: QueryClient, lang: Lang): Cart | undefined =>
  queries.getQueryData<Cart>(endpointKey('cart.get', lang, {}, tokenScope()));

/** Resolves when the shopper leaves the page, so that a change that waits for the cart is still made and stored. */
const waitForLeave = () =>
  new Promise<undefined>((done) => window.addEventListener('pagehide', () => done(undefined), { once: true }));

/**
 * Returns the server's cart. Requests the first one unless offline, and waits for it until the page is left or
 * `FIRST_CART_WAIT_MS` are over; then undefined.
 */
async function loadFirstCart(queries: QueryClient, lang: Lang): Promise<Cart | undefined> {
  const cart = readServerCart(queries, lang);
  if (cart !== undefined || !navigator.onLine) return cart;
  const request = queries.ensureQueryData(cartQuery(lang, tokenScope())).catch(() => undefined);
  const timeout = new Promise<undefined>((done) => setTimeout(done, FIRST_CART_WAIT_MS, undefined));
  return Promise.race([request, timeout, waitForLeave()]);
}

/** Returns the visible cart: the server's with unconfirmed changes applied. */
export const applyChanges = (server: Cart | undefined, modifiedItems: readonly PendingCartItem[]): Cart =>
  applyModified<CartItem, Cart>(server ?? EMPTY_CART, modifiedItems);

/** Returns the visible cart with the text that its free-shipping info has after unconfirmed changes. */
export function toVisibleCart(server: Cart | undefined, modifiedItems: readonly PendingCartItem[], lang: Lang): Cart {
  const cart = applyChanges(server, modifiedItems);
  if (cart === server) return cart;
  const { free_shipping_info: info } = cart;
  return { ...cart, free_shipping_info: { ...info, display_text: formatFreeShipping(info, lang) } };
}

const findVisibleLine = (server: Cart | undefined, line: LineKey): CartItem | undefined =>
  applyChanges(server, cartStore.getState().modifiedItems).items.find((each) => isSameLine(each, line));

/** Returns whether a note is about a line. */
export const isNoteFor = (note: LineChange, line: LineKey): boolean =>
  note.id !== undefined && isSameLine(line, { id: note.id, variation_option_id: note.variation_option_id });

/** Records modified lines as unconfirmed, and drops their notes. */
function recordChanges(modified: readonly ModifiedItem<CartItem>[]): void {
  cartStore.setState(({ modifiedItems, seq, notes }) => ({
    modifiedItems: recordModified(modifiedItems, modified, seq + 1),
    seq: seq + 1,
    notes: notes.filter((note) => !modified.some((line) => isNoteFor(note, line))),
  }));
}

type CartActionsOptions = {
  queries: QueryClient;
  lang: Lang;
  /** Called after each accepted change. */
  onChange: () => void;
  onRefused: (refused: Refusal) => void;
};

/** Makes the shopper's changes to the cart. A refused change has no effect and is not sent. */
export function createCartActions({
  queries,
  lang,
  onChange,
  onRefused,
}: CartActionsOptions): Omit<CartActions, 'send'> {
  const readServer = () => readServerCart(queries, lang);

  function change(
    make: (cart: Cart) => EditedCart<CartItem, Cart> | Refusal,
    server: Cart | undefined = readServer(),
  ): Refusal | null {
    const result = make(applyChanges(server, cartStore.getState().modifiedItems));
    if (isRefusal(result)) {
      onRefused(result);
      return result;
    }
    recordChanges(result.modified);
    onChange();
    return null;
  }

  return {
    async add(line, quantity) {
      const server = await loadFirstCart(queries, lang);
      const before = findVisibleLine(server, line)?.quantity ?? 0;
      const refused = change((cart) => addItem<CartItem, Cart>(cart, line, quantity), server);
      const addedLine = findVisibleLine(server, line);
      if (refused === null && addedLine !== undefined) {
        trackAddToCart(addedLine, addedLine.quantity - before);
        vibrate();
      }
      return refused;
    },
    update: (line, update) => change((cart) => updateItem<CartItem, Cart>(cart, line, update)),
    removeOne: (line) => change((cart) => removeOne<CartItem, Cart>(cart, line)),
    remove: (line) => change((cart) => removeLine<CartItem, Cart>(cart, line)),
    reset: () => change(resetCart<CartItem, Cart>),
    toggleCheckout: (line) => change((cart) => toggleCheckout<CartItem, Cart>(cart, line)),
  };
}

/** Clears every change up to `seq`, because the server has responded to them. */
export function clearSentChanges(seq: number): void {
  cartStore.setState(({ modifiedItems }) => ({ modifiedItems: removeConfirmed(modifiedItems, seq) }));
}

/** Returns whether the server's cart already contains a change. */
function isConfirmed(item: PendingCartItem, server: Cart): boolean {
  const line = server.items.find((each) => isSameLine(each, item));
  if (line === undefined) return item.quantity === 0;
  return (
    (item.quantity === undefined || item.quantity === line.quantity) &&
    (item.checkout === undefined || item.checkout === line.checkout)
  );
}

/** Clears changes that the server's cart already contains, such as those sent while the last page was left. */
export function clearConfirmedChanges(server: Cart): void {
  const { modifiedItems } = cartStore.getState();
  const unconfirmedItems = modifiedItems.filter((item) => !isConfirmed(item, server));
  if (unconfirmedItems.length < modifiedItems.length) cartStore.setState({ modifiedItems: unconfirmedItems });
}

const isSameNote = (a: LineChange, b: LineChange): boolean =>
  a.field === b.field && a.id === b.id && (a.variation_option_id ?? null) === (b.variation_option_id ?? null);

/** Adds the notes of a response about its lines; a newer note replaces an older one of the same kind. */
export function addNotes(changes: readonly LineChange[]): void {
  if (changes.length === 0) return;
  cartStore.setState(({ notes }) => ({
    notes: [...notes.filter((note) => !changes.some((change) => isSameNote(change, note))), ...changes],
  }));
}

/** Clears the notes: the shopper has read them. */
export function clearNotes(): void {
  if (cartStore.getState().notes.length > 0) cartStore.setState({ notes: [] });
}

/** Takes over the snapshot of another tab, or of this one before a reload. Changes newer than the snapshot stay. */
export function adoptSnapshot({
  modifiedItems,
  seq,
  notes,
}: Pick<CartSnapshot, 'modifiedItems' | 'seq' | 'notes'>): void {
  cartStore.setState((own) => ({
    notes,
    modifiedItems: [
      ...modifiedItems.filter((item) => !own.modifiedItems.some((each) => each.seq > seq && isSameLine(each, item))),
      ...own.modifiedItems.filter((item) => item.seq > seq),
    ],
    seq: Math.max(own.seq, seq),
  }));
}

/** Clears all changes and notes, because the cart belongs to another shopper from now on. */
export function resetChanges(): void {
  cartStore.setState(NO_CHANGES);
}
