/**
 * The cart on this device (docs/spec.md §3 "Local persisted keys": `cart`): the server's cart as last received, and the
 * changes that the server has not confirmed.
 */
import { type Cart, type CartItem, cart, cartItem, type LineChange, lineChange } from '@shop/contract/cart';
import type { PendingItem } from '@shop/core/cart/modified-items';
import * as v from 'valibot';
import { tokenScope } from '../../api/tokens.ts';
import { dataKey, guestToken } from '../../storage.ts';

export type PendingCartItem = PendingItem<CartItem>;

export type CartSnapshot = {
  /** The owner; a snapshot of another owner is ignored. */
  scope: string;
  server: Cart | null;
  modifiedItems: PendingCartItem[];
  /** The number of the latest change that the writer knew. */
  seq: number;
  /** Changes by the server that the shopper has not read yet: the server reports each once. */
  notes: LineChange[];
};

/** Identifies the owner of this device's cart, a customer or a guest, without exposing the token. */
export function cartScope(): string {
  const scope = tokenScope();
  return scope === 'guest' ? `guest:${guestToken.read()?.slice(-6) ?? ''}` : scope;
}

const snapshot: v.GenericSchema<unknown, CartSnapshot> = v.object({
  scope: v.string(),
  // The contract's schemas turn sen into text; here they only validate the stored data.
  server: v.custom<Cart | null>((value) => value === null || v.is(cart, value)),
  modifiedItems: v.array(
    v.object({
      id: v.string(),
      variation_option_id: v.optional(v.nullable(v.string())),
      quantity: v.optional(v.number()),
      checkout: v.optional(v.boolean()),
      line: v.optional(v.custom<CartItem>((value) => v.is(cartItem, value))),
      seq: v.number(),
    }),
  ),
  seq: v.number(),
  notes: v.array(lineChange),
});

/** Raise the version when the cart's shape changes: a snapshot of another version is ignored. */
const storedCart = dataKey('cart', 5, snapshot);

export const subscribeToSnapshots = storedCart.subscribe;

/** Stores the cart. The server's reports about its lines are stored as notes, until they are read. */
export function writeSnapshot(cart: Omit<CartSnapshot, 'scope'>): void {
  const server = cart.server && { ...cart.server, lines_changed: [] };
  storedCart.write({ ...cart, server, scope: cartScope() });
}

/** Reads the snapshot of the current owner; null if there is none. */
export function readSnapshot(): CartSnapshot | null {
  const latest = storedCart.read();
  return latest?.scope === cartScope() ? latest : null;
}
