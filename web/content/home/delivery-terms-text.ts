/** Formats the fee and the free-shipping threshold of the shopper's place. */
import { formatMoney } from '@shop/core/money';
import type { DeliveryTerms } from '../../delivery/use-delivery-place.ts';
import type { T } from '../../i18n/MessagesProvider.tsx';

/** Formats the terms as one of the home page's facts for first-time visitors. */
export function describeDelivery({ place, fee, freeFrom }: DeliveryTerms, t: T): { title: string; text: string } {
  if (fee === null) return { title: t('home.no_delivery'), text: t('home.no_delivery_text', { place }) };
  if (freeFrom !== null)
    return {
      title: t('home.fact_shipping', { amount: formatMoney(freeFrom) }),
      text: t('home.fact_else_fee', { place, fee: formatMoney(fee) }),
    };
  return {
    title: fee === 0 ? t('home.fact_free') : t('home.fact_fee', { fee: formatMoney(fee) }),
    text: t('home.fact_place', { place }),
  };
}

/** Formats the terms for the free-shipping card; for a place without free shipping, as `describeDelivery`. */
export function describeFreeShipping(terms: DeliveryTerms, t: T): { title: string; text: string } {
  const { place, fee, freeFrom } = terms;
  if (fee === null || freeFrom === null) return describeDelivery(terms, t);
  return {
    title: t('home.shipping_title', { amount: formatMoney(freeFrom) }),
    text: t('home.shipping_text_to', { place, fee: formatMoney(fee) }),
  };
}
