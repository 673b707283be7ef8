/**
 * Describes the changes that applying a folder makes: "delivery: methods, standard, fees, peninsular, fee: RM8.00 →
 * RM7.00".
 */
import { formatMoney } from '@shop/core/money';
import { Scalar } from 'yaml';
import { type Document, isDocument, type YamlValue } from '../field-tables/documents.ts';
import type { ListPart } from '../field-tables/list-part.ts';
import type { Documents } from './documents/build-documents.ts';
import { findWholeList, PARTS, type Part, pickLists } from './shop-setup.ts';

/** Characters of a value that a line shows. */
const MAX_SHOWN = 60;

function formatShown(value: YamlValue): string {
  if (value instanceof Scalar) return formatMoney(Math.round(value.value * 100));
  if (typeof value === 'string') {
    const line = value.replace(/\s+/g, ' ');
    return line.length > MAX_SHOWN ? `"${line.slice(0, MAX_SHOWN)}…"` : `"${line}"`;
  }
  if (value === null || value === undefined) return 'nothing';
  if (isDocument(value) && Object.values(value).every((each) => !isDocument(each) && !Array.isArray(each))) {
    return Object.entries(value)
      .map(([key, each]) => `${key} ${formatShown(each)}`)
      .join(', ');
  }
  return typeof value === 'object' ? JSON.stringify(toPlainValue(value)).slice(0, MAX_SHOWN) : String(value);
}

/** Converts a YAML value to its plain value. */
function toPlainValue(value: YamlValue): unknown {
  if (value instanceof Scalar) return value.value;
  if (Array.isArray(value)) return value.map(toPlainValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toPlainValue(each as YamlValue)]));
}

const isEqual = (one: YamlValue, other: YamlValue): boolean =>
  JSON.stringify(toPlainValue(one)) === JSON.stringify(toPlainValue(other));

/** Number of characters shown before the first difference of two long texts. */
const CONTEXT_LENGTH = 20;

/** Shows two texts from shortly before their first difference. */
function formatFromDifference(before: string, after: string): string {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const from = Math.max(0, same - CONTEXT_LENGTH);
  const part = (text: string) => formatShown(`${from > 0 ? '…' : ''}${text.slice(from)}`);
  return `${part(before)} → ${part(after)}`;
}

function compareLists(before: readonly YamlValue[], after: readonly YamlValue[], where: string): string[] {
  const all = (list: readonly YamlValue[]) => new Map(list.map((each) => [JSON.stringify(toPlainValue(each)), each]));
  const [old, now] = [all(before), all(after)];
  const added = [...now].filter(([key]) => !old.has(key)).map(([, each]) => each);
  const removed = [...old].filter(([key]) => !now.has(key)).map(([, each]) => each);
  if (added.length === 0 && removed.length === 0) return [`${where}: another order`];
  return [
    ...added.map((each) => `${where}: ${formatShown(each)} added`),
    ...removed.map((each) => `${where}: ${formatShown(each)} removed`),
  ];
}

function compareValues(before: YamlValue, after: YamlValue, where: string): string[] {
  if (isEqual(before, after)) return [];
  if (isDocument(before) && isDocument(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => compareValues(before[key], after[key], `${where} ${key}`));
  }
  const isNumbers = (value: YamlValue) => Array.isArray(value) && value.every((each) => typeof each === 'number');
  if (Array.isArray(before) && Array.isArray(after) && !(isNumbers(before) && isNumbers(after))) {
    return compareLists(before, after, where);
  }
  if (typeof before === 'string' && typeof after === 'string' && before.length + after.length > MAX_SHOWN) {
    return [`${where}: ${formatFromDifference(before, after)}`];
  }
  return [`${where}: ${formatShown(before)} → ${formatShown(after)}`];
}

type DocumentComparison = { before: Document; after: Document; prune: boolean };

/** Compares entries by name: those that are new, that changed, and that `prune` removes. */
function compareEntries(list: ListPart, where: string, { before, after, prune }: DocumentComparison): string[] {
  const changed = Object.entries(after).flatMap(([key, value]) =>
    before[key] === undefined ? [`${where}: ${key} added`] : compareValues(before[key], value, `${where}: ${key}`),
  );
  const lost = Object.keys(before).filter((key) => after[key] === undefined);
  const order = (entries: Document, other: Document) => Object.keys(entries).filter((key) => other[key] !== undefined);
  // Shoppers see the order of a list with positions, unless a field of the entries decides it.
  const isOrdered = list.position !== undefined && list.sort === undefined;
  const isMoved = isOrdered && order(before, after).join(' ') !== order(after, before).join(' ');
  return [
    ...changed,
    ...(isMoved ? [`${where}: another order`] : []),
    ...(prune || list.whole ? lost.map((key) => `${where}: ${key} removed`) : []),
  ];
}

function comparePart(part: Part, { before, after, prune }: DocumentComparison): string[] {
  const whole = findWholeList(part);
  if (whole !== null) return compareEntries(whole, part.name, { before, after, prune });
  const lists = pickLists(part).filter(({ key }) => key !== null);
  const others = Object.keys({ ...before, ...after }).filter((key) => lists.every(({ name }) => name !== key));
  return [
    ...lists.flatMap((list) => {
      const [old, now] = [before, after].map((document) => (document[list.name] ?? {}) as Document);
      const entries = { before: old ?? {}, after: now ?? {}, prune };
      return compareEntries(list, `${part.name}: ${list.name.slice(0, -1)}`, entries);
    }),
    ...others.flatMap((key) => compareValues(before[key], after[key], `${part.name}: ${key}`)),
  ];
}

/**
 * Lists the changes in words. Entries that only the shop has are changes only with `prune`, or if the list is whole.
 */
export const describeDifferences = (before: Documents, after: Documents, { prune }: { prune: boolean }): string[] =>
  PARTS.flatMap((part) => comparePart(part, { before: before[part.name], after: after[part.name], prune }));
