/** Parses and formats a price range. */
import { formatMoney, textToSen } from '@shop/core/money';
import type { T } from '../../i18n/MessagesProvider.tsx';

const PRICE = /^\d{1,6}(\.\d{1,2})?$/;

/**
 * Normalizes a typed price for the URL: ignores spaces and RM, takes a comma as the point. Empty for an empty field,
 * null if it is not a price.
 */
function parseBound(text: string): string | null {
  const plain = text.replace(/\s|rm/gi, '').replace(',', '.').replace(/\.$/, '');
  return plain === '' || PRICE.test(plain) ? plain : null;
}

/** Parses both fields and swaps them if the first is higher; null if one of them is not a price. */
export function parsePriceBounds(from: string, to: string): { min_price: string; max_price: string } | null {
  const [min, max] = [parseBound(from), parseBound(to)];
  if (min === null || max === null) return null;
  const isSwapped = min !== '' && max !== '' && Number(min) > Number(max);
  return isSwapped ? { min_price: max, max_price: min } : { min_price: min, max_price: max };
}

/** Formats a range: `RM5.00 to RM12.90`, `From RM5.00`, `Up to RM12.90`. */
export function formatPriceBounds({ min_price, max_price }: { min_price: string; max_price: string }, t: T): string {
  const formatBound = (text: string) => formatMoney(textToSen(text) ?? 0);
  if (max_price === '') return t('listing.price_above', { min: formatBound(min_price) });
  if (min_price === '') return t('listing.price_below', { max: formatBound(max_price) });
  return t('listing.price_between', { min: formatBound(min_price), max: formatBound(max_price) });
}
