/** This device's recent searches, newest first. */
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { dataKey } from '../../storage.ts';

/** The search field's limit. */
const MAX_LENGTH = 100;
const MAX_STORED = 10;

const stored = dataKey('recent_searches', 1, v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_LENGTH))));

/** Adds a search: newest first, once each, ignoring case. */
export function withSearch(stored: readonly string[], keyword: string): string[] {
  const text = keyword.trim().slice(0, MAX_LENGTH);
  return text === '' ? [...stored] : [text, ...withoutSearch(stored, text)].slice(0, MAX_STORED);
}

export const withoutSearch = (stored: readonly string[], keyword: string): string[] =>
  stored.filter((each) => each.toLowerCase() !== keyword.toLowerCase());

export const rememberSearch = (keyword: string): void => stored.write(withSearch(stored.read() ?? [], keyword));

export const removeSearch = (keyword: string): void => stored.write(withoutSearch(stored.read() ?? [], keyword));

export const clearSearches = (): void => stored.remove();

/** The recent searches, updated by other tabs. */
export function useRecentSearches(): readonly string[] {
  const [recent, setRecent] = useState(() => stored.read() ?? []);
  useEffect(() => {
    const stop = stored.subscribe(() => setRecent(stored.read() ?? []));
    return () => void stop();
  }, []);
  return recent;
}
