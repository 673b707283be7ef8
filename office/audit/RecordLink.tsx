import { Link } from 'react-router';
import { findRecordPath } from './audit-text.ts';

/** Names the record of an audit entry, with a link to the record's page. */
export function RecordLink({ subject }: { subject: string }) {
  const path = findRecordPath(subject);
  if (path === null) return subject;
  return (
    <Link className="record" to={path}>
      {subject}
    </Link>
  );
}
