/** A store of the list: name, distance, whether it is open, hours of today, and how to get there. */
import { storePath } from '@shop/core/links/paths';
import type { ReactNode } from 'react';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Name } from '../i18n/Name.tsx';
import { LangLink } from '../links.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import { formatOpeningHours } from './opening-text.ts';
import { StoreStatus } from './StoreStatus.tsx';
import { buildDirectionsUrl, formatStoreAddress } from './store-facts.ts';
import type { StoreRow } from './stores-queries.ts';

/** Classes of a text button on a store's card. */
export const STORE_ACTION_CLASSES =
  'press inline-flex min-h-11 items-center gap-2 rounded-md pe-1 text-sm font-bold text-action-strong hover:underline';

type StoreCardProps = {
  store: StoreRow;
  level?: 2 | 3;
  selected?: boolean;
  /** Further actions, such as the one that shows the store on the map. */
  children?: ReactNode;
};

export function StoreCard({ store, level = 2, selected = false, children }: StoreCardProps) {
  const t = useT();
  const lang = useLang();
  const Title: 'h2' | 'h3' = `h${level}`;
  const { name, distance_km } = store;
  return (
    <article
      className={classNames(
        'grid content-start gap-1 rounded-xl border bg-surface px-4 pt-4 pb-2',
        selected ? 'border-action ring-2 ring-action' : 'border-line',
      )}
    >
      <div className="flex items-baseline justify-between gap-3">
        <Title className="min-w-0 text-md wrap-anywhere">
          <LangLink to={storePath(store.id)} className="hover:underline">
            <Name>{name}</Name>
          </LangLink>
        </Title>
        {distance_km !== null && (
          <span className="shrink-0 text-sm font-semibold text-ink-2 tabular-nums">
            {t('stores.km', { km: formatDistance(distance_km) })}
          </span>
        )}
      </div>
      <StoreStatus store={store} className="text-sm" />
      <p className="text-sm text-ink-2 wrap-anywhere">{formatStoreAddress(store)}</p>
      {store.hours_today.length > 0 && (
        <p className="text-sm text-ink-2">
          {t('stores.today_hours', { hours: formatOpeningHours(t, lang, store.hours_today) })}
        </p>
      )}
      <div className="flex flex-wrap gap-x-5">
        <a
          href={buildDirectionsUrl(store)}
          className={STORE_ACTION_CLASSES}
          aria-label={t('stores.directions_to', { name })}
        >
          <Icon name="navigation-arrow" className="size-5" />
          {t('stores.directions')}
        </a>
        <a href={`tel:+${store.phone}`} className={STORE_ACTION_CLASSES} aria-label={t('stores.call_store', { name })}>
          <Icon name="phone" className="size-5" />
          {t('stores.call')}
        </a>
        {children}
      </div>
    </article>
  );
}

/** Formats kilometres with one decimal below 100, and at least 0.1. */
const formatDistance = (km: number): string => (km >= 100 ? String(Math.round(km)) : Math.max(0.1, km).toFixed(1));
