import { Button } from '@mui/material';
import type { AuditedKind } from '@shop/core/staff/audited-kinds';
import { Link } from 'react-router';
import { useText } from '../i18n/text.ts';
import { buildRecordAuditPath } from './audit-text.ts';

/** Button of a list's row that opens the changes of its record. */
export function ChangesButton({ kind, id, name }: { kind: AuditedKind; id: string; name: string }) {
  const t = useText();
  return (
    <Button
      size="small"
      variant="text"
      component={Link}
      to={buildRecordAuditPath(kind, id)}
      aria-label={t('audit.show_of', { name })}
    >
      {t('audit.show')}
    </Button>
  );
}
