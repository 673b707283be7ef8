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
import { OrdersToPack } from './OrdersToPack.tsx';
import { formatBatchSlot } from './PickBatchesPage.tsx';
import { formatLineName, formatLinePlace, PickItem } from './PickItem.tsx';
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
import { countLineUnits, hasCode, useItemScans } from './use-item-scans.ts';

async function readBatch(id: string): Promise<Batch> {
  const { data } = await dataProvider.getOne('picking', { id });
  await copyBatch(data);
  return data;
}

export function PickBatchPage() {
  const { batch: id = '' } = useParams();
  return <PickingTask key={id} id={id} />;
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

function PickingTask({ id }: { id: string }) {
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
    const decisions = steps.filter(isDecision);
    const [first] = decisions;
    if (first === undefined) return;
    const undoSteps = decisions.map(({ order, line }) => ({ kind: 'undo' as const, order, line, body: {} }));
    const options: UndoOptions = { onUndo: () => run(undoSteps) };
    notify(t(`pick.done_${first.kind}`), { type: 'success', ...options });
  };
  const pendingActions = entries.filter(({ state }) => state !== 'refused');
  const expectedBatch = applySteps(
    batch,
    pendingActions.map(({ action }) => action),
  );
  const notices = groupRefused(entries).map(({ order, reason, ids }) => {
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
      batch={expectedBatch}
      isOffline={isOffline}
      waiting={pendingActions.filter(({ state }) => state === 'waiting').length}
      notices={notices}
      onSteps={run}
    />
  );
}

type PickStepsProps = {
  batch: Batch;
  isOffline: boolean;
  /** Number of steps that are still to be sent. */
  waiting: number;
  notices: readonly ReactNode[];
  onSteps(steps: readonly PickStep[]): void;
};

/** State of the history entry while the camera is open. */
const CAMERA = 'camera';

function PickSteps({ batch, isOffline, waiting, notices, onSteps }: PickStepsProps) {
  const t = useText();
  const lang = useLang();
  const [isOverview, setOverview] = useState(false);
  /** Id of a line that was opened from the overview or by its barcode. */
  const [openedLine, setOpenedLine] = useState<string | null>(null);
  const ownEmail = currentSession()?.staff.email;
  const ownOrders = new Set(
    batch.orders.flatMap(({ id, status, picking }) => {
      const isOpen = status === 'pending' || status === 'processing';
      return isOpen && (picking?.claimed_by == null || picking.claimed_by === ownEmail) ? [id] : [];
    }),
  );
  const isOwnOpenPart = (part: LinePart) => ownOrders.has(part.order_id) && part.picked === null;
  const openLines = batch.lines
    .map((line) => ({ ...line, orders: line.orders.filter(isOwnOpenPart) }))
    .filter(({ orders }) => orders.length > 0);
  const line = openLines.find(({ id }) => id === openedLine) ?? openLines[0];
  const next = openLines.find(({ id }) => id !== line?.id);
  const scans = useItemScans(line, openLines, { onSteps, onOpen: setOpenedLine });
  const camera = useCameraSheet();
  /** Handles a code from the camera, and returns its outcome for the camera's sheet. */
  const takeCode = (code: string): ScanOutcome => {
    if (line === undefined) return { isRight: false, words: '' };
    const name = formatLineName(line, lang);
    const result = scans.take(code);
    if (result === 'wrong') return { isRight: false, words: t('scan.wrong', { code, name }) };
    if (result === 'unit') {
      return { isRight: true, words: t('scan.right', { count: scans.scanned + 1, all: countLineUnits(line) }) };
    }
    const other = openLines.find((each) => each.id !== line.id && hasCode(each, code));
    if (result === 'other') return { isRight: false, words: other === undefined ? '' : formatLineName(other, lang) };
    if (next === undefined) camera.close();
    return { isRight: true, words: t('scan.done', { name }) };
  };
  const ordersToPack = batch.orders.filter(
    ({ id }) =>
      ownOrders.has(id) &&
      batch.lines.every(({ orders }) => orders.every((p) => p.order_id !== id || p.picked !== null)),
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
              setOpenedLine(id);
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
        ) : ordersToPack.length > 0 ? (
          <OrdersToPack orders={ordersToPack} onSteps={onSteps} />
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
          item={formatLineName(line, lang)}
          place={t('scan.place', { place: formatLinePlace(line), count: countLineUnits(line) })}
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

function PickHead({ batch, isOffline, waiting }: Pick<PickStepsProps, 'batch' | 'isOffline' | 'waiting'>) {
  const t = useText();
  const lang = useLang();
  const parts = batch.lines.flatMap(({ orders }) => orders);
  const countPartUnits = (all: readonly LinePart[]) => all.reduce((sum, { quantity }) => sum + quantity, 0);
  const [done, all] = [countPartUnits(parts.filter(({ picked }) => picked !== null)), countPartUnits(parts)];
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
