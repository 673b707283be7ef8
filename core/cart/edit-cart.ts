/**
 * The shopper's edits of a cart as pure functions (docs/spec.md §4 "Cart"). Each returns the new cart and the modified
 * items to send, or a refusal. Totals are estimates until the server responds.
 */
import { buildBasket } from '../delivery/basket.ts';
import { priceDelivery, waiveMethodFee } from '../delivery/fee.ts';
import { type Refusal, refusal } from '../refusal.ts';
import { type CartFields, type CartLine, isSameLine, type LineKey } from './cart.ts';
import { checkLineQuantity, checkQuantity, stepDown } from './limits.ts';
import { priceLines } from './pricing.ts';
import { computeTotals, estimateTotal, isCash } from './totals.ts';

/** A changed line. The quantity is absolute, 0 removing the line, so that a request can be repeated safely. */
export type ModifiedItem<Line extends CartLine = CartLine> = LineKey & {
  quantity?: number;
  checkout?: boolean;
  /** The whole line if it is new to the cart, so that it can be shown before the server responds. */
  line?: Line;
};

/** An edited cart and the changes to send to the server. */
export type EditedCart<Line extends CartLine, C extends CartFields<Line>> = { cart: C; modified: ModifiedItem<Line>[] };

type Fees = Pick<CartFields, 'delivery_fee' | 'delivery_fee_from' | 'bag_fee' | 'free_shipping_info'>;

/** Prices delivery and bags of edited lines as the server will; promotions on delivery still apply. */
function estimateFees<Line extends CartLine>(cart: CartFields<Line>, items: readonly Line[]): Fees {
  const { fee_rules, delivery_fee, delivery_fee_from, bag_fee, free_shipping_info } = cart;
  if (fee_rules === null) return { delivery_fee, delivery_fee_from, bag_fee, free_shipping_info };
  const { rate, slot_fee, unknown_weight } = fee_rules;
  const basket = buildBasket(items, computeTotals(items, cart).subtotal, unknown_weight);
  const full = priceDelivery(rate, basket, slot_fee);
  const price = cart.promotions.some((promotion) => promotion.class === 'delivery') ? waiveMethodFee(full) : full;
  return {
    delivery_fee: cart.delivery_fee_known ? price.fee : 0,
    delivery_fee_from: rate === null ? null : price.fee,
    bag_fee: fee_rules.bag_fee,
    free_shipping_info: { ...free_shipping_info, ...price.info },
  };
}

/** Replaces a cart's lines, and recalculates its counts, prices, fees, totals and free shipping. */
function replaceLines<Line extends CartLine, C extends CartFields<Line>>(
  cart: C & CartFields<Line>,
  lines: readonly Line[],
): C {
  const items = priceLines(lines).map((line) => ({
    ...line,
    pivot: {
      ...line.pivot,
      quantity: line.quantity,
      final_price: line.final_price,
      price_total: line.price_total,
      is_checkout: line.checkout,
    },
  }));
  const { free_shipping_info, delivery_fee_from, ...fees } = estimateFees(cart, items);
  const charges = {
    ...cart,
    ...fees,
    voucher: cart.voucher_discount,
    points: cart.point_info.points_redeem_value,
    coins: cart.point_info.coins_redeem_value,
    cash: isCash(cart.payment_method),
  };
  const { voucher, points, coins, ...totals } = computeTotals(items, charges);
  return {
    ...cart,
    items,
    isEmpty: items.length === 0,
    items_count: items.length,
    items_qty: items.reduce((sum, line) => sum + line.quantity, 0),
    ...totals,
    delivery_fee_from,
    voucher_discount: voucher,
    point_info: { ...cart.point_info, points_redeem_value: points, coins_redeem_value: coins },
    estimated_total: estimateTotal(items, charges, { ...cart, delivery_fee_from }),
    free_shipping_info,
  };
}

/**
 * Applies one modified item. Ignores an item without a line in the cart and without a `line` of its own, because the
 * product is no longer sold.
 */
function applyItem<Line extends CartLine>(lines: readonly Line[], modified: ModifiedItem<Line>): readonly Line[] {
  if (modified.quantity === 0) return lines.filter((line) => !isSameLine(line, modified));
  const { quantity, checkout } = modified;
  const change = (line: Line): Line => ({
    ...line,
    quantity: quantity ?? line.quantity,
    checkout: checkout ?? line.checkout,
  });
  if (lines.some((line) => isSameLine(line, modified))) {
    return lines.map((line) => (isSameLine(line, modified) ? change(line) : line));
  }
  return modified.line === undefined ? lines : [...lines, change(modified.line)];
}

/** Applies unconfirmed changes to the server's cart. Without changes it returns that cart itself. */
export function applyModified<Line extends CartLine, C extends CartFields<Line>>(
  cart: C & CartFields<Line>,
  modified: readonly ModifiedItem<Line>[],
): C {
  if (modified.length === 0) return cart;
  return replaceLines(cart, modified.reduce(applyItem<Line>, cart.items));
}

function toEditedCart<Line extends CartLine, C extends CartFields<Line>>(
  cart: C & CartFields<Line>,
  modified: ModifiedItem<Line>[],
): EditedCart<Line, C> {
  return { cart: applyModified<Line, C>(cart, modified), modified };
}

const toLineKey = ({ id, variation_option_id }: LineKey): Required<LineKey> => ({
  id,
  variation_option_id: variation_option_id ?? null,
});

const findLine = <Line extends CartLine>(cart: CartFields<Line>, key: LineKey): Line | undefined =>
  cart.items.find((line) => isSameLine(line, key));

/** docs/spec.md §4: "toggle an item's checkout flag". */
export function toggleCheckout<Line extends CartLine, C extends CartFields<Line>>(
  cart: C & CartFields<Line>,
  key: LineKey,
): EditedCart<Line, C> | Refusal {
  const line = findLine(cart, key);
  if (line === undefined) return refusal('cart.not_found');
  return toEditedCart(cart, [{ ...toLineKey(line), checkout: !line.checkout }]);
}

/**
 * docs/spec.md §4: "add an item with a quantity"; "Adding is refused if limits are exceeded." The quantity of `item`
 * itself is ignored. The first unit raises the line to the minimum (docs/readings.md#5). Added lines are selected for
 * checkout.
 */
export function addItem<Line extends CartLine, C extends CartFields<Line>>(
  cart: C & CartFields<Line>,
  item: Line,
  quantity: number,
): EditedCart<Line, C> | Refusal {
  const line = findLine(cart, item) ?? { ...item, quantity: 0 };
  const addition = quantity > 0 ? Math.max(quantity, line.min_sale_qty - line.quantity) : quantity;
  const refused = checkQuantity({ ...line, line_quantity: line.quantity, addition });
  if (refused !== null) return refused;
  if (!line.available) return refusal('cart.unavailable');
  const total = line.quantity + addition;
  return toEditedCart(cart, [
    { ...toLineKey(line), quantity: total, checkout: true, line: { ...line, quantity: total } },
  ]);
}

/**
 * docs/spec.md §4: "remove one quantity (the line is removed when it reaches zero)", or falls below the minimum
 * (docs/readings.md#5).
 */
export function removeOne<Line extends CartLine, C extends CartFields<Line>>(
  cart: C & CartFields<Line>,
  key: LineKey,
): EditedCart<Line, C> | Refusal {
  const line = findLine(cart, key);
  if (line === undefined) return refusal('cart.not_found');
  return toEditedCart(cart, [{ ...toLineKey(line), quantity: stepDown(line) }]);
}

/** docs/spec.md §4: "remove a line". */
export function removeLine<Line extends CartLine, C extends CartFields<Line>>(
  cart: C & CartFields<Line>,
  key: LineKey,
): EditedCart<Line, C> | Refusal {
  const line = findLine(cart, key);
  if (line === undefined) return refusal('cart.not_found');
  return toEditedCart(cart, [{ ...toLineKey(line), quantity: 0 }]);
}

/** docs/spec.md §4: "reset (empties the cart and records every item with quantity 0 as changed)". */
export function resetCart<Line extends CartLine, C extends CartFields<Line>>(
  cart: C & CartFields<Line>,
): EditedCart<Line, C> {
  return toEditedCart(
    cart,
    cart.items.map((line) => ({ ...toLineKey(line), quantity: 0 })),
  );
}

/** docs/spec.md §4: "update an item": sets an absolute quantity (0 removes the line), the checkout flag, or both. */
export function updateItem<Line extends CartLine, C extends CartFields<Line>>(
  cart: C & CartFields<Line>,
  key: LineKey,
  update: { quantity?: number; checkout?: boolean },
): EditedCart<Line, C> | Refusal {
  const line = findLine(cart, key);
  if (line === undefined) return refusal('cart.not_found');
  const refused = update.quantity === undefined ? null : checkLineQuantity({ ...line, quantity: update.quantity });
  if (refused !== null) return refused;
  return toEditedCart(cart, [{ ...toLineKey(line), ...update }]);
}
