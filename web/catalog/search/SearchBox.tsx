/**
 * Makes the search field a combobox (WAI-ARIA APG "Combobox Pattern", list popup): the focus stays in the field, arrows
 * move through the list and fill the field, Enter opens the row or searches, Escape closes, then clears. Options may
 * contain no buttons, so a row's buttons (add, remove) stand in a layer over the same rows; Tab leads from the active
 * row to them.
 */
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { useLayout } from '../../layout/layout-store.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { OverlayContext } from '../../ui/overlay/overlay-context.ts';
import { useBackCloses } from '../../ui/overlay/use-back-closes.ts';
import { SearchSuggestions } from './SearchSuggestions.tsx';
import { formatRowText } from './search-rows.ts';
import { useSearchRows } from './use-search-rows.ts';

type SearchBoxProps = {
  field: RefObject<HTMLInputElement | null>;
  typedText: string;
  onType: (text: string) => void;
  /** Shows another text in the field; null shows the typed one again. */
  fillField: (text: string | null) => void;
  /** Whether the field was opened before this chunk had loaded. */
  opened: boolean;
};

/** Below 1024 px the search takes the whole screen. */
const isPhone = () => window.matchMedia('(width < 64rem)').matches;

/** Returns whether an input method, such as one for Chinese, is composing a text. */
function useComposing(field: RefObject<HTMLInputElement | null>): boolean {
  const [isComposing, setComposing] = useState(false);
  useEffect(() => {
    const input = field.current;
    if (input === null) return;
    const startComposing = () => setComposing(true);
    const endComposing = () => setComposing(false);
    input.addEventListener('compositionstart', startComposing);
    input.addEventListener('compositionend', endComposing);
    return () => {
      input.removeEventListener('compositionstart', startComposing);
      input.removeEventListener('compositionend', endComposing);
    };
  }, [field]);
  return isComposing;
}

/** Safari ends a composition before its last keydown event, which only the key code reveals. */
const isComposingKey = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229;

export function SearchBox({ field, typedText, onType, fillField, opened }: SearchBoxProps) {
  const t = useT();
  const id = useId();
  const [phone, setPhone] = useState(isPhone);
  const [open, setOpen] = useState(opened);
  const [active, setActive] = useState(-1);
  const isComposing = useComposing(field);
  const rows = useSearchRows(typedText, isComposing, open, phone);
  const allRows = [...rows.texts, ...rows.products];
  const isShown = open && (phone || allRows.length > 0);
  const optionId = (index: number) => `${id}-option-${index}`;
  const actionId = (index: number) => `${id}-action-${index}`;

  const show = useCallback(() => {
    setPhone(isPhone());
    setOpen(true);
  }, []);
  const close = useCallback(() => {
    setOpen(false);
    setActive(-1);
    fillField(null);
    if (isPhone()) field.current?.blur();
  }, [field, fillField]);
  useBackCloses(open && phone, close);

  // Closes the suggestions on every navigation.
  const { pathname, search } = useLocation();
  const shownPage = useRef(pathname + search);
  useEffect(() => {
    if (shownPage.current === pathname + search) return;
    shownPage.current = pathname + search;
    close();
  }, [pathname, search, close]);

  // No row is active in a new list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each list, by its text
  useEffect(() => setActive(-1), [rows.typedText, typedText]);

  const { set: setToggle } = useLayout.getState();
  useEffect(() => {
    setToggle('mobileSearch', open && phone);
  }, [open, phone, setToggle]);

  const activate = (index: number) => {
    setActive(index);
    const row = allRows[index];
    fillField(row === undefined ? null : formatRowText(row));
  };

  const onKey = (event: KeyboardEvent) => {
    if (isComposingKey(event)) {
      // Otherwise the Enter that ends a composition would search.
      if (event.key === 'Enter') event.preventDefault();
      return;
    }
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        event.preventDefault();
        if (!isShown) return show();
        // The position before the first row is the field itself.
        const places = allRows.length + 1;
        const step = event.key === 'ArrowDown' ? 1 : -1;
        return activate(((active + 1 + step + places) % places) - 1);
      }
      case 'Enter': {
        if (active < 0) {
          setOpen(phone);
          return;
        }
        event.preventDefault();
        return document.getElementById(optionId(active))?.click();
      }
      case 'Escape':
        event.preventDefault();
        if (open) return close();
        return onType('');
      case 'Tab': {
        const action = event.shiftKey ? null : document.getElementById(actionId(active))?.querySelector('button, a');
        if (action instanceof HTMLElement) {
          event.preventDefault();
          return action.focus();
        }
        // Closes before the browser moves the focus to the next tab stop.
        return flushSync(close);
      }
    }
  };
  const keyHandler = useRef(onKey);
  keyHandler.current = onKey;

  useEffect(() => {
    const input = field.current;
    const searchElement = input?.closest('search');
    if (input == null || searchElement == null) return;
    const onKeydown = (event: KeyboardEvent) => keyHandler.current(event);
    const closeOnLeave = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && !searchElement.contains(event.relatedTarget)) close();
    };
    input.addEventListener('keydown', onKeydown);
    // Not on pointerdown: the field moves to the top, and the finger would land on a suggestion.
    input.addEventListener('click', show);
    input.addEventListener('input', show);
    searchElement.addEventListener('focusout', closeOnLeave);
    return () => {
      input.removeEventListener('keydown', onKeydown);
      input.removeEventListener('click', show);
      input.removeEventListener('input', show);
      searchElement.removeEventListener('focusout', closeOnLeave);
    };
  }, [field, show, close]);

  // The field is part of the first load and has no combobox attributes: sets them here.
  useEffect(() => {
    const input = field.current;
    input?.setAttribute('aria-expanded', String(isShown));
    input?.setAttribute('aria-haspopup', 'listbox');
    if (isShown) input?.setAttribute('aria-controls', `${id}-list`);
    else input?.removeAttribute('aria-controls');
    if (isShown && active >= 0) input?.setAttribute('aria-activedescendant', `${id}-option-${active}`);
    else input?.removeAttribute('aria-activedescendant');
  }, [field, isShown, active, id]);

  return (
    <>
      {open && phone && (
        <IconButton
          icon="arrow-left"
          label={t('search.back')}
          directional
          className="order-first -ms-2"
          onClick={close}
        />
      )}
      <p role="status" className="sr-only">
        {open &&
          rows.isSettled &&
          (allRows.length === 0 ? t('search.none') : t('search.count', { count: allRows.length }))}
      </p>
      {isShown &&
        !phone &&
        createPortal(<div className="fixed inset-0 z-[19] bg-[#2b1d1466]" onPointerDown={close} />, document.body)}
      {isShown && (
        <OverlayContext value={phone}>
          <SearchSuggestions
            id={id}
            phone={phone}
            rows={rows}
            active={active}
            optionId={optionId}
            actionId={actionId}
            onFollow={() => {
              // On a phone the link replaces the panel's history entry, which closes it.
              if (!phone) close();
              else field.current?.blur();
            }}
            onEscape={() => {
              field.current?.focus();
              close();
            }}
            backToField={() => field.current?.focus()}
          />
        </OverlayContext>
      )}
    </>
  );
}
