/**
 * Reads and changes carts: lock, reconcile with what can be bought now, change, and write in one statement. A cart
 * reserves no stock (docs/api.md#cart).
 */

import { isDeepStrictEqual } from 'node:util';
import { lineKey } from '@shop/core/cart/cart';
import { priceLines } from '@shop/core/cart/pricing';
import { DAY_MS } from '@shop/core/time';
import { offersOf } from '../catalog/listing/offers.ts';
import { type Ctx, withDb } from '../context.ts';
import type { Db } from '../db/database.ts';
import { lockRows } from '../db/lock.ts';
import { uuidV7 } from '../db/uuid.ts';
import { refuse } from '../refuse.ts';
import { issueToken } from '../secrets/issued-token.ts';
import { inTransaction } from '../transaction.ts';
import * as sql from './cart.sql.ts';
import type { Change } from './changes.ts';
import type { StoredChoices } from './choices.ts';
import { type Line, lineOf } from './lines.ts';
import { settle } from './settle.ts';
import { recentTerms, type Terms, termsOf } from './terms.ts';
import { grantWishes, type RefusedWish, type Wish } from './wishes.ts';

/** A reconciled and priced cart. */
export type OpenCart = {
  /** Null if the cart is not stored yet. */
  id: string | null;
  /** Public identifier: a guest's token or a customer's id. */
  uuid: string;
  version: number;
  choices: StoredChoices;
  /** Expiry; null if the cart is not stored. */
  expires_at: Date | null;
  terms: Terms;
  lines: Line[];
  /** Reported changes: by reconciling, and rejected line updates. */
  changes: Change[];
  /** Stored values, compared on save to find what to write. */
  stored: { lines: readonly Line[]; choices: StoredChoices };
};

/** A guest's token is renewed by use and lives as long as its cart (docs/readings.md#3). */
const CART_LIFE_MS = 60 * DAY_MS;
/** Expiry is renewed at most once a day, to avoid a write per request. */
const RENEWAL_MS = DAY_MS;

/** Expiry of a cart that is used now. */
export const expiryAt = (now: Date): Date => new Date(now.getTime() + CART_LIFE_MS);

/** Renews a cart's expiry at most once a day; otherwise returns it unchanged. */
function renewed(expires_at: Date | null, now: Date): Date {
  const expiry = expiryAt(now);
  return expires_at === null || expires_at.getTime() < expiry.getTime() - RENEWAL_MS ? expiry : expires_at;
}

/** A cart's owner: the statements to use and the key. */
type Owner = { carts: typeof sql.guestsCart; key: string; uuid: string };

/** Finds the cart's owner; null without a token. */
function ownerOf({ actor }: Ctx): Owner | null {
  if (actor.kind === 'guest') return { carts: sql.guestsCart, key: actor.tokenHash, uuid: actor.token };
  if (actor.kind === 'customer') return { carts: sql.customersCart, key: actor.id, uuid: actor.id };
  return null;
}

const asId = (id: string | null | undefined): number | null => (id == null ? null : Number(id));

/** Reads the cart's lines, then the lines that updates would add. A product or option that does not exist has none. */
async function loadLines(ctx: Ctx, { carts, key }: Owner, wishes: readonly Wish[]): Promise<Line[]> {
  const rows =
    wishes.length === 0
      ? await ctx.db.rows(carts.lines, [key])
      : await ctx.db.rows(carts.linesAndNamed, [
          key,
          wishes.map(({ id }) => asId(id)),
          wishes.map(({ variation_option_id }) => asId(variation_option_id)),
        ]);
  const offers = await offersOf(ctx, rows);
  return rows.flatMap(({ position, quantity, checkout, seen_price }, index) => {
    const offer = offers[index] ?? null;
    return offer === null ? [] : lineOf({ position, quantity, checkout, seen_price }, offer, ctx.priceGroup);
  });
}

/** A missing setting or 0 means no limit. */
const bulkyMax = (terms: Terms): number => terms.bulky_max || Number.POSITIVE_INFINITY;

type Found = Pick<OpenCart, 'id' | 'version' | 'choices' | 'expires_at'>;

const NO_CART: Found = { id: null, version: 0, choices: {}, expires_at: null };

function opened(found: Found, uuid: string, terms: Terms, loaded: readonly Line[]): OpenCart {
  const stored = loaded.filter((line) => line.position !== null);
  const { id, version, choices, expires_at } = found;
  const settled = settle(stored, bulkyMax(terms));
  return { id, uuid, version, choices, expires_at, terms, ...settled, stored: { lines: stored, choices } };
}

/**
 * Locks the shopper's cart in the open transaction, creating it if missing, and reconciles its lines. `wishes` are
 * line updates; lines that they would add are returned as `wished`, with quantity 0. Refuses `auth.required` without a
 * token.
 */
export async function openCart(ctx: Ctx, wishes: readonly Wish[] = []): Promise<OpenCart & { wished: Line[] }> {
  const owner = ownerOf(ctx) ?? refuse('auth.required');
  // Sent together with the lock; the database reads the lines once it holds the lock.
  const [[locked], read] = await Promise.all([
    lockRows(ctx.db, owner.carts.lock, [uuidV7(ctx.now), owner.key, ctx.now, expiryAt(ctx.now)]),
    loadLines(ctx, owner, wishes),
  ]);
  // Only a customer's cart can be missing here: the account was just removed.
  if (locked === undefined) return refuse('auth.token_invalid');
  const { is_past, terms_version, ...found } = locked;
  if (is_past) await ctx.db.write(sql.emptyCart, [found.id]);
  const loaded = is_past ? await loadLines(ctx, owner, wishes) : read;
  const terms = await termsOf(ctx.db, terms_version);
  const cart = opened(is_past ? { ...found, choices: {} } : found, owner.uuid, terms, loaded);
  return { ...cart, wished: loaded.filter((line) => line.position === null) };
}

/**
 * Reads the cart without a lock, and reports and writes nothing. Without a token or a stored cart, the cart is empty.
 */
export async function peekCart(ctx: Ctx): Promise<OpenCart> {
  const owner = ownerOf(ctx);
  if (owner === null) return opened(NO_CART, issueToken(ctx.shop.secret, 'g'), await recentTerms(ctx.db), []);
  const [row, loaded] = await ctx.db.onOneConnection((db) =>
    Promise.all([db.row(owner.carts.read, [owner.key, ctx.now]), loadLines(withDb(ctx, db), owner, [])]),
  );
  if (row === null) throw new Error('Reading a cart gave no terms');
  const { id, version, choices, expires_at, terms_version } = row;
  const terms = await termsOf(ctx.db, terms_version);
  if (id === null) return opened(NO_CART, owner.uuid, terms, []);
  return opened({ id, version: version ?? 0, choices: choices ?? {}, expires_at }, owner.uuid, terms, loaded);
}

/** A line as the statements take it; its position is its index. */
const lineRow = (line: Line, position: number) => ({
  product_id: line.offer.product_id,
  variation_option_id: line.offer.variation_option_id,
  position,
  quantity: line.quantity,
  checkout: line.checkout,
  seen_price: line.final_price,
});

/**
 * Finds what a save must write: changed lines, removed lines with quantity 0, and whether more than seen prices
 * changed.
 */
function linesToWrite(cart: OpenCart) {
  const kept = new Set(cart.lines.map(lineKey));
  const before = new Map(cart.stored.lines.map((line) => [lineKey(line), line]));
  const rows = cart.stored.lines
    .filter((line) => !kept.has(lineKey(line)))
    .map((line) => lineRow({ ...line, quantity: 0 }, 0));
  let isChange = rows.length > 0;
  for (const [position, line] of cart.lines.entries()) {
    const old = before.get(lineKey(line));
    const isSame = old !== undefined && old.quantity === line.quantity && old.checkout === line.checkout;
    if (!isSame) isChange = true;
    if (!isSame || old.position !== position || old.seen_price !== line.final_price) rows.push(lineRow(line, position));
  }
  return { rows, isChange };
}

/** Renews the expiry if due. */
async function renewCart(ctx: Ctx, cart: OpenCart): Promise<OpenCart> {
  const expires_at = renewed(cart.expires_at, ctx.now);
  if (expires_at !== cart.expires_at) await ctx.db.write(sql.renewCart, [cart.id, expires_at]);
  return { ...cart, expires_at };
}

/**
 * Writes the differences from the stored cart. Any change that the shopper could notice raises the version; a newly
 * seen price does not.
 */
export async function saveCart(ctx: Ctx, cart: OpenCart): Promise<OpenCart> {
  const { rows, isChange } = linesToWrite(cart);
  const isChosen = !isDeepStrictEqual(cart.choices, cart.stored.choices);
  const stored = { lines: cart.lines, choices: cart.choices };
  if (isChange || isChosen) {
    const expires_at = renewed(cart.expires_at, ctx.now);
    const written = [cart.choices, ctx.now, expires_at];
    if (rows.length === 0) await ctx.db.write(sql.writeChoices, [cart.id, ...written]);
    else await ctx.db.write(sql.writeCart, [cart.id, JSON.stringify(rows), ...written]);
    return { ...cart, stored, expires_at, version: cart.version + 1 };
  }
  if (rows.length > 0) await ctx.db.write(sql.writeSeenPrices, [cart.id, JSON.stringify(rows)]);
  return renewCart(ctx, { ...cart, stored });
}

/** Reconciles and saves the cart; changes since the last read are reported only once. */
function settleCart(ctx: Ctx): Promise<OpenCart> {
  return inTransaction(ctx, async (ctx) => saveCart(ctx, await openCart(ctx)));
}

/** Reads the shopper's cart. Writes only if reconciling changed something to report. */
export async function getCart(ctx: Ctx): Promise<OpenCart> {
  const cart = await peekCart(ctx);
  if (cart.id === null) return cart;
  if (cart.changes.length > 0) return settleCart(ctx);
  return renewCart(ctx, cart);
}

/** The result of an update: the changed cart and rejected line updates. */
export type UpdatedCart = { cart: OpenCart; refused: RefusedWish[] };

/**
 * Sets absolute quantities (0 removes) and checkout flags; applies the updates that it can and reports the rest
 * (docs/readings.md#6). Idempotent. Refuses `auth.required` without a token.
 */
export function updateCart(ctx: Ctx, wishes: readonly Wish[]): Promise<UpdatedCart> {
  return inTransaction(ctx, async (ctx) => {
    const { wished, ...cart } = await openCart(ctx, wishes);
    const { lines, refused } = grantWishes([...cart.lines, ...wished], wishes, bulkyMax(cart.terms));
    const told = refused.flatMap(({ change }) => change ?? []);
    return {
      cart: await saveCart(ctx, { ...cart, lines: priceLines(lines), changes: [...cart.changes, ...told] }),
      refused,
    };
  });
}

/** Checks whether a guest's cart exists, by the token's hash. */
export const hasGuestCart = async (db: Db, tokenHash: string): Promise<boolean> =>
  (await db.row(sql.guestCartExists, [tokenHash])) !== null;

/** Maximum carts removed per transaction, to keep it short. */
const REMOVED_AT_ONCE = 1_000;

/** Removes expired guest carts; returns how many. */
export async function removeExpiredCarts(db: Db, now: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const gone = await db.rows(sql.removeExpired, [now, REMOVED_AT_ONCE]);
    removed += gone.length;
    if (gone.length < REMOVED_AT_ONCE) return removed;
  }
}
