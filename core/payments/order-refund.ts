/** Computes the money, coins and points that a refund of a paid order returns (docs/readings.md#56). Amounts in sen. */
import { shareOfPart } from '../cart/prorate.ts';
import type { Sen } from '../money.ts';
import { type Refusal, refusal } from '../refusal.ts';

/**
 * A line of an order: the price of its units after all discounts, the number of refunded units, its losses when it was
 * picked (units that were not delivered, and the fall of its price), and units of which a sold voucher was used or is
 * reserved.
 */
export type RefundableLine = {
  position: number;
  quantity: number;
  paid: Sen;
  refunded: number;
  short?: { quantity: number; value: Sen };
  used?: number;
};

/** Amounts by means of payment: paid, or still refundable. A coin is worth one sen. */
export type Payments = { money: Sen; coins: Sen; points: Sen };

export type RefundableOrder = {
  lines: readonly RefundableLine[];
  /** `owed`: money of failed refunds, to be requested again; other refunds take it last. */
  left: Payments & { owed: Sen };
  /** Value of the goods that were refunded before. */
  goods: Sen;
};

/** `value`: the price of short units, and of the fall to a cheaper replacement. */
type RefundedItem = { position: number; quantity: number; value?: Sen };

export type RefundRequest =
  | { of: 'whole_order' }
  | { of: 'items'; items: readonly RefundedItem[] }
  | { of: 'goodwill'; amount: Sen };

export type OrderRefund = {
  parts: Payments;
  items: RefundedItem[];
  /** Value of the refunded goods; earned points are reversed in proportion. The last refund takes the remainder. */
  goods: Sen;
  /** Nothing is left to refund afterwards, except what failed refunds owe. */
  isLast: boolean;
};

const sumAmounts = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Sums the prices of all goods of an order after discounts. */
export const sumGoods = (lines: readonly RefundableLine[]): Sen => sumAmounts(lines.map(({ paid }) => paid));

/** Returns the units of a line that were delivered or will be, and their price. */
const countDelivered = ({ quantity, paid, short }: RefundableLine): { quantity: number; paid: Sen } =>
  short === undefined ? { quantity, paid } : { quantity: quantity - short.quantity, paid: paid - short.value };

/** Counts a line's units that can still be refunded; negative if a refunded one's voucher was used meanwhile. */
export const countLeft = (line: RefundableLine): number =>
  countDelivered(line).quantity - line.refunded - (line.used ?? 0);

/** Sums the price of the units of which a sold voucher was used: the last shares of their lines. */
const sumUsed = (lines: readonly RefundableLine[]): Sen =>
  sumAmounts(lines.map(({ quantity, paid, used = 0 }) => shareOfPart(paid, quantity, quantity - used, used)));

/** Splits a refund by means of payment: money first, then coins, then points, and last the money of failed refunds. */
function splitRefund(amount: Sen, left: RefundableOrder['left']): Payments {
  const money = Math.min(amount, left.money);
  const coins = Math.min(amount - money, left.coins);
  const points = Math.min(amount - money - coins, left.points);
  return { money: amount - coins - points, coins, points };
}

/** Plans the refund of a part of the delivery fee, at most what is left; null if nothing is. The goods stay. */
export function planFeeRefund({ left }: Pick<RefundableOrder, 'left'>, amount: Sen): OrderRefund | null {
  const maxAmount = Math.min(amount, left.money + left.coins + left.points);
  return maxAmount === 0 ? null : { parts: splitRefund(maxAmount, left), items: [], goods: 0, isLast: false };
}

/** Splits the refund of a canceled order, less `voucherValue`: that of vouchers that it sold and that were used. */
export function planCancellation({ left }: Pick<RefundableOrder, 'left'>, voucherValue: Sen): Payments {
  const all = left.money + left.owed + left.coins + left.points;
  return splitRefund(Math.max(0, all - voucherValue), left);
}

const coversAll = (items: readonly RefundedItem[], unrefunded: readonly RefundedItem[]): boolean =>
  unrefunded.every(({ position, quantity }) =>
    items.some((item) => item.position === position && item.quantity === quantity),
  );

/**
 * Plans a refund. Items are worth at most the amount that is left to refund, since earlier goodwill and the rounding of
 * cash reduce it. Units of which a sold voucher was used are neither refunded as items nor with the whole order.
 * Refuses `refund.items`, `refund.too_much` and `refund.nothing`.
 */
export function planRefund(order: RefundableOrder, request: RefundRequest): OrderRefund | Refusal {
  const leftToShopper = order.left.money + order.left.coins + order.left.points;
  const left = leftToShopper + order.left.owed;
  const usedPrice = sumUsed(order.lines);
  const goodsLeft = sumGoods(order.lines) - order.goods;
  const unrefundedItems = order.lines
    .map((line) => ({ position: line.position, quantity: countLeft(line) }))
    .filter(({ quantity }) => quantity > 0);
  const items = request.of === 'whole_order' ? unrefundedItems : request.of === 'items' ? [...request.items] : [];
  const findLine = (wanted: number) => order.lines.find(({ position }) => position === wanted);
  const isPossible = items.every(({ position, quantity }) => {
    const line = findLine(position);
    return line !== undefined && quantity <= countLeft(line);
  });
  if (!isPossible) return refusal('refund.items');
  const price = sumAmounts(
    items.map(({ position, quantity }) => {
      const line = findLine(position);
      if (line === undefined) return 0;
      const { quantity: units, paid } = countDelivered(line);
      return shareOfPart(paid, units, line.refunded, quantity);
    }),
  );
  // A withdrawn refund leaves a gap between the shares of the others: all that is left still adds up to the goods.
  const isRest = request.of !== 'goodwill' && coversAll(items, unrefundedItems);
  const value = goodsLeft === 0 ? price : isRest ? Math.max(0, goodsLeft - usedPrice) : Math.min(price, goodsLeft);
  const amounts = { whole_order: Math.max(0, left - usedPrice), items: Math.min(value, left) };
  const amount = request.of === 'goodwill' ? request.amount : amounts[request.of];
  if (amount > left) return refusal('refund.too_much');
  if (amount === 0) return refusal('refund.nothing');
  // The price of used vouchers stays, so something is left without what failed refunds owe.
  const isLast = amount >= (usedPrice === 0 ? leftToShopper : left);
  return { parts: splitRefund(amount, order.left), items, goods: isLast ? goodsLeft : value, isLast };
}

/** Units of a line that are not delivered as ordered: `missing` ones, and ones for which a replacement comes. */
export type ShortUnits = { position: number; missing: number; replaced: number; replacementPrice: Sen };

export type ShortPlan = {
  refund: OrderRefund;
  /** The price of the replacement in the order: at most that of the units that it replaces. */
  charged: Sen;
  /** The amount that the driver no longer collects. */
  uncollected: Sen;
};

/**
 * Plans the refund of a short line (docs/readings.md#95). `collectable` is what the driver is to collect before
 * rounding, which falls first; null for a paid order. What neither it nor the payment covers goes back as coins and
 * points, as far as the order used them. Refuses `refund.items` for more units than the line has.
 */
export function planShort(order: RefundableOrder, units: ShortUnits, collectable: Sen | null): ShortPlan | Refusal {
  const line = order.lines.find(({ position }) => position === units.position);
  if (line === undefined || units.missing + units.replaced > countDelivered(line).quantity - line.refunded) {
    return refusal('refund.items');
  }
  const { quantity, paid } = countDelivered(line);
  const missing = shareOfPart(paid, quantity, line.refunded, units.missing);
  const replaced = shareOfPart(paid, quantity, line.refunded + units.missing, units.replaced);
  const charged = Math.min(units.replacementPrice, replaced);
  const value = Math.min(missing + replaced - charged, Math.max(0, sumGoods(order.lines) - order.goods));
  const uncollected = Math.min(value, collectable ?? 0);
  const { money, owed, coins, points } = order.left;
  const left = collectable === null ? order.left : { money: 0, owed: 0, coins, points };
  const maxAmount = collectable === null ? money + owed + coins + points : coins + points;
  const amount = Math.min(value - uncollected, maxAmount);
  const items = [{ position: units.position, quantity: units.missing, value }];
  return { refund: { parts: splitRefund(amount, left), items, goods: value, isLast: false }, charged, uncollected };
}
