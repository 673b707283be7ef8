import type { RecordOf } from '../api/data-provider.ts';

/** Formats the values before or after a change: `status: packed, reason: late`. */
function formatValues(values: unknown): string {
  if (typeof values !== 'object' || values === null)
    return values === null || values === undefined ? '' : String(values);
  return Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
}

/** Formats a change as its values before and after. */
export const formatChange = ({ before, after }: Pick<RecordOf<'audit'>, 'before' | 'after'>): string =>
  [formatValues(before), formatValues(after)].filter((side) => side !== '').join(' → ');

const ORDER = /(?:^| )order (\S+)$/;
const RECORD = /^(customer|run|product|staff|campaign) (.+)$/;

/** Returns the path of the page of a record that the audit names; null if it has none. */
export function findRecordPath(subject: string): string | null {
  const number = ORDER.exec(subject)?.[1];
  if (number !== undefined) return `/orders/${number}`;
  const [, kind, id = ''] = RECORD.exec(subject) ?? [];
  if (kind === undefined) return null;
  if (kind === 'customer') return `/customers/${id}`;
  if (kind === 'run') return `/delivery/runs/${id}`;
  return recordAuditPath(kind, id);
}

/** Returns the path of the changes of a record that has no page of its own. */
export const recordAuditPath = (kind: string, id: string): string => `/audit/${kind}/${encodeURIComponent(id)}`;
