/** Free delivery card, styled as a sewn-on patch (docs/ux.md#2.4). */
import { productsPath } from '@shop/core/links/paths';
import { formatMoney } from '@shop/core/money';
import { useQuery } from '@tanstack/react-query';
import { useDeliveryTerms } from '../../delivery/use-delivery-place.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { ReplacedText } from '../../ui/ReplacedText.tsx';
import { settingsQuery } from '../content-queries.ts';
import { describeFreeShipping } from './delivery-terms-text.ts';

export function FreeShippingCard() {
  const t = useT();
  const { data: settings } = useQuery(settingsQuery(useLang()));
  const threshold = settings?.free_shipping.min_amount;
  const terms = useDeliveryTerms();
  if (settings === undefined || threshold == null) return null;
  const { region } = settings.free_shipping;
  const localTexts = terms && describeFreeShipping(terms, t);
  return (
    <section className="forest-panel flex flex-wrap items-center justify-between gap-4 rounded-2xl p-6 lg:p-8">
      <div className="relative max-w-xl">
        <h2 className="text-xl lg:text-2xl">
          <ReplacedText
            text={t('home.shipping_title', { amount: formatMoney(threshold) })}
            replacement={localTexts?.title ?? null}
          />
        </h2>
        <p className="mt-2 text-white/85">
          <ReplacedText
            text={region === null ? t('home.shipping_text') : t('home.shipping_text_in', { region })}
            replacement={localTexts?.text ?? null}
          />
        </p>
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
