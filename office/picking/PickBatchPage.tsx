/** Picks the orders of one slot: one item at a time by aisle and shelf, then the bags. Works without network. */
import { Button } from '@mui/material';
import { ApiError } from '@shop/contract/api/api-error';
import { useLogoutIfAccessDenied, useNotify } from 'ra-core';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { isSignedOut } from '../api/api.ts';
import { dataProvider } from '../api/data-provider.ts';
import { currentSession } from '../api/session.ts';
import { useLang, useText } from '../i18n/text.ts';
import { LoadingPage } from '../layout/states.tsx';
import type { QueuedAction } from '../offline/action-queue.ts';
import { BATCH_COPY, useWithCopy } from '../offline/copies.ts';
import { OfflineNote, TaskState } from '../offline/OfflineNote.tsx';
import { useActionQueue } from '../offline/use-action-queue.ts';
import { CameraScanner, type ScanOutcome } from '../scanning/CameraScanner.tsx';
import { formatError } from '../ui/format-error.ts';
import type { UndoOptions } from '../ui/Notifications.tsx';
import { PackOrders } from './PackOrders.tsx';
import { formatBatchSlot } from './PickBatchesPage.tsx';
import { nameLine, PickItem, placeLine } from './PickItem.tsx';
import { PickOverview } from './PickOverview.tsx';
import {
  applySteps,
  type Batch,
  copyBatch,
  isDecision,
  type LinePart,
  openPickQueue,
  type PickStep,
} from './pick-queue.ts';
import { countUnits, hasCode, useItemScans } from './use-item-scans.ts';

async function readBatch(id: string): Promise<Batch> {
  const { data } = await dataProvider.getOne('picking', { id });
  await copyBatch(data);
  return data;
}

export function PickBatchPage() {
  const { batch: id = '' } = useParams();
  return <PickBatch key={id} id={id} />;
}

/** Groups refused steps by order, because steps on one order are often refused for the same reason. */
function groupRefused(queue: readonly QueuedAction<PickStep>[]) {
  const groups = new Map<string, { order: string; reason: ApiError; ids: number[] }>();
  for (const { id, action, refusal } of queue) {
    if (refusal === null) continue;
    const { status, code, message, errors } = refusal;
    const key = `${action.order} ${code}`;
    const ids = [...(groups.get(key)?.ids ?? []), id];
    groups.set(key, { order: action.order, reason: new ApiError(status, code, message, errors), ids });
  }
  return [...groups.values()];
}

function PickBatch({ id }: { id: string }) {
  const t = useText();
  const notify = useNotify();
  const leaveIfSignedOut = useLogoutIfAccessDenied();
  const [queue] = useState(openPickQueue);
  const { data, error, isOffline, readAgain } = useWithCopy<Batch>(['pick-batch', id], BATCH_COPY, () => readBatch(id));
  const { entries, sync } = useActionQueue(queue, readAgain);
  useEffect(() => {
    if (isSignedOut(error)) leaveIfSignedOut(error);
  }, [error, leaveIfSignedOut]);
  const batch = data?.batch.id === id ? data : null;
  if (batch === null || entries === null) {
    if (error === null) return <LoadingPage />;
    return (
      <main className="state" role="alert">
        <h1>{t('app.failed')}</h1>
        <p className="quiet">{formatError(error, t)}</p>
        <Button onClick={() => readAgain().catch(() => undefined)}>{t('list.retry')}</Button>
        <Button component={Link} to="/picking">
          {t('pick.back')}
        </Button>
      </main>
    );
  }
  const run = async (steps: readonly PickStep[]) => {
    try {
      await queue.add(steps.map((action) => ({ subject: action.order, action })));
    } catch {
      notify(t('offline.not_stored'), { type: 'error' });
      return;
    }
    sync();
    const decided = steps.filter(isDecision);
    const [first] = decided;
    if (first === undefined) return;
    const undone = decided.map(({ order, line }) => ({ kind: 'undo' as const, order, line, body: {} }));
    const options: UndoOptions = { onUndo: () => run(undone) };
    notify(t(`pick.done_${first.kind}`), { type: 'success', ...options });
  };
  const valid = entries.filter(({ state }) => state !== 'refused');
  const shown = applySteps(
    batch,
    valid.map(({ action }) => action),
  );
  const refused = groupRefused(entries).map(({ order, reason, ids }) => {
    const number = batch.orders.find((each) => each.id === order)?.order_number ?? '';
    return (
      <div className="notice" role="alert" key={ids[0]}>
        <p>{t('pick.refused', { number, reason: formatError(reason, t) })}</p>
        <Button variant="text" onClick={() => queue.dismiss(ids)}>
          {t('offline.read')}
        </Button>
      </div>
    );
  });
  return (
    <PickSteps
      batch={shown}
      isOffline={isOffline}
      waiting={valid.filter(({ state }) => state === 'waiting').length}
      notices={refused}
      onSteps={run}
    />
  );
}

type StepsProps = {
  batch: Batch;
  isOffline: boolean;
  /** Number of steps that the server does not have yet. */
  waiting: number;
  /** Notices about refused steps. */
  notices: readonly ReactNode[];
  onSteps(steps: readonly PickStep[]): void;
};

/** State of the history entry while the camera is open. */
const CAMERA = 'camera';

function PickSteps({ batch, isOffline, waiting, notices, onSteps }: StepsProps) {
  const t = useText();
  const lang = useLang();
  const [isOverview, setOverview] = useState(false);
  /** Id of a line that was opened from the overview or by its barcode. */
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
  const scans = useItemScans(line, open, { onSteps, onOpen: setOpened });
  const camera = useCameraSheet();
  /** Handles a code from the camera, and returns its outcome for the camera's sheet. */
  const takeCode = (code: string): ScanOutcome => {
    if (line === undefined) return { isRight: false, words: '' };
    const name = nameLine(line, lang);
    const result = scans.take(code);
    if (result === 'wrong') return { isRight: false, words: t('scan.wrong', { code, name }) };
    if (result === 'unit') {
      return { isRight: true, words: t('scan.right', { count: scans.scanned + 1, all: countUnits(line) }) };
    }
    const other = open.find((each) => each.id !== line.id && hasCode(each, code));
    if (result === 'other') return { isRight: false, words: other === undefined ? '' : nameLine(other, lang) };
    if (next === undefined) camera.close();
    return { isRight: true, words: t('scan.done', { name }) };
  };
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
        <OfflineNote isOffline={isOffline} />
        {notices}
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
            orders={batch.orders}
            scans={scans}
            onCamera={camera.open}
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
      {camera.isOpen && line !== undefined && (
        <CameraScanner
          item={nameLine(line, lang)}
          place={t('scan.place', { place: placeLine(line), count: countUnits(line) })}
          onCode={takeCode}
          onClose={camera.close}
        />
      )}
    </div>
  );
}

/** Opens the camera with a history entry, so that the phone's Back closes it. */
function useCameraSheet() {
  const navigate = useNavigate();
  const { state } = useLocation();
  return {
    isOpen: state === CAMERA,
    open: () => navigate('.', { state: CAMERA }),
    close: () => navigate(-1),
  };
}

function PickHead({ batch, isOffline, waiting }: Pick<StepsProps, 'batch' | 'isOffline' | 'waiting'>) {
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
        <TaskState isOffline={isOffline} waiting={waiting} />
      </p>
      {all > 0 && (
        <>
          <p className="display task-count">{t('pick.progress', { done, all })}</p>
          <progress aria-label={t('pick.progress', { done, all })} value={done} max={all} />
        </>
      )}
    </header>
  );
}
