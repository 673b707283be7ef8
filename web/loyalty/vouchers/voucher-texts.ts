import type { OwnVoucher, Voucher } from '@shop/contract/vouchers';
import { formatDate } from '@shop/core/dates';
import { EMPTY_LIST_STATE, formatListState } from '@shop/core/links/list-state';
import { checkoutPath, productsPath } from '@shop/core/links/paths';
import { formatMoney } from '@shop/core/money';
import { serverNow } from '../../api/server-clock.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { formatCount } from '../amount-text.ts';
import { countDaysLeft, formatLastDay } from '../last-day.ts';

/** Returns a function that formats a voucher's price: `500 coins`, `Free`. */
export function useCostText(): (cost: Voucher['cost']) => string {
  const t = useT();
  return ({ kind, amount }) => {
    if (amount === 0) return t('loyalty.free');
    const count = formatCount(amount);
    return kind === 'point' ? t('loyalty.points_count', { count }) : t('loyalty.coins_count', { count });
  };
}

/** Returns a function that describes where a voucher can be used. */
export function useUsableText(): (usable: Voucher['usable']) => string {
  const t = useT();
  return (usable) => {
    if (usable.length > 1) return t('loyalty.usable_both');
    return t(usable.includes('store') ? 'loyalty.usable_store' : 'loyalty.usable_online');
  };
}

/** Joins the goods, days and cap of a voucher; empty if it has none. */
export const formatConditions = ({ conditions }: Pick<Voucher, 'conditions'>): string => conditions.join(' · ');

/** Returns a function that formats the minimum spend. */
export function useSpendText(): (voucher: Pick<Voucher, 'min_spend'>) => string {
  const t = useT();
  return ({ min_spend }) =>
    min_spend === 0 ? t('loyalty.no_min_spend') : t('loyalty.min_spend', { amount: formatMoney(min_spend) });
}

/** Returns a function that formats the last day of a voucher, or the day on which it was used. */
export function useDatesText(): (voucher: OwnVoucher) => string {
  const t = useT();
  const lang = useLang();
  return ({ status, used_at, expires_at }) => {
    if (used_at !== null) return t('loyalty.voucher_used', { when: formatDate(used_at, lang) });
    if (expires_at === null) return t('loyalty.voucher_no_expiry');
    const when = formatLastDay(expires_at, lang);
    if (status === 'expired') return t('loyalty.voucher_expired', { when });
    const count = countDaysLeft(expires_at, serverNow());
    return count > 0 ? t('loyalty.voucher_days_left', { when, count }) : t('loyalty.voucher_last_day');
  };
}

/**
 * Returns the path of the checkout if the cart meets the voucher's conditions, else of the products it is valid for.
 */
export function shopPath({ why_not, categories }: Pick<OwnVoucher, 'why_not' | 'categories'>): string {
  if (why_not === null) return checkoutPath();
  return productsPath(formatListState({ ...EMPTY_LIST_STATE, categories }));
}
