/**
 * Reads and changes carts: lock, reconcile with the current stock and prices, change, and write in one statement. A
 * cart reserves no stock (docs/api.md#cart).
 */

import { isDeepStrictEqual } from 'node:util';
import { lineKey } from '@shop/core/cart/cart';
import { NO_MULTIPLIER } from '@shop/core/loyalty/earn';
import type { Balances } from '@shop/core/loyalty/redeem';
import { DAY_MS } from '@shop/core/time';
import { loadOffers } from '../catalog/listing/offers.ts';
import type { Ctx } from '../context.ts';
import { type Db, lockRows } from '../db/database.ts';
import { runInBatches } from '../db/run-in-batches.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { EventOf } from '../events.ts';
import { type ChosenVoucher, toChosenVoucher } from '../loyalty/vouchers/chosen-voucher.ts';
import { filterByBranch } from '../payments/payment-methods.ts';
import { refuse } from '../refuse.ts';
import { issueToken } from '../secrets/sign.ts';
import { inTransaction } from '../transaction.ts';
import * as sql from './cart.sql.ts';
import {
  applyLineUpdates,
  type CartChange,
  type LineUpdate,
  type LoadedLine,
  type RejectedUpdate,
  reconcile,
  repriceLines,
  toLine,
} from './cart-lines.ts';
import type { StoredChoices } from './checkout-choices.ts';
import type { WithPrices } from './pricing.ts';
import { currentSettings, type PricingSettings, readPricingSettings } from './pricing-settings.ts';
import { priceForShopper } from './spent-promotions.ts';

export type LoadedCart = {
  /** Null if the cart is not stored yet. */
  id: string | null;
  /** Public identifier: a guest's token or a customer's id. */
  uuid: string;
  version: number;
  choices: StoredChoices;
  /** Expiry; null if the cart is not stored. */
  expires_at: Date | null;
  /** Whether the customer has no order yet; null for a guest, whose contacts are unknown before the order. */
  is_first_order: boolean | null;
  /** Whether another customer's code brought the customer; false for a guest. */
  is_referred: boolean;
  /**
   * Ids of automatic promotions that this cart may not use: used up by all shoppers together, or closed to this one
   * (added by `excludeSpentPromotions`).
   */
  spent_promotions: ReadonlySet<string>;
  /** Balances of the customer's wallets; null for a guest. */
  balances: Balances | null;
  /** The own voucher that the choices name. */
  own_voucher: ChosenVoucher | null;
  /** Hundredths of a point that the customer's tier earns per ringgit. */
  earn_rate: number;
  /** Multiplier of the earn rate in hundredths, such as that of the birthday month. */
  earn_times: number;
  settings: PricingSettings;
  lines: LoadedLine[];
  /** Changes to report: from reconciling, and from rejected line updates. */
  changes: CartChange[];
  /** Stored values, compared on save to find the changes to write. */
  stored: { lines: readonly LoadedLine[]; choices: StoredChoices };
};

export type PricedCart = WithPrices<LoadedCart>;

/** A guest's token is renewed by use and lives as long as its cart (docs/readings.md#3). */
const CART_LIFE_MS = 60 * DAY_MS;
/** Expiry is renewed at most once a day, to avoid a write per request. */
const RENEWAL_MS = DAY_MS;

export const computeExpiry = (now: Date): Date => new Date(now.getTime() + CART_LIFE_MS);

/** Returns the renewed expiry, or the same one if it was renewed within the last day. */
function renewExpiry(expires_at: Date | null, now: Date): Date {
  const expiry = computeExpiry(now);
  return expires_at === null || expires_at.getTime() < expiry.getTime() - RENEWAL_MS ? expiry : expires_at;
}

/** A cart's owner: the statements to use and the key. */
type CartOwner = { carts: typeof sql.guestsCart; key: string; uuid: string };

/** Finds the cart's owner; null without a token. */
function identifyOwner({ actor }: Ctx): CartOwner | null {
  if (actor.kind === 'guest') return { carts: sql.guestsCart, key: actor.tokenHash, uuid: actor.token };
  if (actor.kind === 'customer') return { carts: sql.customersCart, key: actor.id, uuid: actor.id };
  return null;
}

const toNumericId = (id: string | null | undefined): number | null => (id == null ? null : Number(id));

/** Builds lines from their rows. Skips a product or option that does not exist. */
async function loadLines(ctx: Ctx, rows: readonly sql.CartLineRow[]): Promise<LoadedLine[]> {
  const offers = await loadOffers(ctx, rows);
  return rows.flatMap(({ position, quantity, checkout, seen_price, doc }, index) => {
    const offer = offers[index] ?? null;
    if (offer === null) return [];
    const labels = {
      categories: doc?.categories.map(({ slug }) => slug) ?? [],
      frozen_parts: doc?.frozen_parts?.map(({ slug }) => slug) ?? [],
      brand: doc?.brand?.slug ?? null,
    };
    return toLine({ position, quantity, checkout, seen_price }, offer, labels, ctx.priceGroup);
  });
}

/** Returns the maximum of bulky units in an order. A missing setting or 0 means no limit. */
export const readBulkyMax = (settings: PricingSettings): number => settings.bulky_max || Number.POSITIVE_INFINITY;

/** A customer's or guest's data that prices a cart. */
type CartMember = Pick<
  LoadedCart,
  'is_first_order' | 'is_referred' | 'balances' | 'own_voucher' | 'earn_rate' | 'earn_times'
>;

type StoredCart = Pick<LoadedCart, 'id' | 'version' | 'choices' | 'expires_at' | 'spent_promotions'> & CartMember;

const NO_CART: StoredCart = {
  id: null,
  version: 0,
  choices: {},
  expires_at: null,
  spent_promotions: new Set(),
  is_first_order: null,
  is_referred: false,
  balances: null,
  own_voucher: null,
  earn_rate: 0,
  earn_times: NO_MULTIPLIER,
};

/**
 * Returns the settings with only the payment methods that this request may use; a stored choice of another method
 * counts as no choice.
 */
function filterSettings(ctx: Ctx, settings: PricingSettings): PricingSettings {
  const payments = filterByBranch(ctx, settings.payments);
  return payments === settings.payments ? settings : { ...settings, payments };
}

function toReconciledCart(
  ctx: Ctx,
  storedCart: StoredCart,
  uuid: string,
  shopSettings: PricingSettings,
  loaded: readonly LoadedLine[],
): LoadedCart {
  const settings = filterSettings(ctx, shopSettings);
  const stored = loaded.filter((line) => line.position !== null);
  const reconciled = reconcile(stored, readBulkyMax(settings));
  return { ...storedCart, uuid, settings, ...reconciled, stored: { lines: stored, choices: storedCart.choices } };
}

/**
 * Locks the shopper's cart in the open transaction, creating it if missing, and reconciles its lines. `updates` are
 * line updates; lines that they would add are returned as `added`, with quantity 0. `voucher_id` replaces the own
 * voucher of the choices. Refuses `auth.required` without a token.
 */
export async function lockCart(
  ctx: Ctx,
  updates: readonly LineUpdate[] = [],
  voucher_id: string | null = null,
): Promise<LoadedCart & { added: LoadedLine[] }> {
  const owner = identifyOwner(ctx) ?? refuse('auth.required');
  const [locked] = await lockRows(ctx.db, owner.carts.lock, [
    ...[uuidV7(ctx.now), owner.key, ctx.now, computeExpiry(ctx.now)],
    updates.map(({ id }) => toNumericId(id)),
    updates.map(({ variation_option_id }) => toNumericId(variation_option_id)),
    voucher_id,
  ]);
  // Only a customer's cart can be missing here: the account was just removed.
  if (locked === undefined) return refuse('auth.token_invalid');
  const { is_past, settings_version, lines, own_voucher, used_up, ...others } = locked;
  const row = { ...others, own_voucher: toChosenVoucher(own_voucher), spent_promotions: new Set(used_up) };
  if (is_past) await ctx.db.write(sql.emptyCart, [row.id]);
  const loaded = await loadLines(ctx, lines);
  const settings = await readPricingSettings(ctx.db, settings_version);
  const cart = toReconciledCart(
    ctx,
    is_past ? { ...row, choices: {}, own_voucher: voucher_id === null ? null : row.own_voucher } : row,
    owner.uuid,
    settings,
    loaded,
  );
  return { ...cart, added: loaded.filter((line) => line.position === null) };
}

/**
 * Reads the cart without a lock, prices it, and writes nothing. Without a token or a stored cart, the cart is empty.
 */
export const readCart = async (ctx: Ctx): Promise<PricedCart> => priceForShopper(ctx, await loadCart(ctx));

/** Reads the cart as `readCart` does, without its prices. */
export async function loadCart(ctx: Ctx): Promise<LoadedCart> {
  const owner = identifyOwner(ctx);
  if (owner === null)
    return toReconciledCart(ctx, NO_CART, issueToken(ctx.shop.secret, 'g'), await currentSettings(ctx.db), []);
  const row = await ctx.db.row(owner.carts.read, [owner.key, ctx.now]);
  if (row === null) throw new Error('Reading a cart gave no settings');
  const { id, version, choices, expires_at, settings_version, lines, own_voucher, used_up, ...others } = row;
  const member = { ...others, own_voucher: toChosenVoucher(own_voucher), spent_promotions: new Set(used_up) };
  const [loaded, settings] = await Promise.all([loadLines(ctx, lines), readPricingSettings(ctx.db, settings_version)]);
  if (id === null) return toReconciledCart(ctx, { ...NO_CART, ...member }, owner.uuid, settings, []);
  return toReconciledCart(
    ctx,
    { id, version: version ?? 0, choices: choices ?? {}, expires_at, ...member },
    owner.uuid,
    settings,
    loaded,
  );
}

const toLineRow = (line: LoadedLine, position: number) => ({
  product_id: line.offer.product_id,
  variation_option_id: line.offer.variation_option_id,
  position,
  quantity: line.quantity,
  checkout: line.checkout,
  seen_price: line.final_price,
});

/**
 * Finds the rows that a save must write: changed lines, removed lines with quantity 0, and whether more than seen
 * prices changed.
 */
function findLinesToWrite(cart: LoadedCart) {
  const remaining = new Set(cart.lines.map(lineKey));
  const before = new Map(cart.stored.lines.map((line) => [lineKey(line), line]));
  const rows = cart.stored.lines
    .filter((line) => !remaining.has(lineKey(line)))
    .map((line) => toLineRow({ ...line, quantity: 0 }, 0));
  let isChange = rows.length > 0;
  for (const [position, line] of cart.lines.entries()) {
    const old = before.get(lineKey(line));
    const isSame = old !== undefined && old.quantity === line.quantity && old.checkout === line.checkout;
    if (!isSame) isChange = true;
    if (!isSame || old.position !== position || old.seen_price !== line.final_price)
      rows.push(toLineRow(line, position));
  }
  return { rows, isChange };
}

async function renewCart<Cart extends LoadedCart>(ctx: Ctx, cart: Cart): Promise<Cart> {
  const expires_at = renewExpiry(cart.expires_at, ctx.now);
  if (expires_at !== cart.expires_at) await ctx.db.write(sql.renewCart, [cart.id, expires_at]);
  return { ...cart, expires_at };
}

/**
 * Writes the differences from the stored cart. Any change that the shopper could notice raises the version; a newly
 * seen price does not.
 */
export async function saveCart<Cart extends LoadedCart>(ctx: Ctx, cart: Cart): Promise<Cart> {
  const { rows, isChange } = findLinesToWrite(cart);
  const hasNewChoices = !isDeepStrictEqual(cart.choices, cart.stored.choices);
  const stored = { lines: cart.lines, choices: cart.choices };
  if (isChange || hasNewChoices) {
    const expires_at = renewExpiry(cart.expires_at, ctx.now);
    const written = [cart.choices, ctx.now, expires_at];
    if (rows.length === 0) await ctx.db.write(sql.writeChoices, [cart.id, ...written]);
    else await ctx.db.write(sql.writeCart, [cart.id, JSON.stringify(rows), ...written]);
    return { ...cart, stored, expires_at, version: cart.version + 1 };
  }
  if (rows.length > 0) await ctx.db.write(sql.writeSeenPrices, [cart.id, JSON.stringify(rows)]);
  return renewCart(ctx, { ...cart, stored });
}

/** Reconciles and saves the cart; changes since the last read are reported only once. */
function reconcileCart(ctx: Ctx): Promise<PricedCart> {
  return inTransaction(ctx, async (ctx) => priceForShopper(ctx, await saveCart(ctx, await lockCart(ctx))));
}

/** Reads the shopper's cart. Writes only if reconciling changed something to report, or to renew the expiry. */
export async function getCart(ctx: Ctx): Promise<PricedCart> {
  const cart = await loadCart(ctx);
  if (cart.changes.length > 0) return reconcileCart(ctx);
  const priced = await priceForShopper(ctx, cart);
  return cart.id === null ? priced : renewCart(ctx, priced);
}

/** Releases the held place of a slot when nothing is left to order; the slot stays chosen. */
function releaseUnusedHold(cart: LoadedCart): LoadedCart {
  if (cart.choices.hold == null || cart.lines.some((line) => line.checkout)) return cart;
  return { ...cart, choices: { ...cart.choices, hold: null } };
}

/**
 * Clears a removed address from the checkout's choices. The lines are not written, so that the shopper's next request
 * still reports their changes.
 */
export async function forgetAddress(ctx: Ctx, { address_id }: EventOf<'address.removed'>): Promise<void> {
  const { id, choices, expires_at } = await lockCart(ctx);
  const isShipping = choices.shipping_address_id === address_id;
  const isBilling = choices.billing_address_id === address_id;
  if (!isShipping && !isBilling) return;
  const remaining = {
    ...choices,
    ...(isShipping && { shipping_address: null, shipping_address_id: null }),
    ...(isBilling && { billing_address: null, billing_address_id: null }),
  };
  await ctx.db.write(sql.writeChoices, [id, remaining, ctx.now, expires_at]);
}

export type UpdatedCart = { cart: PricedCart; rejected: RejectedUpdate[] };

/**
 * Sets absolute quantities (0 removes) and checkout flags; applies the valid updates and reports the rejected ones
 * (docs/readings.md#6). Idempotent. Refuses `auth.required` without a token.
 */
export function updateCart(ctx: Ctx, updates: readonly LineUpdate[]): Promise<UpdatedCart> {
  return inTransaction(ctx, async (ctx) => {
    const { added, ...cart } = await lockCart(ctx, updates);
    const { lines, rejected } = applyLineUpdates([...cart.lines, ...added], updates, readBulkyMax(cart.settings));
    const reported = rejected.flatMap(({ change }) => change ?? []);
    const updated = {
      ...cart,
      lines: repriceLines(cart.lines, lines),
      changes: [...cart.changes, ...reported],
    };
    return { cart: await priceForShopper(ctx, await saveCart(ctx, releaseUnusedHold(updated))), rejected };
  });
}

export const hasGuestCart = async (db: Db, tokenHash: string): Promise<boolean> =>
  (await db.row(sql.guestCartExists, [tokenHash])) !== null;

/** Maximum carts removed per transaction, to keep it short. */
const REMOVED_PER_BATCH = 1_000;

/** Removes expired carts; returns how many. */
export async function removeExpiredCarts(db: Db, now: Date): Promise<number> {
  const values = [now, REMOVED_PER_BATCH];
  return runInBatches(REMOVED_PER_BATCH, async () => (await db.rows(sql.removeExpired, values)).length);
}
