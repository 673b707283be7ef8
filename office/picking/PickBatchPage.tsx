/** Picks the orders of one slot: one item at a time by aisle and shelf, then the bags. Works without network. */
import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useLogoutIfAccessDenied, useNotify } from 'ra-core';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { dataProvider } from '../api/data-provider.ts';
import { currentSession } from '../api/session.ts';
import { useLang, useText } from '../i18n/text.ts';
import { LoadingPage } from '../layout/states.tsx';
import { formatError } from '../ui/format-error.ts';
import type { UndoOptions } from '../ui/Notifications.tsx';
import { PackOrders } from './PackOrders.tsx';
import { formatBatchSlot } from './PickBatchesPage.tsx';
import { PickItem } from './PickItem.tsx';
import { PickOverview } from './PickOverview.tsx';
import {
  addSteps,
  applySteps,
  type Batch,
  findStoredBatch,
  isDecision,
  type LinePart,
  type PickStep,
  storeBatch,
  syncSteps,
  useQueue,
} from './pick-queue.ts';

/** How often steps that wait are sent again, beside the moment when the network returns. */
const RETRY_MS = 15_000;

async function readBatch(id: string): Promise<Batch> {
  const { data } = await dataProvider.getOne('picking', { id });
  storeBatch(data);
  return data;
}

export function PickBatchPage() {
  const { batch: id = '' } = useParams();
  return <PickBatch key={id} id={id} />;
}

function PickBatch({ id }: { id: string }) {
  const t = useText();
  const notify = useNotify();
  const leaveIfSignedOut = useLogoutIfAccessDenied();
  const queue = useQueue();
  const { data, error, refetch } = useQuery({
    queryKey: ['pick-batch', id],
    queryFn: () => readBatch(id),
    initialData: () => findStoredBatch(id),
    initialDataUpdatedAt: 0,
    networkMode: 'always',
  });
  const sync = () =>
    syncSteps(
      () => refetch({ throwOnError: true }),
      async (failure) => {
        if (await leaveIfSignedOut(failure)) return;
        notify(t('pick.refused', { reason: `${formatError(failure, t)} ` }), { type: 'error' });
      },
    );
  const waiting = queue.filter(({ isSent }) => !isSent).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once; `sync` of any render does the same
  useEffect(() => {
    sync();
    const timer = setInterval(sync, RETRY_MS);
    window.addEventListener('online', sync);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', sync);
    };
  }, []);
  if (data === undefined) {
    if (error === null) return <LoadingPage />;
    return (
      <main className="state" role="alert">
        <h1>{t('app.failed')}</h1>
        <p className="quiet">{formatError(error, t)}</p>
        <Button onClick={() => refetch()}>{t('list.retry')}</Button>
        <Button component={Link} to="/picking">
          {t('pick.back')}
        </Button>
      </main>
    );
  }
  const run = (steps: readonly PickStep[]) => {
    addSteps(steps);
    sync();
    const decided = steps.filter(isDecision);
    const [first] = decided;
    if (first === undefined) return;
    const undone = decided.map(({ order, line }) => ({ kind: 'undo' as const, order, line, body: {} }));
    const options: UndoOptions = { onUndo: () => run(undone) };
    notify(t(`pick.done_${first.kind}`), { type: 'success', ...options });
  };
  return (
    <PickSteps
      batch={applySteps(data, queue)}
      isOffline={error !== null || !navigator.onLine}
      waiting={waiting}
      onSteps={run}
    />
  );
}

type StepsProps = { batch: Batch; isOffline: boolean; waiting: number; onSteps(steps: readonly PickStep[]): void };

function PickSteps({ batch, isOffline, waiting, onSteps }: StepsProps) {
  const t = useText();
  const [isOverview, setOverview] = useState(false);
  /** A line that was opened from the overview or by its barcode. */
  const [opened, setOpened] = useState<string | null>(null);
  const me = currentSession()?.staff.email;
  const mine = new Set(
    batch.orders.flatMap(({ id, status, picking }) => {
      const isOpen = status === 'pending' || status === 'processing';
      return isOpen && (picking?.claimed_by == null || picking.claimed_by === me) ? [id] : [];
    }),
  );
  const isToPick = (part: LinePart) => mine.has(part.order_id) && part.picked === null;
  const open = batch.lines
    .map((line) => ({ ...line, orders: line.orders.filter(isToPick) }))
    .filter(({ orders }) => orders.length > 0);
  const line = open.find(({ id }) => id === opened) ?? open[0];
  const next = open.find(({ id }) => id !== line?.id);
  const toPack = batch.orders.filter(
    ({ id }) =>
      mine.has(id) && batch.lines.every(({ orders }) => orders.every((p) => p.order_id !== id || p.picked !== null)),
  );
  return (
    <div className="task">
      <PickHead batch={batch} isOffline={isOffline} waiting={waiting} />
      <main className="task-main">
        <div className="buttons task-nav">
          <Button variant="text" component={Link} to="/picking">
            {t('pick.back')}
          </Button>
          <Button variant="text" onClick={() => setOverview(!isOverview)}>
            {t(isOverview ? 'pick.to_line' : 'pick.overview')}
          </Button>
        </div>
        {isOverview ? (
          <PickOverview
            batch={batch}
            onSteps={onSteps}
            onOpen={(id) => {
              setOpened(id);
              setOverview(false);
            }}
          />
        ) : line !== undefined ? (
          <PickItem
            key={line.id}
            line={line}
            next={next}
            lines={open}
            orders={batch.orders}
            onOpen={setOpened}
            onSteps={onSteps}
          />
        ) : toPack.length > 0 ? (
          <PackOrders orders={toPack} onSteps={onSteps} />
        ) : (
          <div className="card state">
            <h1>{t(batch.orders.every(({ status }) => status === 'packed') ? 'pick.done' : 'pick.none')}</h1>
            <Button variant="contained" component={Link} to="/picking">
              {t('pick.back')}
            </Button>
          </div>
        )}
      </main>
    </div>
  );
}

function PickHead({ batch, isOffline, waiting }: Omit<StepsProps, 'onSteps'>) {
  const t = useText();
  const lang = useLang();
  const parts = batch.lines.flatMap(({ orders }) => orders);
  const count = (all: readonly LinePart[]) => all.reduce((sum, { quantity }) => sum + quantity, 0);
  const [done, all] = [count(parts.filter(({ picked }) => picked !== null)), count(parts)];
  const slot = formatBatchSlot(batch.batch, lang, t);
  useEffect(() => {
    document.title = slot;
  }, [slot]);
  return (
    <header className="task-head">
      <p className="task-line">
        <b>
          {slot} · {t('pick.orders', { count: batch.orders.length })}
        </b>
        <span role="status" className="task-state">
          {isOffline ? t('pick.offline') : waiting > 0 ? t('pick.waiting', { count: waiting }) : ''}
        </span>
      </p>
      <p className="display task-count">{t('pick.progress', { done, all })}</p>
      <progress aria-label={t('pick.progress', { done, all })} value={done} max={Math.max(all, 1)} />
    </header>
  );
}
