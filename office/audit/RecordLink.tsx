import { Link } from 'react-router';
import { findRecordPath } from './audit-text.ts';

/** The record of an entry, which leads to its page. */
export function RecordLink({ subject }: { subject: string }) {
  const path = findRecordPath(subject);
  if (path === null) return subject;
  return (
    <Link className="record" to={path}>
      {subject}
    </Link>
  );
}
