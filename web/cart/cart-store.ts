/**
 * The changes to the cart that the server does not know yet, and what a shopper does to make them (docs/spec.md §4 "Cart"). The
 * server's cart lives in the query cache; what is shown is that cart with these changes applied.
 */
import type { Cart, CartItem, LineChange } from '@shop/contract/cart';
import { isSameLine, type LineKey } from '@shop/core/cart/cart';
import {
  addItem,
  applyModified,
  type CartChange,
  type ModifiedItem,
  removeLine,
  removeOne,
  resetCart,
  toggleCheckout,
  updateItem,
} from '@shop/core/cart/change';
import { recordModified, withoutSent } from '@shop/core/cart/modified-items';
import { isRefusal, type Refusal } from '@shop/core/refusal';
import { create } from 'zustand';
import { trackAddToCart } from '../tracking/tracking.ts';
import type { CartMemory, PendingCartItem } from './cart-memory.ts';

type CartState = {
  modifiedItems: readonly PendingCartItem[];
  /** The number of the latest change; rises with each. */
  seq: number;
  /** What the server cut, repriced or lost since the shopper last saw it; shown at the line until it is touched or was read. */
  notes: readonly LineChange[];
};

const NOTHING: CartState = { modifiedItems: [], seq: 0, notes: [] };

/** Never written on the server. */
export const useCartStore = create<CartState>(() => NOTHING);

/** A cart before the server has handed one out: the first change of a new guest, or of one who is offline. */
export const NO_CART: Cart = {
  uuid: '',
  version: 0,
  items: [],
  isEmpty: true,
  items_count: 0,
  items_qty: 0,
  items_total: 0,
  subtotal: 0,
  delivery_fee: 0,
  delivery_fee_known: false,
  bag_fee: 0,
  tip: 0,
  rounding: 0,
  grand_total: 0,
  coupon_code: null,
  coupon_discount: 0,
  discount: 0,
  use_points: 0,
  use_golds: 0,
  point_info: { can_use_point: false, points_redeem_value: 0, points_used: 0, name: '' },
  free_shipping_info: {
    has_free_shipping: false,
    eligible_for_free_shipping: false,
    min_amount: null,
    max_amount: null,
    amount_left: null,
    weight_left: null,
    min_quantity: null,
    max_quantity: null,
    quantity_left: null,
    display_text: '',
  },
  billing_address: null,
  shipping_address: null,
  ship_to_bill_address: true,
  shipping_method: null,
  shipping_class_id: null,
  delivery_slot_id: null,
  shipping_remarks: null,
  leave_at_door: false,
  payment_method_id: null,
  payment_method: null,
  customer_email: null,
  meta: {},
  modifiedItems: [],
  lines_changed: [],
};

let shown: { server: Cart; modifiedItems: readonly PendingCartItem[]; cart: Cart } | null = null;

/** The cart that the shopper sees: the server's with the changes that it does not know yet. Reckoned once for all who ask. */
export function shownCart(known: Cart | null | undefined, modifiedItems: readonly PendingCartItem[]): Cart {
  const server = known ?? NO_CART;
  if (shown?.server !== server || shown.modifiedItems !== modifiedItems) {
    shown = { server, modifiedItems, cart: applyModified<CartItem, Cart>(server, modifiedItems) };
  }
  return shown.cart;
}

/** Notes other than those at the given lines. */
const notesBeside = (notes: readonly LineChange[], lines: readonly LineKey[]): readonly LineChange[] =>
  notes.filter(
    ({ id, variation_option_id }) =>
      id === undefined || !lines.some((line) => isSameLine(line, { id, variation_option_id })),
  );

function record(modified: readonly ModifiedItem<CartItem>[]): void {
  useCartStore.setState(({ modifiedItems, seq, notes }) => ({
    modifiedItems: recordModified(modifiedItems, modified, seq + 1),
    seq: seq + 1,
    notes: notesBeside(notes, modified),
  }));
}

/** Makes one change to the cart that is shown. A refused one changes nothing, and nothing is sent. */
function change(
  server: Cart | null | undefined,
  make: (cart: Cart) => CartChange<CartItem, Cart> | Refusal,
): Refusal | null {
  const made = make(shownCart(server, useCartStore.getState().modifiedItems));
  if (isRefusal(made)) return made;
  record(made.modified);
  return null;
}

/** A line as it is shown now. */
const lineInCart = (server: Cart | null | undefined, line: LineKey): CartItem | undefined =>
  shownCart(server, useCartStore.getState().modifiedItems).items.find((each) => isSameLine(each, line));

/**
 * What a shopper does to the cart. Each takes the server's cart as it is known, and answers why it was refused, or null.
 */
export const cartActs = {
  /** Adds pieces of a product; `line` is it as it would stand in the cart. */
  add(server: Cart | null | undefined, line: CartItem, quantity: number): Refusal | null {
    const before = lineInCart(server, line)?.quantity ?? 0;
    const refused = change(server, (cart) => addItem<CartItem, Cart>(cart, line, quantity));
    const added = lineInCart(server, line);
    if (refused === null && added !== undefined) trackAddToCart(added, added.quantity - before);
    return refused;
  },
  /** One piece less; the line goes when it falls below its minimum. */
  removeOne: (server: Cart | null | undefined, line: LineKey) =>
    change(server, (cart) => removeOne<CartItem, Cart>(cart, line)),
  /** Sets how many there are; 0 removes the line. */
  setQuantity: (server: Cart | null | undefined, line: LineKey, quantity: number) =>
    change(server, (cart) => updateItem<CartItem, Cart>(cart, line, { quantity })),
  remove: (server: Cart | null | undefined, line: LineKey) =>
    change(server, (cart) => removeLine<CartItem, Cart>(cart, line)),
  toggleCheckout: (server: Cart | null | undefined, line: LineKey) =>
    change(server, (cart) => toggleCheckout<CartItem, Cart>(cart, line)),
  /** Selects or leaves out all the given lines. */
  setCheckout(server: Cart | null | undefined, lines: readonly LineKey[], checkout: boolean): void {
    for (const line of lines) change(server, (cart) => updateItem<CartItem, Cart>(cart, line, { checkout }));
  },
  /** Empties the cart. */
  reset: (server: Cart | null | undefined) => change(server, (cart) => resetCart<CartItem, Cart>(cart)),
};

/** The server has answered for every change up to `seq`. */
export function settleChanges(seq: number): void {
  useCartStore.setState(({ modifiedItems }) => ({ modifiedItems: withoutSent(modifiedItems, seq) }));
}

/** Whether the server's cart already is as a change wants it. */
function isKnown(item: PendingCartItem, server: Cart): boolean {
  const line = server.items.find((each) => isSameLine(each, item));
  if (line === undefined) return item.quantity === 0;
  return (
    (item.quantity === undefined || item.quantity === line.quantity) &&
    (item.checkout === undefined || item.checkout === line.checkout)
  );
}

/** Drops changes that the server's cart already shows, such as those sent while the last page was left. */
export function dropKnownChanges(server: Cart): void {
  const { modifiedItems } = useCartStore.getState();
  const unknown = modifiedItems.filter((item) => !isKnown(item, server));
  if (unknown.length < modifiedItems.length) useCartStore.setState({ modifiedItems: unknown });
}

const isSameNote = (a: LineChange, b: LineChange): boolean =>
  a.field === b.field && a.id === b.id && (a.variation_option_id ?? null) === (b.variation_option_id ?? null);

/** Keeps what an answer says about its lines; what is newer replaces what was said of the same. */
export function noteChanges(changes: readonly LineChange[]): void {
  if (changes.length === 0) return;
  useCartStore.setState(({ notes }) => ({
    notes: [...notes.filter((note) => !changes.some((change) => isSameNote(change, note))), ...changes],
  }));
}

/** The shopper has read them. */
export function clearNotes(): void {
  if (useCartStore.getState().notes.length > 0) useCartStore.setState({ notes: [] });
}

/**
 * Takes over what another tab, or this one before a reload, remembered. Changes that the writer did not know yet are
 * newer and stay.
 */
export function adoptMemory({ modifiedItems, seq, notes }: Pick<CartMemory, 'modifiedItems' | 'seq' | 'notes'>): void {
  useCartStore.setState((mine) => ({
    notes,
    modifiedItems: [
      ...modifiedItems.filter((item) => !mine.modifiedItems.some((each) => each.seq > seq && isSameLine(each, item))),
      ...mine.modifiedItems.filter((item) => item.seq > seq),
    ],
    seq: Math.max(mine.seq, seq),
  }));
}

/** Forgets every change: another shopper's cart is shown from now on. */
export function forgetChanges(): void {
  useCartStore.setState(NOTHING);
}
