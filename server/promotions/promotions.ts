/** Coupons and promotions: find them among the pricing settings, and count their uses (docs/api.md#promotions). */
import type { CartPromotion } from '@shop/contract/promotions';
import { type Lang, textIn } from '@shop/core/lang';
import type { AppliedPromotion } from '@shop/core/promotions/apply-promotions';
import { normalizeCode, type Promotion } from '@shop/core/promotions/promotion';
import { type Refusal, refusal } from '@shop/core/refusal';
import type * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { lockRows } from '../db/database.ts';
import { findSelfReferral, type OrderContact } from '../referral/self-referral.ts';
import { refuseFields } from '../refuse.ts';
import { sign } from '../secrets/sign.ts';
import * as sql from './promotions.sql.ts';

/** A promotion as orders store it. */
export type OrderPromotion = v.InferOutput<typeof sql.orderPromotion>;

/** A promotion with its limits, and the goods that its minimum spend counts. */
export type ShopPromotion = Promotion &
  Pick<sql.StoredPromotion, 'goods_en' | 'goods_zh' | 'referred_only' | 'usage_limit' | 'customer_limit'>;

const toTime = (text: string | null): Date | null => (text === null ? null : new Date(text));

export const toPromotion = (stored: sql.StoredPromotion): ShopPromotion => ({
  ...stored,
  starts_at: toTime(stored.starts_at),
  ends_at: toTime(stored.ends_at),
});

/**
 * Adds the goods of a minimum spend to a coupon's refusal, in the shopper's language: "Spend RM12.00 more on snacks".
 * Returns any other refusal unchanged.
 */
export function explainCoupon(refused: Refusal, { goods_en, goods_zh }: ShopPromotion, lang: Lang): Refusal {
  const amount = refused.params?.amount;
  if (refused.code !== 'coupon.min_spend' || goods_en === null || typeof amount !== 'string') return refused;
  return refusal('coupon.min_spend_on', { amount, goods: textIn(lang, goods_en, goods_zh) });
}

/** Converts an applied promotion to the form that orders store, in both languages. */
export const freezePromotion = ({
  promotion: { id, name_en, name_zh, class: kind, code },
  amount,
}: AppliedPromotion): OrderPromotion => ({ id, name_en, name_zh, class: kind, code, amount });

/** Presents a promotion of a cart in the language of the response. */
export const promotionView = (
  { promotion: { id, name_en, name_zh, class: kind, code }, amount }: AppliedPromotion,
  lang: Lang,
): CartPromotion => ({ id, name: textIn(lang, name_en, name_zh), class: kind, amount, code });

/** The customer or guest whose uses are counted, and the delivery address. An empty phone or email matches no use. */
export type PromotionShopper = OrderContact & { customer_id: string | null };

/**
 * Returns keyed hashes of phone and email, then phone and email themselves; null for a missing one, which matches no
 * row.
 */
const hashContacts = (ctx: Ctx, { phone, email }: PromotionShopper): (string | null)[] => [
  phone === '' ? null : sign(ctx.shop.secret, `promotion phone ${phone}`),
  email === '' ? null : sign(ctx.shop.secret, `promotion email ${email}`),
  phone || null,
  email || null,
];

/** Number of uses of a coupon: by all customers, and by this one. */
export type CouponUses = { used: number; own: number };

/** Counts the uses of a typed code. A guest's own uses are unknown until the order. */
export async function loadCouponUses(ctx: Ctx, typed: string): Promise<CouponUses> {
  const customer_id = ctx.actor.kind === 'customer' ? ctx.actor.id : null;
  return (await ctx.db.row(sql.countUses, [normalizeCode(typed), customer_id])) ?? { used: 0, own: 0 };
}

/** Checks the limits of a coupon. The order counts again under a lock. */
export function checkUses({ usage_limit, customer_limit }: ShopPromotion, { used, own }: CouponUses): Refusal | null {
  if (customer_limit !== null && own >= customer_limit) return refusal('coupon.used');
  return usage_limit !== null && used >= usage_limit ? refusal('coupon.invalid') : null;
}

/** Returns whether a promotion depends on the shopper's earlier orders or referral. */
export const isPersonal = ({ customer_limit, first_order_only, referred_only }: ShopPromotion): boolean =>
  customer_limit !== null || first_order_only || referred_only;

/**
 * Finds which of the promotions no longer apply to the shopper, by the rules of `takePromotionUses`, and those for
 * referred friends if the shopper is the referrer.
 */
export async function findSpentPromotions(
  ctx: Ctx,
  promotions: readonly ShopPromotion[],
  shopper: PromotionShopper,
): Promise<ReadonlySet<string>> {
  const forFriends = promotions.filter(({ referred_only }) => referred_only);
  const [rows, self] = await Promise.all([
    ctx.db.rows(sql.spentPromotions, [
      promotions.map(({ id }) => Number(id)),
      shopper.customer_id,
      ...hashContacts(ctx, shopper),
    ]),
    forFriends.length === 0 || shopper.customer_id === null
      ? null
      : findSelfReferral(ctx, shopper.customer_id, shopper),
  ]);
  const refused = self === null ? [] : forFriends;
  return new Set([...rows, ...refused].map(({ id }) => id));
}

/**
 * Returns whether the shopper has another order that was not canceled. The caller holds the lock of `lockOpenOrders`.
 */
export async function hasOrderedBefore(ctx: Ctx, order_id: string, shopper: PromotionShopper): Promise<boolean> {
  const { customer_id, phone, email } = shopper;
  return (await ctx.db.row(sql.otherOrder, [order_id, customer_id, phone || null, email || null])) !== null;
}

/** Returns whether the uses of a promotion are counted: it has a code or a limit, or is for first orders. */
const isCounted = (promotion: ShopPromotion): boolean =>
  promotion.code !== null ||
  promotion.usage_limit !== null ||
  promotion.customer_limit !== null ||
  promotion.first_order_only;

/**
 * Records the uses of an order's promotions, in the order's transaction. Refuses field `coupon_code` with
 * `coupon.invalid` if the coupon's limit is reached, `coupon.used` if the shopper's own limit is, and
 * `coupon.first_order` if the shopper has ordered before. Returns false if an automatic promotion no longer applies.
 */
export async function takePromotionUses(
  ctx: Ctx,
  order_id: string,
  applied: readonly AppliedPromotion<ShopPromotion>[],
  shopper: PromotionShopper,
): Promise<boolean> {
  const counted = applied.map(({ promotion }) => promotion).filter(isCounted);
  if (counted.length === 0) return true;
  const ids = counted.map(({ id }) => Number(id));
  const [counts] = await lockRows(ctx.db, sql.takeUses, [
    ids,
    order_id,
    shopper.customer_id,
    ...hashContacts(ctx, shopper),
  ]);
  if (counts === undefined) throw new Error('Uses of promotions were not counted');
  const { taken, used_up, had_order } = counts;
  const refusedBy = ({ id, first_order_only }: ShopPromotion) => {
    if (!taken.includes(id)) return 'coupon.invalid';
    if (used_up.includes(id)) return 'coupon.used';
    return first_order_only && had_order ? 'coupon.first_order' : null;
  };
  const coupon = counted.find(({ code }) => code !== null);
  const refused = coupon === undefined ? null : refusedBy(coupon);
  if (refused !== null) refuseFields({ coupon_code: [refusal(refused)] });
  return counted.every((promotion) => refusedBy(promotion) === null);
}

/** Returns the uses of a canceled order. */
export async function returnPromotionUses(ctx: Ctx, order_id: string): Promise<void> {
  await lockRows(ctx.db, sql.returnUses, [order_id]);
}
