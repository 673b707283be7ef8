/** The changes of one record by staff, at the end of the record's page: who, when, and the values before and after. */
import { Button } from '@mui/material';
import { formatDateTime } from '@shop/core/dates';
import type { AuditedKind } from '@shop/core/staff/audited-kinds';
import { useGetList } from 'ra-core';
import { useState } from 'react';
import type { RecordOf } from '../api/data-provider.ts';
import { useLang, useText } from '../i18n/text.ts';
import { formatError } from '../ui/format-error.ts';
import { formatAction } from './audit-text.ts';
import { ChangedFields } from './ChangedFields.tsx';

/** Number of entries shown at first, and added by each press of the button. */
const FIRST_ENTRIES = 5;
const MORE_ENTRIES = 20;
/** Maximum number of entries that the API lists at once. */
const MAX_ENTRIES = 100;

export function RecordAudit({ kind, id }: { kind: AuditedKind; id: string }) {
  const t = useText();
  const lang = useLang();
  const [count, setCount] = useState(FIRST_ENTRIES);
  const { data, total, error } = useGetList<RecordOf<'audit'>>('recordAudit', {
    filter: { kind, id },
    pagination: { page: 1, perPage: count },
  });
  return (
    <section className="card" aria-labelledby="audit">
      <h2 id="audit">{t('audit.title')}</h2>
      {error !== null && <p role="alert">{formatError(error, t)}</p>}
      {data?.length === 0 && <p className="quiet">{t('audit.none')}</p>}
      {data?.map((entry) => (
        <div className="row" key={entry.id}>
          <div className="grow">
            <b>{formatAction(entry.action, t)}</b>
            <ChangedFields entry={entry} />
            <div className="quiet small wrap">
              {formatDateTime(entry.at, lang)} · {entry.staff_email}
            </div>
          </div>
        </div>
      ))}
      {total !== undefined && total > count && count < MAX_ENTRIES && (
        <Button color="secondary" onClick={() => setCount(Math.min(MAX_ENTRIES, count + MORE_ENTRIES))}>
          {t('audit.more', { count: total - count })}
        </Button>
      )}
    </section>
  );
}
