/**
 * The start page: late orders, slots that fill up, and waiting work. Leaves out parts that the user's roles may not
 * see.
 */
import { Button } from '@mui/material';
import type { Today } from '@shop/contract/staff/staff-today';
import { formatDay, formatTime } from '@shop/core/dates';
import { useLang, useText } from '../i18n/text.ts';
import { LoadingPage } from '../layout/states.tsx';
import { formatError } from '../ui/format-error.ts';
import { Page } from '../ui/Page.tsx';
import { DayFigures } from './DayFigures.tsx';
import { LowStock } from './LowStock.tsx';
import { Slots } from './Slots.tsx';
import { rateFullness } from './slot-text.ts';
import { useToday } from './use-today.ts';
import { WaitingWork } from './WaitingWork.tsx';

export function TodayPage() {
  const t = useText();
  const lang = useLang();
  const { data, error, refetch } = useToday();
  if (data === undefined) {
    return error === null ? (
      <LoadingPage />
    ) : (
      <div className="state" role="alert">
        <h1>{formatError(error, t)}</h1>
        <Button onClick={() => refetch()}>{t('list.retry')}</Button>
      </div>
    );
  }
  return (
    <Page title={formatDay(data.at, lang)} sub={<DaySummary today={data} />}>
      <DayFigures today={data} />
      <div className="columns today">
        {(data.slots !== null || data.stock !== null) && (
          <div className="stack">
            {data.slots !== null && <Slots slots={data.slots} now={data.at} />}
            {data.stock !== null && <LowStock stock={data.stock} />}
          </div>
        )}
        <WaitingWork today={data} />
      </div>
    </Page>
  );
}

/** A sentence with the numbers of late orders and of slots that fill up. */
function DaySummary({ today: { at, orders, slots } }: { today: Today }) {
  const t = useText();
  const lang = useLang();
  const time = formatTime(at, lang);
  if (orders === null) return time;
  const lateCount = orders.late.count;
  const fullCount = (slots ?? []).filter((slot) => rateFullness(slot, at) !== 'free').length;
  return t('today.now', {
    time,
    late: lateCount === 0 ? t('today.none_late') : t('today.some_late', { count: lateCount }),
    full: fullCount === 0 ? '' : t('today.some_full', { count: fullCount }),
  }).trim();
}
