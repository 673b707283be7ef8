import { formatDay, formatTime } from '@shop/core/dates';
import { TIMELINE } from '@shop/core/orders/status';
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { type Text, useLang, useText } from '../i18n/text.ts';
import { formatActor } from './order-text.ts';

type HistoryEntry = StaffOrderRecord['history'][number];

/**
 * Formats an entry: the changes of status and payment, and the note. An entry without any of them shows the payment.
 */
export function formatHistory(entry: HistoryEntry, before: HistoryEntry | undefined, t: Text): string {
  const { status, payment_status: payment, note } = entry;
  const changes = [
    status !== before?.status && t(`status.${status}`),
    before !== undefined && payment !== before.payment_status && t(`payment.${payment}`),
    note,
  ].filter((part) => typeof part === 'string');
  return changes.length === 0 ? t(`payment.${payment}`) : changes.join('. ');
}

export function OrderHistory({ order }: { order: StaffOrderRecord }) {
  const t = useText();
  const lang = useLang();
  const { history, status } = order;
  const nextStatuses = status === 'canceled' ? [] : TIMELINE.slice(TIMELINE.indexOf(status) + 1);
  const entries = history.map((entry, index) => ({ entry, before: history[index - 1] })).toReversed();
  return (
    <section className="card" aria-labelledby="history">
      <h2 id="history">{t('order.history')}</h2>
      <ol className="timeline">
        {nextStatuses.length > 0 && (
          <li className="ahead">
            {t('order.ahead', { steps: nextStatuses.map((each) => t(`status.${each}`)).join(' · ') })}
          </li>
        )}
        {entries.map(({ entry, before }) => (
          <li key={`${entry.at} ${entry.status} ${entry.payment_status}`}>
            <b>{formatTime(entry.at, lang)}</b> {formatHistory(entry, before, t)}
            <div className="quiet small">
              {formatDay(entry.at, lang)} · {formatActor(entry.changed_by, t)}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
