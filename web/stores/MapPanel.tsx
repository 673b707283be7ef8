/** Shows a button that opens the map, so that the map's code loads only when it is opened. */
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { settingsQuery } from '../content/content-queries.ts';
import { lazyWithRetry } from '../hydration/lazy.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { positionsQuery, type StoreRow } from './stores-queries.ts';

const StoreMap = lazyWithRetry(() => import('./map/StoreMap.tsx').then((file) => file.StoreMap));

type MapPanelProps = {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  listedStores: readonly Pick<StoreRow, 'id' | 'lat' | 'lng'>[];
  near?: string;
  /** True if the list has all stores: the map then shows all of Malaysia. */
  isWhole?: boolean;
  selected: string | null;
  onSelect: (id: string) => void;
};

const FRAME = 'h-80 w-full rounded-xl lg:h-[34rem] lg:max-h-[70vh]';

export function MapPanel({
  isOpen,
  onOpen,
  listedStores,
  near = '',
  isWhole = false,
  selected,
  onSelect,
}: MapPanelProps) {
  const t = useT();
  const lang = useLang();
  const isHydrated = useHydrated();
  const { data: settings } = useQuery(settingsQuery(lang));
  const { data, isError, refetch } = useQuery({ ...positionsQuery(lang), enabled: isOpen });
  if (!isOpen)
    return (
      <div className="grid content-center gap-3 lg:min-h-80 lg:justify-items-center lg:rounded-xl lg:border lg:border-line lg:bg-pandan-50 lg:p-6">
        <Icon name="map-trifold" className="hidden size-12 text-action lg:block" />
        <Button kind="secondary" disabled={!isHydrated} onClick={() => onOpen(true)}>
          <Icon name="map-trifold" className="size-5 lg:hidden" />
          {t('stores.map_open')}
        </Button>
      </div>
    );
  return (
    <section aria-label={t('stores.map')} className="grid gap-2">
      {data === undefined && isError && <ErrorBlock onRetry={() => void refetch()} />}
      {data === undefined && !isError && <Skeleton className={FRAME} />}
      {data !== undefined && (
        <Suspense fallback={<Skeleton className={FRAME} />}>
          <StoreMap
            className={FRAME}
            stores={data.data}
            listedStores={listedStores}
            near={near}
            isWhole={isWhole}
            tiles={settings?.map_tiles ?? null}
            selected={selected}
            onSelect={onSelect}
          />
        </Suspense>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-xs text-ink-3">{t('stores.map_help')}</p>
        <Button kind="quiet" size="compact" className="-ms-4" onClick={() => onOpen(false)}>
          {t('stores.map_close')}
        </Button>
      </div>
    </section>
  );
}
