/** Lists the amounts of a cart or an order for pages, mails and documents, so that they add up to the total. */
import type { Sen } from '../money.ts';
import type { PromotionClass } from '../promotions/promotion.ts';
import type { Totals } from './totals.ts';

/** Amounts in sen, none negative except `rounding`; `delivery_fee` is the charged fee, after delivery promotions. */
export type Amounts = Omit<Totals, 'subtotal' | 'grand_total'> & {
  promotions: readonly NamedPromotion[];
  /** Missing goods that the driver does not collect, of an order. */
  undelivered?: Sen;
};

/** A promotion and its discount; `code` is null for one that applies without a code. */
export type NamedPromotion = { id: string; name: string; class: PromotionClass; amount: Sen; code: string | null };

/** Formats a promotion's name with the code that it was entered with. */
export const formatPromotionName = ({ name, code }: NamedPromotion): string =>
  code === null ? name : `${name} (${code})`;

type AmountKind = Exclude<keyof Amounts, 'promotions'>;

/** A line above the total; deductions are negative. */
export type AmountLine =
  | { kind: AmountKind; amount: Sen }
  | { kind: 'promotion'; amount: Sen; promotion: NamedPromotion };

const sumAmounts = (promotions: readonly NamedPromotion[]): Sen =>
  promotions.reduce((total, { amount }) => total + amount, 0);

const toPromotionLines = (promotions: readonly NamedPromotion[]): AmountLine[] =>
  promotions.map((promotion) => ({ kind: 'promotion', amount: -promotion.amount, promotion }));

/**
 * Lists the lines that add up to the total, in the order of calculation: each promotion by name, after the amount that
 * it reduces. The items and delivery are always listed, other amounts if they are not zero. While the shopper edits a
 * cart, its promotions may no longer add up to its discounts; the lines then show the discounts.
 */
export function listAmounts(amounts: Amounts): AmountLine[] {
  const { items_total, discount, coupon_discount, delivery_fee, bag_fee, tip, voucher, points, coins, rounding } =
    amounts;
  const { undelivered = 0 } = amounts;
  const promotions = amounts.promotions.filter(({ amount }) => amount > 0);
  const onGoods = promotions.filter((promotion) => promotion.class !== 'delivery');
  const onDelivery = promotions.filter((promotion) => promotion.class === 'delivery');
  const deductions: AmountLine[] =
    sumAmounts(onGoods) === discount + coupon_discount
      ? toPromotionLines(onGoods)
      : [
          { kind: 'discount', amount: -discount },
          { kind: 'coupon_discount', amount: -coupon_discount },
        ];
  const optional: AmountLine[] = [
    { kind: 'bag_fee', amount: bag_fee },
    { kind: 'tip', amount: tip },
    { kind: 'voucher', amount: -voucher },
    { kind: 'points', amount: -points },
    { kind: 'coins', amount: -coins },
    { kind: 'undelivered', amount: -undelivered },
    { kind: 'rounding', amount: rounding },
  ];
  return [
    { kind: 'items_total', amount: items_total },
    ...deductions.filter(({ amount }) => amount !== 0),
    { kind: 'delivery_fee', amount: delivery_fee + sumAmounts(onDelivery) },
    ...toPromotionLines(onDelivery),
    ...optional.filter(({ amount }) => amount !== 0),
  ];
}
