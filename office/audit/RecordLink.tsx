import { Link } from 'react-router';
import { useText } from '../i18n/text.ts';
import { findRecordPath, formatSubject } from './audit-text.ts';

/** The record of an entry in words, which leads to its page. */
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
