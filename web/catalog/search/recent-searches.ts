/** This device's recent searches, newest first. */
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { dataKey } from '../../storage.ts';

/** The search field's limit, in characters. */
const MAX_SEARCH_LENGTH = 100;
const MAX_STORED_SEARCHES = 10;

const storedSearches = dataKey(
  'recent_searches',
  1,
  v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_SEARCH_LENGTH))),
);

/** Adds a search: newest first, once each, ignoring case. */
export function withSearch(stored: readonly string[], keyword: string): string[] {
  const text = keyword.trim().slice(0, MAX_SEARCH_LENGTH);
  return text === '' ? [...stored] : [text, ...withoutSearch(stored, text)].slice(0, MAX_STORED_SEARCHES);
}

export const withoutSearch = (stored: readonly string[], keyword: string): string[] =>
  stored.filter((each) => each.toLowerCase() !== keyword.toLowerCase());

export const rememberSearch = (keyword: string): void =>
  storedSearches.write(withSearch(storedSearches.read() ?? [], keyword));

export const removeSearch = (keyword: string): void =>
  storedSearches.write(withoutSearch(storedSearches.read() ?? [], keyword));

export const clearSearches = (): void => storedSearches.remove();

/** Returns the recent searches, with changes by this tab and others. */
export function useRecentSearches(): readonly string[] {
  const [recent, setRecent] = useState(() => storedSearches.read() ?? []);
  useEffect(() => {
    const stop = storedSearches.subscribe(() => setRecent(storedSearches.read() ?? []));
    return () => void stop();
  }, []);
  return recent;
}
