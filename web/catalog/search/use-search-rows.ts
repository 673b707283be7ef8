/** Requests suggestions once typing pauses, and builds the rows below the search field. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { endpointQuery } from '../../api/query-client.ts';
import { useLang } from '../../i18n/MessagesProvider.tsx';
import { navCategoriesQuery } from '../catalog-queries.ts';
import { useRecentSearches } from './recent-searches.ts';
import {
  buildStartingRows,
  buildSuggestedRows,
  listPopularTerms,
  MAX_ROWS,
  type ProductSuggestion,
  type TextRow,
} from './search-rows.ts';

const TYPING_PAUSE_MS = 150;

/** Number of popular products whose categories are suggested. */
const POPULAR_PRODUCTS_LIMIT = '12';

/** Returns the text after a typing pause; never while an input method composes it. */
function useDebounced(text: string, isComposing: boolean): string {
  const [debouncedText, setDebouncedText] = useState(text);
  useEffect(() => {
    if (isComposing) return;
    const timer = setTimeout(() => setDebouncedText(text), text === '' ? 0 : TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, isComposing]);
  return debouncedText;
}

export type SearchRows = {
  /** The text that the rows belong to. */
  typedText: string;
  texts: readonly TextRow[];
  products: readonly ProductSuggestion[];
  /** False while newer rows are loading. */
  isSettled: boolean;
};

/**
 * Returns the rows for a typed text. The cache has responses by text, so that a late one never appears below another
 * text; the previous rows stay until the response arrives.
 */
export function useSearchRows(text: string, isComposing: boolean, open: boolean, phone: boolean): SearchRows {
  const lang = useLang();
  const typedText = useDebounced(text.trim(), isComposing);
  const recent = useRecentSearches();
  const { data: categories } = useQuery(navCategoriesQuery(lang));
  const popular = useQuery({
    ...endpointQuery('catalog.popular', lang, { query: { limit: POPULAR_PRODUCTS_LIMIT } }),
    enabled: open,
  });
  // The rows below recent searches wait for the popular terms, so that none moves under a finger.
  const isWaiting = popular.isLoading;
  const { data, isPlaceholderData, isFetching } = useQuery({
    ...endpointQuery('catalog.suggestions', lang, { query: { keyword: typedText } }),
    enabled: open && typedText !== '',
    placeholderData: keepPreviousData,
  });
  const maxRows = phone ? MAX_ROWS.phone : MAX_ROWS.desktop;
  return useMemo(() => {
    const roots = categories?.data ?? [];
    const startingRows = {
      texts: isWaiting
        ? buildStartingRows(recent, [], [])
        : buildStartingRows(recent, listPopularTerms(popular.data?.data ?? [], roots), roots),
      products: [],
    };
    const rows =
      typedText === '' || data === undefined ? startingRows : buildSuggestedRows(typedText, data, recent, maxRows);
    const isSettled = typedText === text.trim() && !isPlaceholderData && !(isFetching && data === undefined);
    // Until the first response, the rows of an empty field are shown, without highlights.
    return { ...rows, typedText: data === undefined ? '' : typedText, isSettled };
  }, [typedText, text, data, isPlaceholderData, isFetching, recent, categories, popular.data, isWaiting, maxRows]);
}
