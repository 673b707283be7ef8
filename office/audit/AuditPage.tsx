/** Changes that staff made: who, when, and the values before and after. */
import { formatDateTime } from '@shop/core/dates';
import { useLang, useText } from '../i18n/text.ts';
import { ListPage } from '../ui/list/ListPage.tsx';
import { formatChange } from './audit-text.ts';
import { RecordLink } from './RecordLink.tsx';

export function AuditPage() {
  const t = useText();
  const lang = useLang();
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
          show: ({ subject }) => <RecordLink subject={subject} />,
        },
        {
          label: t('audit.change'),
          text: formatChange,
          show: (entry) => <span className="wrap">{formatChange(entry)}</span>,
        },
      ]}
      filters={[
        { kind: 'text', source: 'staff_email', label: t('audit.who') },
        { kind: 'text', source: 'subject', label: t('audit.record_hint') },
      ]}
    />
  );
}
