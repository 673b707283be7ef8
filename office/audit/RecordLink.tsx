import { Link } from 'react-router';
import { useText } from '../i18n/text.ts';
import { findRecordPath, formatSubject } from './audit-text.ts';

/** Names the record of an audit entry, with a link to the record's page. */
export function RecordLink({ subject }: { subject: string }) {
  const t = useText();
  const path = findRecordPath(subject);
  const name = formatSubject(subject, t);
  if (path === null) return name;
  return (
    <Link className="record" to={path}>
      {name}
    </Link>
  );
}
