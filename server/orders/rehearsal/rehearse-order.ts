/**
 * Rehearses an order: places and cancels an order of a product made for it, by the same functions as for a shopper, in
 * one transaction that is rolled back. So it changes nothing: no sale, list, mail, point, stock or slot ever shows it,
 * and nothing is left to remove. It does not prove the commit; the readiness check's write does.
 */

import { countSlotUse } from '@shop/core/delivery/slot-capacity';
import { type LoadedCart, updateCart } from '../../cart/cart.ts';
import { cartView } from '../../cart/cart.view.ts';
import { publishProducts } from '../../catalog/listing/publish-products.ts';
import { updateCheckout } from '../../checkout/checkout.ts';
import { type Ctx, withDb } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { buildSchedule, listMethodsFor, loadUsedSlots, type Place } from '../../delivery/delivery.ts';
import { hashToken } from '../../http/api/authenticate.ts';
import { rehearsedOrders } from '../../metrics/measurements.ts';
import { findPostcode } from '../../postcodes/postcodes.ts';
import { issueToken } from '../../secrets/sign.ts';
import { cancelOrder } from '../cancellation/cancellations.ts';
import { placeOrder } from '../placing/place.ts';
import * as sql from './rehearsal.sql.ts';

/** Price of the product, in sen: above the minimum of most shops. */
const PRICE_SEN = 10_000;

/** The guest's contact; the phone number belongs to no one. */
const GUEST_CONTACT = { recipient: 'Order check', email: 'order-check@shop.example', contact_number: '010-000 0000' };

/** Thrown to roll the transaction back. */
class RolledBack extends Error {}

/**
 * Returns the context with another handle on its transaction. Each step of a shopper is a transaction with the one lock
 * order; here they share one, which no other transaction can wait for in a circle: cart and product are its own.
 */
const renewHandle = (ctx: Ctx): Ctx => withDb(ctx, { ...ctx.db });

/** Chooses a method to the place and its last slot with room, which the fewest shoppers want. */
async function chooseDelivery(ctx: Ctx, { settings, lines }: LoadedCart, place: Place) {
  const usedSlots = await loadUsedSlots(ctx.db, ctx.now);
  for (const method of listMethodsFor(settings, place)) {
    const schedule = buildSchedule(settings, method, usedSlots, countSlotUse(lines), null, ctx.now);
    const slot = schedule.findLast(({ places_left }) => places_left > 0);
    if (slot !== undefined || schedule.length === 0) {
      return { shipping_method: String(method.method.id), delivery_slot_id: slot?.id ?? null };
    }
  }
  throw new Error(`No delivery method to ${place.zip} has a free slot`);
}

/** Places and cancels the order. Throws if a step is refused, or leaves another state than it must. */
async function placeAndCancel(ctx: Ctx, zip: string): Promise<void> {
  const postcode = findPostcode(zip);
  if (postcode === null) throw new Error(`There is no postcode ${zip}`);
  const name = `order-check-${issueToken(ctx.shop.secret, 'g')}`.toLowerCase();
  const product = await ctx.db.row(sql.insertRehearsedProduct, [name, PRICE_SEN, ctx.now]);
  if (product === null) throw new Error('The shop has no category');
  await publishProducts(ctx.db, [product.id], ctx.now);
  const updates = [{ id: String(product.id), quantity: 1 }];
  const { cart } = await updateCart(renewHandle(ctx), updates);
  const address = { street_address: '1, Order check', city: postcode.town, zip, state_id: postcode.state_id };
  const delivery = await chooseDelivery(ctx, cart, { zip, state_id: postcode.state_id });
  const payment = cart.settings.payments.find(({ gateway }) => gateway === null) ?? cart.settings.payments[0];
  const view = cartView(
    ctx,
    await updateCheckout(renewHandle(ctx), {
      ...delivery,
      shipping_address: { ...GUEST_CONTACT, ...address },
      payment_method: payment?.code ?? null,
    }),
  );
  const order = await placeOrder(renewHandle(ctx), { expected_total: view.grand_total, cart_version: view.version });
  await cancelOrder(renewHandle(ctx), order.id, 'Order check');
  const result = await ctx.db.row(sql.rehearsedOrder, [order.id, product.id]);
  if (result?.status !== 'canceled' || result.quantity !== 1) {
    throw new Error(`The canceled order is ${result?.status}, and ${result?.quantity} of 1 is in stock`);
  }
  // Deferred constraints are otherwise checked only at the commit, which never comes.
  await ctx.db.raw('set constraints all immediate');
}

/** Rehearses an order to a postcode as a guest. Throws the refusal or error that a shopper would get. */
export async function rehearseOrder(ctx: Ctx, zip: string): Promise<void> {
  const token = issueToken(ctx.shop.secret, 'g');
  const guest: Ctx = { ...ctx, actor: { kind: 'guest', token, tokenHash: hashToken(token) } };
  const rehearse = async (tx: Db): Promise<never> => {
    await placeAndCancel(withDb(guest, tx), zip);
    throw new RolledBack();
  };
  await ctx.db.transaction(rehearse).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}

/** The shop's log, which formats `err` itself. */
type RehearsalLog = { error(details: { err: unknown }, message: string): void };

/** Rehearses an order and records the outcome. Logs a failure, which does not fail the job. */
export async function checkOrders(ctx: Ctx, zip: string, log: RehearsalLog): Promise<void> {
  try {
    await rehearseOrder(ctx, zip);
    rehearsedOrders.add({ outcome: 'ok' });
  } catch (error) {
    rehearsedOrders.add({ outcome: 'failed' });
    log.error({ err: error }, 'the order check failed: no order can be placed');
  }
}
