/** Free delivery card, styled as a sewn-on patch (docs/ux.md#2.4). */
import { productsPath } from '@shop/core/links/paths';
import { formatMoney } from '@shop/core/money';
import { useQuery } from '@tanstack/react-query';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { settingsQuery } from '../content-queries.ts';

export function FreeShippingCard() {
  const t = useT();
  const { data: settings } = useQuery(settingsQuery(useLang()));
  const threshold = settings?.free_shipping.min_amount;
  if (threshold == null) return null;
  return (
    <section className="relative isolate flex flex-wrap items-center justify-between gap-4 overflow-hidden rounded-2xl forest-sheen p-6 text-white lg:p-8">
      <span className="weave" aria-hidden />
      <div className="relative max-w-xl">
        <h2 className="text-xl lg:text-2xl">{t('home.shipping_title', { amount: formatMoney(threshold) })}</h2>
        <p className="mt-2 text-white/85">{t('home.shipping_text')}</p>
      </div>
      <LangLink
        to={productsPath()}
        className="press relative inline-flex min-h-12 items-center rounded-md bg-white px-5 font-bold text-[#0a3a1e]"
      >
        {t('home.shipping_action')}
      </LangLink>
      <span className="stitch absolute inset-x-0 bottom-3" aria-hidden />
    </section>
  );
}
