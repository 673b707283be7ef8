/** What staff changed: who, when, what it was before and after. */
import { formatDateTime } from '@shop/core/dates';
import type { RecordOf } from '../api/data-provider.ts';
import { useLang, useText } from '../i18n/text.ts';
import { OrderLink } from '../orders/OrderLink.tsx';
import { ListPage } from '../ui/list/ListPage.tsx';

/** Writes the values of one side of a change: `status: packed, reason: late`. */
function formatValues(values: unknown): string {
  if (typeof values !== 'object' || values === null)
    return values === null || values === undefined ? '' : String(values);
  return Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
}

const ORDER = /^order (\w+)$/;

export function AuditPage() {
  const t = useText();
  const lang = useLang();
  const change = ({ before, after }: RecordOf<'audit'>) =>
    [formatValues(before), formatValues(after)].filter((side) => side !== '').join(' → ');
  return (
    <ListPage
      resource="audit"
      title={t('menu.audit')}
      columns={[
        {
          label: t('audit.when'),
          text: ({ at }) => formatDateTime(at, lang),
          show: ({ at }) => <span className="quiet">{formatDateTime(at, lang)}</span>,
        },
        { label: t('audit.who'), text: ({ staff_email }) => staff_email, show: ({ staff_email }) => staff_email },
        {
          label: t('audit.what'),
          text: ({ action }) => action,
          show: ({ action }) => <code>{action.replace('staff.', '')}</code>,
        },
        {
          label: t('audit.record'),
          text: ({ subject }) => subject,
          show: ({ subject }) => {
            const number = ORDER.exec(subject)?.[1];
            return number === undefined ? subject : <OrderLink number={number} />;
          },
        },
        { label: t('audit.change'), text: change, show: (entry) => <span className="wrap">{change(entry)}</span> },
      ]}
      filters={[
        { kind: 'text', source: 'staff_email', label: t('audit.who') },
        { kind: 'text', source: 'subject', label: t('audit.record_hint') },
      ]}
    />
  );
}
