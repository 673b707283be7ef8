/**
 * Delivery fee, free-shipping threshold and the next slot (docs/ux.md#rule-21). The server renders the threshold; slot
 * and cart are personal and follow in the browser.
 */

import type { Product } from '@shop/contract/catalog';
import { formatDay, formatTimeSpan } from '@shop/core/dates';
import { formatFreeShippingNotice } from '@shop/core/delivery/free-shipping';
import type { Lang } from '@shop/core/lang';
import { informationPath } from '@shop/core/links/paths';
import { formatMoney } from '@shop/core/money';
import { DAY_MS, dayOf } from '@shop/core/time';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CART_STALE_MS, personalQuery } from '../../api/query-client.ts';
import { useTokenScope } from '../../api/tokens.ts';
import { useCart } from '../../cart/use-cart.ts';
import { settingsQuery } from '../../content/content-queries.ts';
import { useUndeliverablePlace } from '../../delivery/use-undeliverable-place.ts';
import { type T, useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import type { IconName } from '../../ui/icons/icon-names.ts';

/** Formats a slot as "Today, 4:00 pm – 6:00 pm": a date, never "1–2 days". */
function formatEarliestSlot(
  { starts_at, ends_at }: { starts_at: string | Date; ends_at: string | Date },
  t: T,
  lang: Lang,
) {
  const day = dayOf(starts_at);
  const dayText =
    day === dayOf(Date.now())
      ? t('catalog.today')
      : day === dayOf(Date.now() + DAY_MS)
        ? t('catalog.tomorrow')
        : formatDay(starts_at, lang);
  return t('product.slot', { day: dayText, time: formatTimeSpan(starts_at, ends_at, lang) });
}

/**
 * Requests the delivery methods for the shopper's address, or for the shop's own city if the address is unknown.
 * Returns the default method and its first slot with places left.
 */
function useDefaultDelivery() {
  const { data } = useQuery(personalQuery('delivery.shippings', useLang(), {}, useTokenScope(), CART_STALE_MS));
  const method = data?.data.find(({ is_default }) => is_default) ?? data?.data[0];
  const slot = method?.slots.find(({ places_left }) => places_left === null || places_left > 0);
  return { method, slot };
}

function BoxRow({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon name={icon} className="size-5 text-action" />
      <span className="flex-1">{children}</span>
    </li>
  );
}

export function DeliveryBox({ product }: { product: Product }) {
  const t = useT();
  const lang = useLang();
  const { data: settings } = useQuery(settingsQuery(lang));
  const { method, slot } = useDefaultDelivery();
  const cart = useCart((state) => state.cart);
  const undeliverableTo = useUndeliverablePlace(product);
  // The shop's general threshold, until the method of the destination is known.
  const threshold = method === undefined ? (settings?.free_shipping.min_amount ?? null) : method.free_from;
  const region = cart?.free_shipping_info.region ?? null;
  const amount = threshold === null ? null : formatMoney(threshold);
  const fee = method === undefined ? null : formatMoney(method.fee);
  const terms =
    fee === null
      ? amount === null
        ? ''
        : t('product.free_from', { amount })
      : amount === null
        ? t('product.fee', { fee })
        : t('product.fee_free_from', { fee, amount });
  const shippingProgress = cart === null || cart.isEmpty ? '' : formatFreeShippingNotice(cart.free_shipping_info, lang);
  return (
    <section aria-label={t('product.delivery')} className="rounded-lg border border-line bg-surface p-4 text-sm">
      <ul className="grid gap-3">
        <BoxRow icon={undeliverableTo === null ? 'clock' : 'warning'}>
          {undeliverableTo !== null ? (
            <strong className="font-semibold text-danger">
              {t('product.not_delivered', { place: undeliverableTo })}
            </strong>
          ) : slot === undefined ? (
            t('product.slot_of_choice')
          ) : (
            <>
              {t('product.earliest')}{' '}
              <strong className="font-semibold break-keep">{formatEarliestSlot(slot, t, lang)}</strong>
            </>
          )}
        </BoxRow>
        <BoxRow icon="truck">
          {region === null || terms === '' ? terms : t('product.in_region', { terms, region })}
          {shippingProgress !== '' && (
            <span className="block font-semibold text-action-strong">{shippingProgress}</span>
          )}
        </BoxRow>
        <BoxRow icon="shield-check">
          {t('product.returns_short')}{' '}
          <LangLink to={informationPath('returnPolicy')} className="font-semibold text-action-strong underline">
            {t('product.return_policy')}
          </LangLink>
        </BoxRow>
      </ul>
    </section>
  );
}
