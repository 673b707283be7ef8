/** The rows below the search field for what stands in it, asked for once the typing rests. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useLang } from '../../i18n/MessagesProvider.tsx';
import { endpointQuery } from '../../query-client.ts';
import { navCategoriesQuery } from '../catalog-queries.ts';
import { useRecentSearches } from './recent-searches.ts';
import { MAX_ROWS, type ProductSuggestion, startingRows, suggestedRows, type TextRow } from './search-rows.ts';

const TYPING_PAUSE_MS = 150;

/** The text once it has rested; while a Chinese word is being composed it never does. */
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
  /** What the rows were suggested for. */
  typed: string;
  texts: readonly TextRow[];
  products: readonly ProductSuggestion[];
  /** False while newer rows are on their way. */
  settled: boolean;
};

/** An answer is kept under what was asked, so that a late one never stands below another word; old rows stay meanwhile. */
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
    // Before the first answer the rows of the empty field stay, unmarked.
    return { ...rows, typed: data === undefined ? '' : typed, settled };
  }, [typed, text, data, isPlaceholderData, isFetching, recent, aisles, most]);
}
