/** The search is a visible field (ux.md rule 4): a plain form, so that it works before any script does. */
import { EMPTY_LISTING, listingQuery } from '@shop/core/links/listing';
import { productsPath, ROUTES } from '@shop/core/links/paths';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { useGo } from '../links.tsx';
import { Icon } from '../ui/Icon.tsx';

const HINTS = ['layout.search_hint_1', 'layout.search_hint_2', 'layout.search_hint_3'] as const;

export function SearchField({ autoFocus = false }: { autoFocus?: boolean }) {
  const t = useT();
  const lang = useLang();
  const go = useGo();
  const { pathname, search } = useLocation();
  const asked = pathname === ROUTES.products ? (new URLSearchParams(search).get('keyword') ?? '') : '';
  const hint = HINTS[0];

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const keyword = String(new FormData(event.currentTarget).get('keyword') ?? '').trim();
    if (keyword !== '') go(productsPath(listingQuery({ ...EMPTY_LISTING, keyword })));
  };

  return (
    <search className="min-w-0 flex-1">
      {/* A new key when the address asks for something else, so that the field shows it. */}
      <form key={asked} action={productsPath()} onSubmit={submit} className="relative flex items-center">
        {lang !== 'en' && <input type="hidden" name="lang" value={lang} />}
        <Icon name="magnifying-glass" className="pointer-events-none absolute start-4 size-5 text-ink-2" />
        <SearchInput asked={asked} hint={t(hint)} autoFocus={autoFocus} />
      </form>
    </search>
  );
}

function SearchInput({ asked, hint, autoFocus }: { asked: string; hint: string; autoFocus: boolean }) {
  const t = useT();
  const [text, setText] = useState(asked);
  return (
    <>
      <input
        type="search"
        name="keyword"
        enterKeyHint="search"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: only where a field is all the page offers
        autoFocus={autoFocus}
        aria-label={t('layout.search_label')}
        placeholder={hint}
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-[46px] w-full rounded-pill border-[1.5px] border-edge bg-surface ps-11.5 pe-12 text-[1rem] placeholder:text-ink-3 lg:h-12 [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== '' && (
        <button
          type="reset"
          aria-label={t('layout.search_clear')}
          className="absolute end-1 grid size-11 place-items-center text-ink-2"
          onClick={(event) => {
            setText('');
            event.currentTarget.form?.querySelector('input')?.focus();
          }}
        >
          <Icon name="x" className="size-4" />
        </button>
      )}
    </>
  );
}
