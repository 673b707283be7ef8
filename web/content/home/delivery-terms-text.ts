/** Words the fee and the free-shipping threshold of the shopper's place. */
import { formatMoney } from '@shop/core/money';
import type { DeliveryTerms } from '../../delivery/use-delivery-place.ts';
import type { T } from '../../i18n/MessagesProvider.tsx';

export function deliveryTermsText({ place, fee, freeFrom }: DeliveryTerms, t: T): { title: string; text: string } {
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
