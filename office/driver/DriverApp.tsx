/** The page of a driver's link: the stops of one run. Needs no account. */
import { Button } from '@mui/material';
import { ApiError } from '@shop/contract/api/api-error';
import type { DriverRun, DriverStop } from '@shop/contract/delivery-runs';
import { formatTime } from '@shop/core/dates';
import { parseLang } from '@shop/core/lang';
import { formatMoney } from '@shop/core/money';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { I18nContextProvider } from 'ra-core';
import { useEffect, useState } from 'react';
import { queryClient } from '../api/query-client.ts';
import { describeBags } from '../delivery/delivery-text.ts';
import { currentLocale } from '../i18n/current-locale.ts';
import { i18nProvider, type Text, useLang, useText } from '../i18n/text.ts';
import { LanguageSwitch } from '../layout/LanguageSwitch.tsx';
import { LoadingPage } from '../layout/states.tsx';
import { deleteCopy, saveCopy, useWithCopy } from '../offline/copies.ts';
import { OfflineNote, TaskState } from '../offline/OfflineNote.tsx';
import { useActionQueue } from '../offline/use-action-queue.ts';
import { toDialNumber } from '../orders/order-text.ts';
import { OfficeTheme } from '../theme.tsx';
import { formatError } from '../ui/format-error.ts';
import { Tag } from '../ui/Tag.tsx';
import { DeliverStopDialog } from './DeliverStopDialog.tsx';
import { callRun } from './driver-api.ts';
import { FailStopDialog } from './FailStopDialog.tsx';
import { applyRecords, openRunQueue, type QueuedRecord, readUnsentRecords, type StopRecord } from './run-queue.ts';

/** Renders the run of this tab's driver link. `copyName`: key of the run's offline copy on this phone. */
export const DriverApp = ({ copyName }: { copyName: string }) => (
  <I18nContextProvider value={i18nProvider}>
    <QueryClientProvider client={queryClient}>
      <OfficeTheme>
        <DriverPage copyName={copyName} />
      </OfficeTheme>
    </QueryClientProvider>
  </I18nContextProvider>
);

const isEnded = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

async function readRun(copyName: string): Promise<DriverRun> {
  try {
    const { run } = await callRun('deliveryRuns.current', { query: { lang: parseLang(currentLocale()) } });
    await saveCopy(copyName, run, new Date(run.expires_at).getTime());
    return run;
  } catch (error) {
    if (isEnded(error)) await deleteCopy(copyName);
    throw error;
  }
}

function DriverPage({ copyName }: { copyName: string }) {
  const t = useText();
  const {
    data: run,
    error,
    isOffline,
    readAgain,
  } = useWithCopy<DriverRun>(['driver-run'], copyName, () => readRun(copyName));
  useEffect(() => {
    document.title = t('driver.title');
  }, [t]);
  if (isEnded(error) || (run !== null && new Date(run.expires_at) <= new Date())) return <EndedLink />;
  if (run !== null) return <RunTask key={run.id} run={run} isOffline={isOffline} readAgain={readAgain} />;
  if (error === null) return <LoadingPage />;
  return (
    <main className="state" role="alert">
      <h1>{t('app.failed')}</h1>
      <p className="quiet">{formatError(error, t)}</p>
      <Button onClick={() => readAgain().catch(() => undefined)}>{t('list.retry')}</Button>
    </main>
  );
}

/** Shows that the link has ended, and the records that could not be sent, without recipients' names. */
function EndedLink() {
  const t = useText();
  const { data: unsent = [] } = useQuery({
    queryKey: ['unsent-records'],
    queryFn: readUnsentRecords,
    networkMode: 'always',
  });
  return (
    <main className="state" role="alert">
      <h1>{t('driver.no_link')}</h1>
      <p className="quiet">{t('driver.no_link_text')}</p>
      {unsent.length > 0 && (
        <section className="card stack" aria-labelledby="unsent">
          <h2 id="unsent">{t('driver.unsent')}</h2>
          <ul className="bare">
            {unsent.map(({ id, action }) => (
              <li key={id}>{describeRecord(action, t)}</li>
            ))}
          </ul>
          <p>{t('driver.unsent_text')}</p>
        </section>
      )}
      <LanguageSwitch />
    </main>
  );
}

function describeRecord(record: StopRecord, t: Text): string {
  const cash = record.kind === 'deliver' ? record.cash_collected : null;
  const facts = [
    record.order_number,
    t(record.kind === 'deliver' ? 'delivery.stop_delivered' : 'delivery.stop_failed'),
    cash === null ? '' : t('delivery.collected', { amount: `RM${cash}` }),
  ];
  return facts.filter(Boolean).join(' · ');
}

type StopDialogName = 'deliver' | 'fail';
type RefusedRecordProps = { words: string; onCorrect: (() => void) | null; onRead(): void };

const RefusedRecord = ({ words, onCorrect, onRead }: RefusedRecordProps) => {
  const t = useText();
  return (
    <div className="notice" role="alert">
      <p>{words}</p>
      {onCorrect !== null && <Button onClick={onCorrect}>{t('driver.correct')}</Button>}
      <Button variant="text" onClick={onRead}>
        {t('offline.read')}
      </Button>
    </div>
  );
};

function RunTask({
  run: serverRun,
  isOffline,
  readAgain,
}: {
  run: DriverRun;
  isOffline: boolean;
  readAgain(): Promise<unknown>;
}) {
  const t = useText();
  const [queue] = useState(() => openRunQueue(serverRun.id));
  const { entries, sync } = useActionQueue(queue, readAgain);
  const [chosenOrder, setChosenOrder] = useState<string | null>(null);
  if (entries === null) return <LoadingPage />;
  const run = applyRecords(serverRun, entries);
  const openStops = run.stops.filter(({ state }) => state === 'open');
  const refusedRecords = entries.filter(({ refusal }) => refusal !== null);
  const findRefused = (each: { order_id: string }) =>
    refusedRecords.findLast(({ subject }) => subject === each.order_id);
  const stop =
    openStops.find(({ order_id }) => order_id === chosenOrder) ?? openStops.find(findRefused) ?? openStops[0];
  const doneCount = run.stops.length - openStops.length;
  const cash = formatMoney(run.cash_in_hand);
  const head = t('driver.head', { done: doneCount, all: run.stops.length, cash });
  const record = async (action: StopRecord) => {
    const expires_at = new Date(run.expires_at).getTime();
    await queue.add([{ subject: action.order_id, action }], { expires_at, replaces: findRefused(action)?.id });
    setChosenOrder(null);
    sync();
  };
  const read = ({ id }: QueuedRecord) => queue.dismiss([id]);
  return (
    <div className="task">
      <header className="task-head">
        <p className="task-line">
          <b>{[run.vehicle, run.driver].filter(Boolean).join(' · ')}</b>
          <TaskState isOffline={isOffline} waiting={entries.filter(({ state }) => state === 'waiting').length} />
        </p>
        <h1 className="task-count">{head}</h1>
        <progress aria-label={head} value={doneCount} max={Math.max(run.stops.length, 1)} />
      </header>
      <main className="task-main stack">
        <OfflineNote isOffline={isOffline} />
        {refusedRecords
          .filter(({ subject }) => openStops.every(({ order_id }) => order_id !== subject))
          .map((each) => (
            <RefusedRecord
              key={each.id}
              words={t('driver.refused_at', { number: each.action.order_number, reason: describeRefusal(each, t) })}
              onCorrect={null}
              onRead={() => read(each)}
            />
          ))}
        {stop === undefined ? (
          <div className="card state">
            <h2>{t('driver.done')}</h2>
            <p>{t('driver.done_text', { cash })}</p>
          </div>
        ) : (
          <StopCard key={stop.order_id} stop={stop} refused={findRefused(stop)} onRecord={record} onRead={read} />
        )}
        {openStops.length > 1 && (
          <section aria-label={t('driver.later')}>
            {openStops
              .filter((each) => each !== stop)
              .map((each) => (
                <NextStop
                  key={each.order_id}
                  stop={each}
                  isRefused={findRefused(each) !== undefined}
                  onOpen={() => setChosenOrder(each.order_id)}
                />
              ))}
          </section>
        )}
        <LanguageSwitch />
      </main>
    </div>
  );
}

function describeRefusal({ refusal }: QueuedRecord, t: Text): string {
  if (refusal === null) return '';
  return formatError(new ApiError(refusal.status, refusal.code, refusal.message, refusal.errors), t);
}

function StopCard({
  stop,
  refused,
  onRecord,
  onRead,
}: {
  stop: DriverStop;
  /** The record of this stop, if the server refused it. */
  refused: QueuedRecord | undefined;
  onRecord(record: StopRecord): Promise<void>;
  onRead(record: QueuedRecord): void;
}) {
  const t = useText();
  const lang = useLang();
  const [dialog, setDialog] = useState<StopDialogName | null>(null);
  const form = { stop, earlier: refused?.action, onRecord, onClose: () => setDialog(null) };
  const isCash = stop.cash_to_collect > 0;
  const amount = formatMoney(stop.cash_to_collect);
  const note = [
    stop.remarks === null || stop.remarks === '' ? '' : `“${stop.remarks}”`,
    stop.leave_at_door ? t('order.leave_at_door') : '',
  ];
  const bags = [describeBags(stop.bags, t), stop.has_bulky ? t('delivery.bulky') : ''].filter(Boolean).join(', ');
  return (
    <article className="card stack stop">
      {refused !== undefined && (
        <RefusedRecord
          words={t('driver.refused', { reason: describeRefusal(refused, t) })}
          onCorrect={() => setDialog(refused.action.kind)}
          onRead={() => onRead(refused)}
        />
      )}
      <p className="task-line">
        {stop.due_at !== null && (
          <Tag tone={new Date(stop.due_at) < new Date() ? 'late' : 'info'}>
            {t('driver.due', { time: formatTime(stop.due_at, lang) })}
          </Tag>
        )}
        <span className="quiet">{t('driver.stop', { place: stop.place })}</span>
      </p>
      <div>
        <h2>{stop.address}</h2>
        <p>{[stop.recipient, stop.order_number].filter(Boolean).join(' · ')}</p>
      </div>
      {note.some(Boolean) && <p className="notice">{note.filter(Boolean).join(' · ')}</p>}
      <div className="buttons">
        {isCash && <b className="display stop-cash">{amount}</b>}
        <Tag tone={isCash ? 'cash' : 'good'}>{t(isCash ? 'driver.to_collect' : 'driver.paid')}</Tag>
        <span className="quiet">{bags === '' ? t('orders.items', { count: stop.units }) : bags}</span>
      </div>
      <div className="task-choices">
        {stop.map_link !== null && (
          <Button component="a" color="secondary" href={stop.map_link} target="_blank" rel="noreferrer">
            {t('driver.map')}
          </Button>
        )}
        {stop.phone !== null && (
          <Button component="a" color="secondary" href={`tel:${toDialNumber(stop.phone)}`}>
            {t('driver.call')}
          </Button>
        )}
      </div>
      <Button variant="contained" className="task-main-button" onClick={() => setDialog('deliver')}>
        {isCash ? t('driver.deliver_cash', { amount }) : t('driver.deliver')}
      </Button>
      <Button color="error" onClick={() => setDialog('fail')}>
        {t('driver.fail')}
      </Button>
      {dialog === 'deliver' && <DeliverStopDialog {...form} />}
      {dialog === 'fail' && <FailStopDialog {...form} />}
    </article>
  );
}

function NextStop({ stop, isRefused, onOpen }: { stop: DriverStop; isRefused: boolean; onOpen(): void }) {
  const t = useText();
  const lang = useLang();
  const facts = [
    isRefused ? t('driver.not_recorded') : '',
    stop.cash_to_collect > 0 ? t('delivery.collect', { amount: formatMoney(stop.cash_to_collect) }) : t('driver.paid'),
    describeBags(stop.bags, t),
    stop.has_bulky ? t('delivery.bulky') : '',
    stop.leave_at_door ? t('order.leave_at_door') : '',
  ];
  return (
    <button type="button" className="row next-stop" onClick={onOpen}>
      <b>{stop.place}</b>
      <span className="grow">
        <b>{stop.address}</b>
        <span className="quiet small block">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      {stop.due_at !== null && <span className="quiet">{formatTime(stop.due_at, lang)}</span>}
    </button>
  );
}
