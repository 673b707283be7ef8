/**
 * The search as a visible field (docs/ux.md#rule-4): a plain form, so that it works without scripts. Suggestions
 * (`catalog/search/SearchBox.tsx`) load on focus, in the header alone.
 */
import { EMPTY_LIST_STATE, formatListState } from '@shop/core/links/list-state';
import { productsPath, ROUTES } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import { settingsQuery } from '../../content/content-queries.ts';
import { lazyWithRetry } from '../../hydration/lazy.tsx';
import { LangField } from '../../i18n/LangField.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { useGo } from '../../links.tsx';
import { searchHint } from '../../storage.ts';
import { Icon } from '../../ui/icons/Icon.tsx';

const loadBox = () => import('../../catalog/search/SearchBox.tsx').then((file) => file.SearchBox);
const SearchBox = lazyWithRetry(loadBox);

const HINTS = ['layout.search_hint_1', 'layout.search_hint_2', 'layout.search_hint_3'] as const;

/**
 * Returns the field's placeholder (docs/ux.md#2.4: "placeholder rotates per session"). The hints mix English and
 * Chinese; a shop without Chinese has a plain one.
 */
function useSearchHint(): (typeof HINTS)[number] | 'layout.search_label' {
  const { data: settings } = useQuery(settingsQuery(useLang()));
  const [hint, setHint] = useState<(typeof HINTS)[number]>(HINTS[0]);
  useEffect(() => {
    const index = Number(searchHint.read() ?? Math.floor(Math.random() * HINTS.length));
    searchHint.write(String(index));
    setHint(HINTS[index] ?? HINTS[0]);
  }, []);
  return settings?.languages.includes('zh') === false ? 'layout.search_label' : hint;
}

/** Stores the field's text: the typed one, or that of the active suggestion. Each page starts with its own keyword. */
function useFieldText(page: string, keyword: string) {
  const [text, setText] = useState({ page, keyword, typedText: keyword, suggestedText: null as string | null });
  if (text.page !== page || text.keyword !== keyword)
    setText({ page, keyword, typedText: keyword, suggestedText: null });
  return {
    typedText: text.typedText,
    visibleText: text.suggestedText ?? text.typedText,
    setTypedText: (typedText: string) => setText({ page, keyword, typedText, suggestedText: null }),
    setSuggestedText: (suggestedText: string | null) => setText((before) => ({ ...before, suggestedText })),
  };
}

export function SearchField({ suggests = false }: { suggests?: boolean }) {
  const t = useT();
  const go = useGo();
  const { pathname, search } = useLocation();
  const keyword = pathname === ROUTES.products ? (new URLSearchParams(search).get('keyword') ?? '') : '';
  const { typedText, visibleText, setTypedText, setSuggestedText } = useFieldText(pathname, keyword);
  const hint = useSearchHint();
  const field = useRef<HTMLInputElement>(null);
  // Focus by keyboard loads the suggestions without opening them.
  const [usage, setUsage] = useState<'none' | 'focused' | 'opened'>('none');

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const keyword = visibleText.trim();
    if (keyword === '') return;
    // A search submitted before the suggestions have loaded must not open them. If they have just loaded, on phones
    // they push a history entry. That has to happen before this navigation, because a later entry would cancel it.
    flushSync(() => setUsage('focused'));
    void import('../../catalog/search/recent-searches.ts').then((file) => file.rememberSearch(keyword));
    // On phones the search has a history entry, which the results replace. The router may not have rendered that entry
    // yet.
    go(productsPath(formatListState({ ...EMPTY_LIST_STATE, keyword })), {
      replace: suggests && window.history.state?.usr?.overlay != null,
    });
  };

  return (
    <search className="relative flex min-w-0 flex-1 items-center gap-1">
      <form action={productsPath()} onSubmit={submit} className="relative flex min-w-0 flex-1 items-center">
        <LangField />
        <Icon name="magnifying-glass" className="pointer-events-none absolute start-4 size-5 text-ink-2" />
        <input
          ref={field}
          type="search"
          name="keyword"
          enterKeyHint="search"
          autoComplete="off"
          {...(suggests && { role: 'combobox', 'aria-expanded': false, 'aria-autocomplete': 'list' })}
          aria-label={t('layout.search_label')}
          placeholder={t(hint)}
          maxLength={100}
          value={visibleText}
          onFocus={() => setUsage((before) => (before === 'none' ? 'focused' : before))}
          onPointerEnter={suggests ? () => void loadBox() : undefined}
          onClick={() => setUsage('opened')}
          onChange={(event) => {
            setTypedText(event.target.value);
            setUsage('opened');
          }}
          className="h-11.5 w-full rounded-pill border-[1.5px] border-edge bg-surface ps-11.5 pe-12 text-[1rem] placeholder-shown:pe-3 placeholder-shown:text-[clamp(16px,4.4vw,1rem)] placeholder:text-ink-3 lg:h-12 [&::-webkit-search-cancel-button]:hidden"
        />
        {visibleText !== '' && (
          <button
            type="button"
            aria-label={t('layout.search_clear')}
            className="absolute end-1 grid size-11 place-items-center text-ink-2"
            onClick={() => {
              setTypedText('');
              field.current?.focus();
            }}
          >
            <Icon name="x" className="size-4" />
          </button>
        )}
      </form>
      {suggests && usage !== 'none' && (
        <Suspense>
          <SearchBox
            field={field}
            typedText={typedText}
            onType={setTypedText}
            fillField={setSuggestedText}
            opened={usage === 'opened'}
          />
        </Suspense>
      )}
    </search>
  );
}
