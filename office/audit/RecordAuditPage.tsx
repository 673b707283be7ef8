import { AUDITED_KINDS } from '@shop/core/staff/audited-kinds';
import { useParams } from 'react-router';
import { useText } from '../i18n/text.ts';
import { Page } from '../ui/Page.tsx';
import { shortenId } from './audit-text.ts';
import { RecordAudit } from './RecordAudit.tsx';

/** The changes of a record that has no page of its own, such as an account, a product or a campaign. */
export function RecordAuditPage() {
  const t = useText();
  const { kind: name = '', id = '' } = useParams();
  const kind = AUDITED_KINDS.find((each) => each === name);
  return (
    <Page
      title={kind === undefined ? name : t('audit.record_title', { kind: t(`audit.kind_${kind}`), id: shortenId(id) })}
    >
      {kind === undefined ? <p>{t('audit.none')}</p> : <RecordAudit kind={kind} id={id} />}
    </Page>
  );
}
