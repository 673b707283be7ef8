/** Describes a sale's saving and end (docs/ux.md#rule-17: "never a fake countdown"), or that it has ended. */

import type { ProductRow, VariationOption } from '@shop/contract/catalog';
import { formatDay, formatTime } from '@shop/core/dates';
import { formatMoney } from '@shop/core/money';
import { DAY_MS, dayOf } from '@shop/core/time';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { toOfferPrice } from '../card/card-facts.ts';
import { productQuery } from '../catalog-queries.ts';
import { useDealEnd } from '../collections/use-deal-end.ts';

type SaleNoteProps = { product: ProductRow; option: VariationOption | null; quantity: number };

export function SaleNote({ product, option, quantity }: SaleNoteProps) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  const offer = option ?? product;
  const isOnSale = offer.sale_price !== null;
  const { price, was } = toOfferPrice(offer, quantity);
  const endsAt = isOnSale ? offer.sale_ends_at : null;
  useDealEnd(endsAt, () => queries.invalidateQueries({ queryKey: productQuery(lang, product.slug).queryKey }));

  const [wasOnSale, setWasOnSale] = useState(isOnSale);
  if (isOnSale && !wasOnSale) setWasOnSale(true);
  return (
    <p role="status" className="flex flex-wrap gap-x-3 text-sm empty:hidden">
      {was !== null && (
        <strong className="font-semibold text-deal">
          {t('product.you_save', { amount: formatMoney(was - price) })}
        </strong>
      )}
      {endsAt !== null && <SaleEnd at={endsAt} />}
      {wasOnSale && !isOnSale && <span className="text-ink-2">{t('product.sale_over')}</span>}
    </p>
  );
}

/** The server writes the date, because a cached page may be read on another day; the browser writes "today". */
function SaleEnd({ at }: { at: string | Date }) {
  const t = useT();
  const lang = useLang();
  const isHydrated = useHydrated();
  const time = formatTime(at, lang);
  const day = isHydrated ? dayOf(at) : null;
  const text =
    day === dayOf(Date.now())
      ? t('product.ends_today', { time })
      : day === dayOf(Date.now() + DAY_MS)
        ? t('product.ends_tomorrow', { time })
        : t('product.ends_on', { day: formatDay(at, lang), time });
  return (
    <time dateTime={new Date(at).toISOString()} className="text-ink-2">
      {text}
    </time>
  );
}
