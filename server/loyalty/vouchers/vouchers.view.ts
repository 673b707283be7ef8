/** Response shapes of vouchers. */
import type { OwnVoucher, Voucher } from '@shop/contract/vouchers';
import { formatWeekdays } from '@shop/core/dates';
import { type Lang, textIn } from '@shop/core/lang';
import { checkVoucher, decideVoucherStatus, type VoucherTerms } from '@shop/core/loyalty/voucher';
import { word } from '@shop/core/messages/words';
import { formatShortMoney } from '@shop/core/money';
import type { Benefit } from '@shop/core/promotions/promotion';
import { type Refusal, refusal } from '@shop/core/refusal';
import { formatRefusal } from '@shop/core/refusal-text';
import type { Ctx } from '../../context.ts';
import { imageUrls } from '../../media/image-urls.ts';
import type { OwnVoucherRow, StoredVoucher } from './vouchers.sql.ts';

/** Describes a benefit in a word or two: "RM5", "10%". */
export function formatBenefit(benefit: Benefit, lang: Lang): string {
  if (benefit.kind === 'fixed') return formatShortMoney(benefit.amount);
  if (benefit.kind === 'percentage') return `${benefit.percent}%`;
  if (benefit.kind === 'free_delivery') return word(lang, 'voucher.free_delivery');
  const { buy, get, percent } = benefit;
  return percent === 100
    ? word(lang, 'voucher.buy_get', { buy, get })
    : word(lang, 'voucher.buy_get_off', { buy, get, percent });
}

function formatPercentage({ percent, max_amount }: Extract<Benefit, { kind: 'percentage' }>, lang: Lang): string {
  if (max_amount === null) return word(lang, 'voucher.percent_off', { percent });
  return word(lang, 'voucher.percent_up_to', { percent, amount: formatShortMoney(max_amount) });
}

type ShownTerms = Pick<VoucherTerms, 'benefit' | 'categories' | 'brands' | 'weekdays' | 'first_order_only'> &
  Pick<StoredVoucher, 'goods_en' | 'goods_zh'>;

/** Says the goods, days and cap of a voucher or promotion. */
export function formatConditions(terms: ShownTerms, lang: Lang): string[] {
  const { benefit, goods_en, goods_zh, categories, brands, weekdays, first_order_only } = terms;
  const texts: string[] = [];
  if (benefit.kind === 'percentage') texts.push(formatPercentage(benefit, lang));
  if (goods_en !== null) texts.push(word(lang, 'voucher.only_goods', { goods: textIn(lang, goods_en, goods_zh) }));
  else if (categories.length + brands.length > 0) texts.push(word(lang, 'voucher.some_goods'));
  if (weekdays.length > 0) texts.push(word(lang, 'voucher.only_days', { days: formatWeekdays(weekdays, lang) }));
  if (first_order_only) texts.push(word(lang, 'voucher.first_order_only'));
  return texts;
}

const presentTexts = (stored: StoredVoucher, lang: Lang) => ({
  name: textIn(lang, stored.name_en, stored.name_zh),
  description: textIn(lang, stored.description_en, stored.description_zh),
  terms: textIn(lang, stored.terms_en, stored.terms_zh),
  value: formatBenefit(stored.benefit, lang),
});

const presentConditions = (stored: StoredVoucher, lang: Lang) => ({
  kind: stored.benefit.kind,
  conditions: formatConditions(stored, lang),
  categories: stored.categories,
});

/** Builds the URLs of a voucher's picture; null without one. */
const presentPicture = ({ image_hash }: StoredVoucher) =>
  image_hash === null ? null : imageUrls(image_hash, 'banner');

/** Describes a voucher's benefit and its terms for a cashier. */
export function describeForCashier(stored: StoredVoucher, lang: Lang): { offer: string; terms: string | null } {
  const { description, terms, value } = presentTexts(stored, lang);
  return { offer: description || value, terms: terms || null };
}

/** Presents a voucher for sale, with the units left and the reason why this customer cannot buy it now. */
export function voucherView(stored: StoredVoucher, bought: number, why_not: Refusal | null, lang: Lang): Voucher {
  const { id, code, min_spend, usable, first_order_only, total_limit } = stored;
  return {
    id,
    code,
    ...presentTexts(stored, lang),
    ...presentConditions(stored, lang),
    cost: { kind: stored.cost_kind, amount: stored.cost_amount },
    min_spend,
    usable,
    first_order_only,
    valid_from: stored.starts_at === null ? null : new Date(stored.starts_at),
    valid_to: stored.ends_at === null ? null : new Date(stored.ends_at),
    left: total_limit === null ? null : Math.max(0, total_limit - bought),
    image: presentPicture(stored),
    why_not: why_not && formatRefusal(why_not, lang),
  };
}

/** Names the goods of a minimum spend in the shopper's language: "Spend RM12.00 more on snacks". */
export function explainVoucher(refused: Refusal, { goods_en, goods_zh }: StoredVoucher, lang: Lang): Refusal {
  const amount = refused.params?.amount;
  if (refused.code !== 'voucher.min_spend' || goods_en === null || typeof amount !== 'string') return refused;
  return refusal('voucher.min_spend_on', { amount, goods: textIn(lang, goods_en, goods_zh) });
}

/**
 * Presents a customer's voucher; `checkForCart` returns why the current cart cannot use it, if the voucher itself is
 * valid.
 */
export function ownVoucherView(
  { lang, now }: Pick<Ctx, 'lang' | 'now'>,
  own: OwnVoucherRow,
  checkForCart: (voucher: StoredVoucher) => Refusal | null,
): OwnVoucher {
  const { voucher, state, ...others } = own;
  const why_not = checkVoucher(own, now) ?? checkForCart(voucher);
  return {
    ...others,
    voucher_id: voucher.id,
    ...presentTexts(voucher, lang),
    ...presentConditions(voucher, lang),
    image: presentPicture(voucher),
    min_spend: voucher.min_spend,
    usable: voucher.usable,
    status: decideVoucherStatus(own, now),
    locked: state === 'reserved',
    why_not: why_not && formatRefusal(why_not, lang),
  };
}
