/** The page behind a driver's link: the stops of one run, without an account. */
import { Button } from '@mui/material';
import { ApiError } from '@shop/contract/api/api-error';
import { formatTime } from '@shop/core/dates';
import { parseLang } from '@shop/core/lang';
import { formatMoney } from '@shop/core/money';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { I18nContextProvider } from 'ra-core';
import { useEffect, useState } from 'react';
import { queryClient } from '../api/query-client.ts';
import { describeBags } from '../delivery/delivery-text.ts';
import { currentLocale } from '../i18n/current-locale.ts';
import { i18nProvider, useLang, useText } from '../i18n/text.ts';
import { LanguageSwitch } from '../layout/LanguageSwitch.tsx';
import { LoadingPage } from '../layout/states.tsx';
import { dialled } from '../orders/order-text.ts';
import { OfficeTheme } from '../theme.tsx';
import { formatError } from '../ui/format-error.ts';
import { Tag } from '../ui/Tag.tsx';
import { DeliverStop } from './DeliverStop.tsx';
import { callRun, type DriverRun, type DriverStop } from './driver-api.ts';
import { FailStop } from './FailStop.tsx';

export const DriverApp = () => (
  <I18nContextProvider value={i18nProvider}>
    <QueryClientProvider client={queryClient}>
      <OfficeTheme>
        <DriverPage />
      </OfficeTheme>
    </QueryClientProvider>
  </I18nContextProvider>
);

const RUN_KEY = ['driver-run'];

function DriverPage() {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: RUN_KEY,
    queryFn: async () => (await callRun('deliveryRuns.current', { query: { lang: parseLang(currentLocale()) } })).run,
    networkMode: 'always',
  });
  useEffect(() => {
    document.title = t('driver.title');
  }, [t]);
  if (error instanceof ApiError && error.status === 401) {
    return (
      <main className="state" role="alert">
        <h1>{t('driver.no_link')}</h1>
        <p className="quiet">{t('driver.no_link_text')}</p>
        <LanguageSwitch />
      </main>
    );
  }
  if (data !== undefined) return <Run run={data} isOffline={error !== null} />;
  if (error === null) return <LoadingPage />;
  return (
    <main className="state" role="alert">
      <h1>{t('app.failed')}</h1>
      <p className="quiet">{formatError(error, t)}</p>
      <Button onClick={() => refetch()}>{t('list.retry')}</Button>
    </main>
  );
}

function Run({ run, isOffline }: { run: DriverRun; isOffline: boolean }) {
  const t = useText();
  const open = run.stops.filter(({ state }) => state === 'open');
  const [chosen, setChosen] = useState<string | null>(null);
  const stop = open.find(({ order_id }) => order_id === chosen) ?? open[0];
  const done = run.stops.length - open.length;
  const cash = formatMoney(run.cash_in_hand);
  const head = t('driver.head', { done, all: run.stops.length, cash });
  const update = (next: DriverRun) => queryClient.setQueryData(RUN_KEY, next);
  return (
    <div className="task">
      <header className="task-head">
        <p className="task-line">
          <b>{[run.vehicle, run.driver].filter(Boolean).join(' · ')}</b>
          <span role="status" className="task-state">
            {isOffline ? t('error.offline') : ''}
          </span>
        </p>
        <h1 className="task-count">{head}</h1>
        <progress aria-label={head} value={done} max={Math.max(run.stops.length, 1)} />
      </header>
      <main className="task-main stack">
        {stop === undefined ? (
          <div className="card state">
            <h2>{t('driver.done')}</h2>
            <p>{t('driver.done_text', { cash })}</p>
          </div>
        ) : (
          <StopCard key={stop.order_id} stop={stop} onRun={update} />
        )}
        {open.length > 1 && (
          <section aria-label={t('driver.later')}>
            {open
              .filter((each) => each !== stop)
              .map((each) => (
                <NextStop key={each.order_id} stop={each} onOpen={() => setChosen(each.order_id)} />
              ))}
          </section>
        )}
        <LanguageSwitch />
      </main>
    </div>
  );
}

function StopCard({ stop, onRun }: { stop: DriverStop; onRun(run: DriverRun): void }) {
  const t = useText();
  const lang = useLang();
  const [dialog, setDialog] = useState<'deliver' | 'fail' | null>(null);
  const close = () => setDialog(null);
  const isCash = stop.cash_to_collect > 0;
  const amount = formatMoney(stop.cash_to_collect);
  const note = [
    stop.remarks === null || stop.remarks === '' ? '' : `“${stop.remarks}”`,
    stop.leave_at_door ? t('order.leave_at_door') : '',
  ];
  const bags = [describeBags(stop.bags, t), stop.has_bulky ? t('delivery.bulky') : ''].filter(Boolean).join(', ');
  return (
    <article className="card stack stop">
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
          <Button component="a" color="secondary" href={`tel:${dialled(stop.phone)}`}>
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
      {dialog === 'deliver' && <DeliverStop stop={stop} onRun={onRun} onClose={close} />}
      {dialog === 'fail' && <FailStop stop={stop} onRun={onRun} onClose={close} />}
    </article>
  );
}

function NextStop({ stop, onOpen }: { stop: DriverStop; onOpen(): void }) {
  const t = useText();
  const lang = useLang();
  const facts = [
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
