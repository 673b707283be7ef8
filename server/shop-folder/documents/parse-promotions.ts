/**
 * Turns `promotions.yaml` and `vouchers.yaml` into promotions and vouchers, and reports contradictions between them.
 */
import { VOUCHER_USES } from '@shop/core/loyalty/voucher';
import { type Benefit, classOf, PROMOTION_CLASSES } from '@shop/core/promotions/promotion';
import type { ReadFolder } from '../read-folder.ts';
import type { PromotionSetup, VoucherSetup } from '../shop-setup.ts';
import type { ReadDocuments } from './document-schemas.ts';

type PromotionDocument = NonNullable<ReadDocuments['promotions']>[string];

type BenefitDocument = Pick<PromotionDocument, 'off' | 'up_to' | 'buy' | 'get' | 'free_delivery'>;

/** Reads the discount; returns a text with the problem if it is invalid. */
function benefitOf({ off, up_to, buy, get, free_delivery }: BenefitDocument): Benefit | string {
  const kinds = [free_delivery !== undefined, buy !== undefined || get !== undefined, off !== undefined];
  if (!kinds.includes(true)) return 'says nothing that it takes off: off, buy and get, or free_delivery';
  if (up_to !== undefined && !(off !== undefined && 'percent' in off && buy === undefined))
    return 'up_to needs off: 10%';
  if (free_delivery) return off || buy || get ? 'free_delivery stands alone' : { kind: 'free_delivery' };
  if (buy !== undefined || get !== undefined) {
    if (buy === undefined || get === undefined) return 'buy and get need each other';
    if (off !== undefined && 'amount' in off) return 'buy and get take a share off: off: 50%';
    return { kind: 'buy_x_get_y', buy, get, percent: off?.percent ?? 100 };
  }
  if (off === undefined) return 'says nothing that it takes off';
  if ('amount' in off) return { kind: 'fixed', amount: off.amount };
  return { kind: 'percentage', percent: off.percent, max_amount: up_to ?? null };
}

/** The promotions by key. A code belongs to one promotion, also of those that the folder does not name. */
export function parsePromotions(
  folder: ReadFolder,
  promotions: NonNullable<ReadDocuments['promotions']>,
  { current, prune }: { current: readonly PromotionSetup[]; prune: boolean },
): PromotionSetup[] {
  const others = prune ? [] : current.filter(({ key }) => promotions[key] === undefined);
  const owners = new Map(others.flatMap(({ code, key }) => (code === null ? [] : [[code, key]])));
  return Object.entries(promotions)
    .map(([key, promotion]) => {
      const problem = (reason: string, ...path: string[]) => {
        folder.problems.push({ ...folder.lineOf('promotions', [key, ...path]), reason: `${key}: ${reason}` });
      };
      const { code = null, from = null, to = null } = promotion;
      const benefit = benefitOf(promotion);
      if (typeof benefit === 'string') problem(benefit);
      const taken: Benefit = typeof benefit === 'string' ? { kind: 'free_delivery' } : benefit;
      const kind = promotion.class ?? classOf(taken);
      if ((kind === 'delivery') !== (taken.kind === 'free_delivery')) {
        problem('only free_delivery is of class delivery, and of no other', 'class');
      }
      if (code !== null && owners.has(code)) problem(`the code ${code} belongs to ${owners.get(code)}`, 'code');
      if (code !== null) owners.set(code, key);
      if (from !== null && to !== null && from >= to) problem('ends before it begins', 'to');
      return {
        key,
        name: promotion.name,
        code,
        class: kind,
        benefit: taken,
        min_spend: promotion.min_spend ?? 0,
        goods: promotion.goods ?? { en: '', zh: null },
        first_order_only: promotion.first_order_only ?? false,
        referred_only: promotion.referred_only ?? false,
        categories: promotion.categories ?? [],
        brands: promotion.brands ?? [],
        starts_at: from,
        ends_at: to,
        weekdays: promotion.weekdays ?? [],
        combines_with: promotion.combines_with ?? [],
        usage_limit: promotion.limit ?? null,
        customer_limit: promotion.limit_per_customer ?? null,
        is_active: promotion.active ?? true,
      };
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

const NO_TEXT = { en: '', zh: null };

/** The vouchers by code, which is the name of their entry. A product issues one kind of voucher. */
export function parseVouchers(folder: ReadFolder, vouchers: NonNullable<ReadDocuments['vouchers']>): VoucherSetup[] {
  const products = new Map<string, string>();
  return Object.entries(vouchers)
    .map(([key, voucher]): VoucherSetup => {
      const problem = (reason: string, ...path: string[]) => {
        folder.problems.push({ ...folder.lineOf('vouchers', [key, ...path]), reason: `${key}: ${reason}` });
      };
      const { from = null, to = null, product = null, issued_for = null, limit_per_customer } = voucher;
      const benefit = benefitOf(voucher);
      if (typeof benefit === 'string') problem(benefit);
      if (from !== null && to !== null && from >= to) problem('ends before it begins', 'to');
      if (product === null && voucher.per_product !== undefined) problem('per_product needs a product', 'per_product');
      if (product !== null && products.has(product)) problem(`${products.get(product)} has this product`, 'product');
      if (product !== null) products.set(product, key);
      return {
        code: key.toUpperCase(),
        name: voucher.name,
        description: voucher.description ?? NO_TEXT,
        terms: voucher.terms ?? NO_TEXT,
        image: voucher.image === undefined ? null : folder.imageOf('vouchers', voucher.image, [key, 'image']),
        benefit: typeof benefit === 'string' ? { kind: 'free_delivery' } : benefit,
        min_spend: voucher.min_spend ?? 0,
        goods: voucher.goods ?? NO_TEXT,
        first_order_only: voucher.first_order_only ?? false,
        categories: voucher.categories ?? [],
        brands: voucher.brands ?? [],
        weekdays: voucher.weekdays ?? [],
        with_coupons: voucher.with_coupons ?? [...PROMOTION_CLASSES],
        usable: voucher.usable ?? [...VOUCHER_USES],
        cost_kind: voucher.cost?.kind ?? 'point',
        cost_amount: voucher.cost?.amount ?? 0,
        valid_days: voucher.valid_days ?? null,
        starts_at: from,
        ends_at: to,
        total_limit: voucher.limit ?? null,
        customer_limit: limit_per_customer?.limit ?? null,
        is_limit_monthly: limit_per_customer?.isMonthly ?? false,
        tiers: voucher.tiers ?? [],
        is_offered: voucher.offered ?? (product === null && issued_for === null),
        issued_for,
        product_slug: product,
        product_count: voucher.per_product ?? 1,
        is_active: voucher.active ?? true,
      };
    })
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}
