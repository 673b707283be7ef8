/** The audit in words: actions, records, and the fields of a change before and after. */
import { formatDateTime } from '@shop/core/dates';
import type { Lang } from '@shop/core/lang';
import { AUDITED_CHANGES, type AuditedAction, type AuditedFormat } from '@shop/core/staff/audited-changes';
import { AUDITED_KINDS } from '@shop/core/staff/audited-kinds';
import type { RecordOf } from '../api/data-provider.ts';
import { auditEn } from '../i18n/audit-en.ts';
import type { Text } from '../i18n/text.ts';
import { AUDITED_FORMATS } from './audited-values.ts';

type AuditedChange = Pick<RecordOf<'audit'>, 'action' | 'before' | 'after'>;
type Values = Readonly<Record<string, unknown>>;

/** A field of a change in words. `from` is null where only one value was recorded, or both are equal. */
export type FieldChange = { name: string; label: string; from: string | null; to: string };

const isAction = (action: string): action is AuditedAction => Object.hasOwn(AUDITED_CHANGES, action);
const replaceUnderscores = (name: string): string => name.replaceAll('_', ' ');

/** Formats an action: `Set the stock`. An action of another version of the shop appears by its name. */
export const formatAction = (action: string, t: Text): string =>
  isAction(action) ? t(action) : replaceUnderscores(action.replace('staff.', ''));

type FieldKey = Extract<keyof typeof auditEn, `field.${string}`>;
const isFieldKey = (key: string): key is FieldKey => Object.hasOwn(auditEn, key);

/** Splits a recorded name, such as `sale 12 2026-12-01T…`, into its field and the option, group or start of a price. */
function splitName(name: string): [field: string, details: string[]] {
  const [field = '', ...details] = name.split(' ');
  return [field, details];
}

function formatLabel(name: string, t: Text, lang: Lang): string {
  const [field, details] = splitName(name);
  const key = `field.${field}`;
  if (!isFieldKey(key)) return replaceUnderscores(name);
  return details.reduce((label, detail) => {
    if (field === 'group') return `${label} ${detail}`;
    if (/^\d+$/.test(detail)) return t('audit.price_of_option', { label, option: detail });
    return t('audit.price_from', { label, time: formatDateTime(new Date(detail), lang) });
  }, t(key));
}

const toValues = (side: unknown): Values | null =>
  typeof side === 'object' && side !== null ? Object.fromEntries(Object.entries(side)) : null;

/** Lists the recorded fields of a change in words, without the ids of rows. */
export function describeChange({ action, before, after }: AuditedChange, t: Text, lang: Lang): FieldChange[] {
  const formats: Readonly<Record<string, AuditedFormat>> = isAction(action) ? AUDITED_CHANGES[action] : {};
  const [formerValues, newValues] = [toValues(before) ?? {}, toValues(after) ?? {}];
  const format = (name: string, value: unknown): string =>
    value === null ? t('audit.nothing') : AUDITED_FORMATS[formats[splitName(name)[0]] ?? 'text'](value, t, lang);
  // PostgreSQL orders the fields of a JSON value by the length of their names.
  const order = Object.keys(formats);
  const placeOf = (name: string) => {
    const place = order.indexOf(splitName(name)[0]);
    return place < 0 ? order.length : place;
  };
  const names = [...new Set([...Object.keys(formerValues), ...Object.keys(newValues)])].sort(
    (a, b) => placeOf(a) - placeOf(b),
  );
  return names.flatMap((name): FieldChange[] => {
    const [former, value] = [formerValues[name], newValues[name]];
    if (formats[name] === 'id' || ((former ?? null) === null && (value ?? null) === null)) return [];
    const label = formatLabel(name, t, lang);
    const sides = [former, value].filter((side) => side !== undefined).map((side) => format(name, side));
    const [first = '', second = first] = sides;
    return [{ name, label, from: first === second ? null : first, to: second }];
  });
}

/** Formats a change in one line: `Stock: 12 → 10; Reason: Counted`. */
export const formatChange = (change: AuditedChange, t: Text, lang: Lang): string =>
  describeChange(change, t, lang)
    .map(({ label, from, to }) => t('audit.entry', { label, value: from === null ? to : `${from} → ${to}` }))
    .join('; ');

const ORDER_SUBJECT = /(?:^| )order (\S+)$/;
const REFUND_SUBJECT = /^refund of (.+), order (\S+)$/;
const SETTLEMENT_SUBJECT = /^settlement (\S+) to (\S+)$/;
const RECORD_SUBJECT = /^(customer|run|product|staff|campaign) (.+)$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Shortens a UUID to its end, which is enough to tell records apart. */
export const shortenId = (id: string): string => (UUID.test(id) ? `…${id.slice(-6)}` : id);

/** Formats the record of an entry: `Order DEM0M001`. */
export function formatSubject(subject: string, t: Text): string {
  const [, reference = '', number = ''] = REFUND_SUBJECT.exec(subject) ?? [];
  if (reference === 'cash') return t('audit.cash_refund_record', { number });
  if (reference !== '') return t('audit.refund_record', { reference, number });
  const [, from = '', to = ''] = SETTLEMENT_SUBJECT.exec(subject) ?? [];
  if (from !== '') return t('audit.settlement', { from, to });
  const [, name = '', id = ''] = /^(\S+) (.+)$/.exec(subject) ?? [];
  const kind = AUDITED_KINDS.find((each) => each === name);
  if (kind !== undefined) return `${t(`audit.kind_${kind}`)} ${shortenId(id)}`;
  if (name === 'till_key') return `${t('audit.kind_till_key')} ${id}`;
  if (name === 'payment') return `${t('audit.kind_payment')} ${id}`;
  return subject;
}

/** Returns the path of the page of a record that the audit names; null if it has none. */
export function findRecordPath(subject: string): string | null {
  const number = ORDER_SUBJECT.exec(subject)?.[1];
  if (number !== undefined) return `/orders/${number}`;
  const [, kind, id = ''] = RECORD_SUBJECT.exec(subject) ?? [];
  if (kind === undefined) return null;
  if (kind === 'customer') return `/customers/${id}`;
  if (kind === 'run') return `/delivery/runs/${id}`;
  return buildRecordAuditPath(kind, id);
}

/** Returns the path of the changes of a record that has no page of its own. */
export const buildRecordAuditPath = (kind: string, id: string): string => `/audit/${kind}/${encodeURIComponent(id)}`;
