/** The shocking deals on the home page, and when they end. */
import { shockingDealsPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { shockingDealsQuery } from '../../catalog/catalog-queries.ts';
import { useDealEnd } from '../../catalog/collections/use-deal-end.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { useWhenText } from '../../i18n/use-when-text.ts';
import { ProductSection } from './ProductSection.tsx';

/** A component of its own: the time, which only the browser can format, must not re-render the products. */
function DealsEnd({ at }: { at: string | Date }) {
  const t = useT();
  const when = useWhenText();
  return <p className="text-sm text-ink-2">{t('home.deals_end', { when: when(at) })}</p>;
}

export function DealsSection() {
  const t = useT();
  const deals = useQuery(shockingDealsQuery(useLang()));
  const endsAt = deals.data?.ends_at ?? null;
  useDealEnd(endsAt, deals.refetch);
  return (
    <ProductSection
      id="shocking-deals"
      title={t('home.deals')}
      note={endsAt !== null && <DealsEnd at={endsAt} />}
      moreLink={{ to: shockingDealsPath(), label: t('home.see_all') }}
      look="rail"
      query={deals}
    />
  );
}
