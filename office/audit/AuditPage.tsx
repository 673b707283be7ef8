/** Changes that staff made: who, when, and the values before and after. */
import { formatDateTime } from '@shop/core/dates';
import { AUDITED_ACTIONS } from '@shop/core/staff/audited-changes';
import { useMemo } from 'react';
import { useLang, useText } from '../i18n/text.ts';
import { ListPage } from '../ui/list/ListPage.tsx';
import { formatAction, formatChange, formatSubject } from './audit-text.ts';
import { ChangedFields } from './ChangedFields.tsx';
import { RecordLink } from './RecordLink.tsx';

export function AuditPage() {
  const t = useText();
  const lang = useLang();
  const actions = useMemo(() => {
    const choices = AUDITED_ACTIONS.map((action) => ({ value: action, label: formatAction(action, t) }));
    return choices.sort((a, b) => a.label.localeCompare(b.label, lang));
  }, [t, lang]);
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
          text: ({ action }) => formatAction(action, t),
          show: ({ action }) => <b>{formatAction(action, t)}</b>,
        },
        {
          label: t('audit.record'),
          text: ({ subject }) => formatSubject(subject, t),
          show: ({ subject }) => <RecordLink subject={subject} />,
        },
        {
          label: t('audit.change'),
          text: (entry) => formatChange(entry, t, lang),
          show: (entry) => <ChangedFields entry={entry} />,
        },
      ]}
      filters={[
        { kind: 'choice', source: 'action', label: t('audit.action'), choices: actions },
        { kind: 'text', source: 'staff_email', label: t('audit.who') },
        { kind: 'text', source: 'subject', label: t('audit.record_hint') },
      ]}
    />
  );
}
