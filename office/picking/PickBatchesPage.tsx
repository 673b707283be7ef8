/** The batches to pick, the earliest delivery slot first. */
import { Button } from '@mui/material';
import type { PickBatch } from '@shop/contract/staff/staff-picking';
import { formatSlot } from '@shop/core/dates';
import type { Lang } from '@shop/core/lang';
import { useQuery } from '@tanstack/react-query';
import { useGetList } from 'ra-core';
import { Link } from 'react-router';
import { type Text, useLang, useText } from '../i18n/text.ts';
import { LoadingPage } from '../layout/states.tsx';
import { BATCH_COPY, readCopy } from '../offline/copies.ts';
import { formatError } from '../ui/format-error.ts';
import { Page } from '../ui/Page.tsx';
import { Tag } from '../ui/Tag.tsx';
import type { Batch } from './pick-queue.ts';

export function formatBatchSlot({ starts_at, ends_at }: PickBatch, lang: Lang, t: Text): string {
  if (starts_at === null || ends_at === null) return t('pick.no_slot');
  return formatSlot({ starts_at: new Date(starts_at), ends_at: new Date(ends_at) }, lang);
}

export function PickBatchesPage() {
  const t = useText();
  const { data, error, refetch } = useGetList<PickBatch>('picking');
  const { data: storedBatch } = useQuery({
    queryKey: ['copy', BATCH_COPY],
    queryFn: () => readCopy<Batch>(BATCH_COPY),
    gcTime: 0,
    refetchInterval: false,
    networkMode: 'always',
  });
  if (data === undefined && error === null) return <LoadingPage />;
  return (
    <Page title={t('menu.picking')} sub={t('pick.sub')}>
      {data === undefined ? (
        <div className="card state" role="alert">
          <h2>{t('list.failed')}</h2>
          <p className="quiet">{formatError(error, t)}</p>
          {storedBatch != null && (
            <Button variant="contained" component={Link} to={`/picking/${storedBatch.batch.id}`}>
              {t('offline.open')}
            </Button>
          )}
          <Button onClick={() => refetch()}>{t('list.retry')}</Button>
        </div>
      ) : data.length === 0 ? (
        <div className="card state">
          <h2>{t('pick.none')}</h2>
          <p className="quiet">{t('pick.none_text')}</p>
        </div>
      ) : (
        <ul className="batches">
          {data.map((batch) => (
            <BatchCard key={batch.id} batch={batch} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function BatchCard({ batch }: { batch: PickBatch }) {
  const t = useText();
  const lang = useLang();
  const slot = formatBatchSlot(batch, lang, t);
  const isPacked = batch.to_pick + batch.picking === 0;
  return (
    <li className="card stack">
      <div className="buttons">
        <h2 className="grow">{slot}</h2>
        {batch.is_late && <Tag tone="late">{t('orders.late')}</Tag>}
      </div>
      <p className="quiet">
        {t('pick.orders', { count: batch.orders })} ·{' '}
        {t('pick.progress', { done: batch.items_decided, all: batch.items })}
      </p>
      <progress aria-label={slot} value={batch.items_decided} max={Math.max(batch.items, 1)} />
      <p className="small">
        {t('pick.states', { to_pick: batch.to_pick, picking: batch.picking, packed: batch.packed })}
      </p>
      {batch.pickers.length > 0 && (
        <p className="quiet small wrap">{t('pick.pickers', { who: batch.pickers.join(', ') })}</p>
      )}
      <Button variant={isPacked ? 'outlined' : 'contained'} component={Link} to={`/picking/${batch.id}`}>
        {t(isPacked ? 'pick.show' : 'pick.open')}
      </Button>
    </li>
  );
}
