/** A store: when it is open, what it offers, where it is, and the stores nearby (docs/spec.md §2 "/stores/{id}"). */
import { formatDate, formatDay } from '@shop/core/dates';
import { formatPhone } from '@shop/core/identity/phone';
import { locatorPath, storePath } from '@shop/core/links/paths';
import { WEEK } from '@shop/core/stores/opening';
import { midnightOf, weekdayOf } from '@shop/core/time';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { PackImage } from '../catalog/card/PackImage.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Name } from '../i18n/Name.tsx';
import { Head } from '../layout/Head.tsx';
import { LangLink, useGo } from '../links.tsx';
import { fetchRequired, notFound, pageRequest, prefetch } from '../page-loader.ts';
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import { MapPanel } from './MapPanel.tsx';
import { formatOpeningHours } from './opening-text.ts';
import { StoreCard } from './StoreCard.tsx';
import { StoreDrawing } from './StoreDrawing.tsx';
import { StoreStatus } from './StoreStatus.tsx';
import { buildDirectionsUrl, formatStoreAddress } from './store-facts.ts';
import { MAX_NEARBY_STORES, nearbyQuery, STORES_REFRESH_MS, type Store, storeQuery } from './stores-queries.ts';

export async function loader(args: LoaderFunctionArgs): Promise<null> {
  const page = pageRequest(args);
  const store = await fetchRequired(page, storeQuery(page.lang, args.params.id ?? notFound()));
  return prefetch(page, page.queries.prefetchQuery(nearbyQuery(page.lang, store)));
}

export function Component() {
  const lang = useLang();
  const { id = '' } = useParams();
  const { data: store } = useQuery({ ...storeQuery(lang, id), refetchInterval: STORES_REFRESH_MS });
  return store === undefined ? null : <StoreView key={store.id} store={store} />;
}

const PANEL = 'grid grid-cols-1 content-start gap-3 rounded-xl border border-line bg-surface p-5';

function StoreView({ store }: { store: Store }) {
  const t = useT();
  const lang = useLang();
  const address = formatStoreAddress(store);
  return (
    <div className="page-width grid grid-cols-1 gap-6 py-4 lg:py-8">
      <Head
        title={store.name}
        description={t('stores.about_store', { name: store.name, address })}
        path={storePath(store.id)}
        {...(store.image !== null && { image: store.image.original })}
      />
      <Breadcrumbs
        crumbs={[{ key: 'stores', link: <LangLink to={locatorPath()}>{t('layout.stores')}</LangLink> }]}
        here={store.name}
      />
      <div className="grid grid-cols-1 items-center gap-6 lg:grid-cols-2 lg:gap-10">
        <div className="overflow-hidden rounded-xl border border-line bg-pandan-50">
          {store.image === null ? (
            <StoreDrawing id={store.id} isOpen={store.is_open} />
          ) : (
            <PackImage
              image={store.image}
              alt=""
              sizes="(width >= 64rem) 50vw, 100vw"
              width={960}
              height={540}
              className="aspect-video w-full object-cover"
            />
          )}
        </div>
        <div className="grid justify-items-start gap-3">
          <h1 className="text-2xl wrap-anywhere lg:text-3xl">
            <Name>{store.name}</Name>
          </h1>
          <StoreStatus store={store} className="text-md" />
          <address className="not-italic wrap-anywhere text-ink-2">{address}</address>
          {store.opened_on !== null && (
            <p className="text-sm text-ink-3">{t('stores.since', { date: formatDate(store.opened_on, lang) })}</p>
          )}
          <div className="flex flex-wrap gap-3">
            <a href={buildDirectionsUrl(store)} className={buttonClass()}>
              <Icon name="navigation-arrow" className="size-5" />
              {t('stores.directions')}
            </a>
            <a
              href={`tel:+${store.phone}`}
              aria-label={`${t('stores.call')} ${formatPhone(store.phone)}`}
              className={buttonClass('secondary')}
            >
              <Icon name="phone" className="size-5" />
              <bdi className="tabular-nums">{formatPhone(store.phone)}</bdi>
            </a>
          </div>
        </div>
      </div>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:gap-10">
        <div className="grid content-start gap-6">
          <StoreHours store={store} />
          <StoreServices store={store} />
        </div>
        <StoreMapPanel store={store} />
      </div>
      <NearbyStores store={store} />
    </div>
  );
}

function StoreSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={PANEL}>
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}

function StoreHours({ store: { hours, exceptions, today } }: { store: Store }) {
  const t = useT();
  const lang = useLang();
  const weekday = weekdayOf(midnightOf(today));
  return (
    <StoreSection id="store-hours" title={t('stores.hours')}>
      <ul>
        {WEEK.map((day) => (
          <li
            key={day}
            aria-current={day === weekday ? 'date' : undefined}
            className={classNames(
              'flex flex-wrap justify-between gap-x-4 rounded-md px-2 py-1.5',
              day === weekday && 'bg-pandan-50 font-bold',
            )}
          >
            <span className="flex flex-wrap items-baseline gap-x-2">
              {t(`stores.day_${day}`)}
              {day === weekday && <span className="text-xs text-action-strong">{t('stores.today')}</span>}
            </span>
            <span className="tabular-nums">
              {formatOpeningHours(t, lang, hours.find((each) => each.day === day)?.spans ?? [])}
            </span>
          </li>
        ))}
      </ul>
      {exceptions.length > 0 && (
        <>
          <h3 className="mt-2 text-base">{t('stores.other_hours')}</h3>
          <ul className="grid gap-1.5 px-2">
            {exceptions.map(({ date, spans }) => (
              <li
                key={date}
                className={classNames('flex flex-wrap justify-between gap-x-4', date === today && 'font-bold')}
              >
                <span>{formatDay(date, lang)}</span>
                <span className="tabular-nums">{formatOpeningHours(t, lang, spans)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </StoreSection>
  );
}

function StoreServices({ store: { services } }: { store: Store }) {
  const t = useT();
  if (services.length === 0) return null;
  return (
    <StoreSection id="store-services" title={t('stores.services')}>
      <ul className="flex flex-wrap gap-2">
        {services.map((service) => (
          <li
            key={service}
            className="inline-flex items-center gap-1.5 rounded-pill bg-sunken px-3 py-1.5 text-sm font-semibold"
          >
            <Icon name="check" className="size-4 text-action-strong" />
            {t(`stores.service_${service}`)}
          </li>
        ))}
      </ul>
    </StoreSection>
  );
}

/** Shows the map around this store; selecting another store opens its page. */
function StoreMapPanel({ store }: { store: Store }) {
  const go = useGo();
  const [isOpen, setOpen] = useState(false);
  return (
    <MapPanel
      isOpen={isOpen}
      onOpen={setOpen}
      listedStores={[store]}
      selected={store.id}
      onSelect={(id) => id !== store.id && go(storePath(id))}
    />
  );
}

function NearbyStores({ store }: { store: Store }) {
  const t = useT();
  const { data } = useQuery(nearbyQuery(useLang(), store));
  const others = data?.data.filter(({ id }) => id !== store.id).slice(0, MAX_NEARBY_STORES) ?? [];
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="stores-nearby" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="stores-nearby" className="text-xl">
          {t('stores.nearby')}
        </h2>
        <LangLink
          to={locatorPath()}
          className="inline-flex min-h-11 items-center font-bold text-action-strong underline underline-offset-4"
        >
          {t('stores.all')}
        </LangLink>
      </div>
      <ul className="grid grid-cols-1 gap-3 md:grid-cols-3">
        {others.map((each) => (
          <li key={each.id} className="grid">
            <StoreCard store={each} level={3} />
          </li>
        ))}
      </ul>
    </section>
  );
}
