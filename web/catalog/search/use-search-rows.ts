/** Requests suggestions once typing pauses. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useLang } from '../../i18n/MessagesProvider.tsx';
import { endpointQuery } from '../../query-client.ts';
import { navCategoriesQuery } from '../catalog-queries.ts';
import { useRecentSearches } from './recent-searches.ts';
import { MAX_ROWS, type ProductSuggestion, startingRows, suggestedRows, type TextRow } from './search-rows.ts';

const TYPING_PAUSE_MS = 150;

/** Returns the text after a pause; never while it is being composed. */
function useRested(text: string, composing: boolean): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    if (composing) return;
    const timer = setTimeout(() => setRested(text), text === '' ? 0 : TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, composing]);
  return rested;
}

export type SearchRows = {
  /** The text that the rows belong to. */
  typed: string;
  texts: readonly TextRow[];
  products: readonly ProductSuggestion[];
  /** False while newer rows are loading. */
  settled: boolean;
};

/** Answers are cached by text, so that a late one never appears below another text; old rows stay meanwhile. */
export function useSearchRows(text: string, composing: boolean, open: boolean, phone: boolean): SearchRows {
  const lang = useLang();
  const typed = useRested(text.trim(), composing);
  const recent = useRecentSearches();
  const { data: aisles } = useQuery(navCategoriesQuery(lang));
  const { data, isPlaceholderData, isFetching } = useQuery({
    ...endpointQuery('catalog.suggestions', lang, { query: { keyword: typed } }),
    enabled: open && typed !== '',
    placeholderData: keepPreviousData,
  });
  const most = phone ? MAX_ROWS.phone : MAX_ROWS.desktop;
  return useMemo(() => {
    const starting = { texts: startingRows(recent, aisles?.data ?? [], most), products: [] };
    const rows = typed === '' || data === undefined ? starting : suggestedRows(typed, data, recent, most);
    const settled = typed === text.trim() && !isPlaceholderData && !(isFetching && data === undefined);
    // Before the first answer the rows of the empty field stay, without highlights.
    return { ...rows, typed: data === undefined ? '' : typed, settled };
  }, [typed, text, data, isPlaceholderData, isFetching, recent, aisles, most]);
}
