import { Button } from '@mui/material';
import { formatTime } from '@shop/core/dates';
import { useState } from 'react';
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { currentSession } from '../api/session.ts';
import { useLang, useText } from '../i18n/text.ts';
import { formatHistory } from './OrderHistory.tsx';

/** Shows changes by others since this person opened the order, until they are dismissed. */
export function ChangedNotice({ order: { history } }: { order: StaffOrderRecord }) {
  const t = useText();
  const lang = useLang();
  const [seenEntries, setSeenEntries] = useState(history.length);
  const ownEmail = currentSession()?.staff.email;
  const news = history
    .map((entry, index) => ({ entry, before: history[index - 1] }))
    .slice(seenEntries)
    .filter(({ entry }) => !entry.changed_by.includes(ownEmail ?? ' '));
  if (news.length === 0) return null;
  return (
    <div className="notice" role="status">
      <div className="grow">
        <b>{t('order.changed')}</b>
        <ul className="news">
          {news.map(({ entry, before }) => (
            <li key={`${entry.at} ${entry.status} ${entry.payment_status}`}>
              {t('order.changed_by', {
                when: formatTime(entry.at, lang),
                who: entry.changed_by,
                what: formatHistory(entry, before, t),
              })}
            </li>
          ))}
        </ul>
      </div>
      <Button color="secondary" onClick={() => setSeenEntries(history.length)}>
        {t('order.seen')}
      </Button>
    </div>
  );
}
