/**
 * The Categories button and its panel, from 1024 px on: roots, their children, and a link to each root's whole list.
 * Opens on a press, or when a mouse rests on the button, but not when a mouse only crosses it.
 */
import { categoriesPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { navCategoriesQuery } from '../../catalog/catalog-queries.ts';
import { lazyWithRetry } from '../../hydration/lazy.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons/Icon.tsx';

const loadPanel = () => import('./CategoriesPanel.tsx').then((file) => file.CategoriesPanel);
const CategoriesPanel = lazyWithRetry(loadPanel);

/** Delays in ms before the panel opens under a hovering mouse, and before it closes after the mouse has left. */
const OPENS_AFTER_MS = 200;
const CLOSES_AFTER_MS = 350;
/** A press this soon after the panel opened under the mouse means "open", not "close". */
const JUST_OPENED_MS = 600;

/** The open panel: when it opened, in ms, and whether it takes the focus, as after an arrow key; null while closed. */
type OpenMenu = { at: number; focus: boolean } | null;

export function CategoriesMenu() {
  const t = useT();
  const id = useId();
  const { data } = useQuery(navCategoriesQuery(useLang()));
  const [open, setOpen] = useState<OpenMenu>(null);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLAnchorElement>(null);
  const hoverTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the panel on each navigation
  useEffect(() => {
    clearTimeout(hoverTimer.current);
    setOpen(null);
  }, [key]);
  useEffect(() => () => clearTimeout(hoverTimer.current), []);
  const isOpen = open !== null;
  useEffect(() => {
    if (!isOpen) return;
    const closeOnOutsidePress = (event: PointerEvent) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) setOpen(null);
    };
    document.addEventListener('pointerdown', closeOnOutsidePress);
    return () => document.removeEventListener('pointerdown', closeOnOutsidePress);
  }, [isOpen]);

  const show = (focus = false) => setOpen({ at: Date.now(), focus });
  const schedule = (act: () => void, wait: number) => {
    clearTimeout(hoverTimer.current);
    hoverTimer.current = setTimeout(act, wait);
  };
  const press = () => {
    clearTimeout(hoverTimer.current);
    if (open === null) show();
    else if (Date.now() - open.at > JUST_OPENED_MS) setOpen(null);
  };
  // Leaves the panel open without the mouse if the focus is inside or the button was pressed.
  const closeUnlessUsed = () => setOpen((now) => (menu.current?.contains(document.activeElement) ? now : null));
  const closeOnBlur = (event: FocusEvent) => {
    if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) setOpen(null);
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || open === null) return;
    setOpen(null);
    button.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to events of the button and panel inside
    <div
      ref={menu}
      className="hidden lg:block"
      onBlur={closeOnBlur}
      onPointerEnter={(event) => {
        // Preloads the panel while the pointer moves to the button.
        void loadPanel();
        if (event.pointerType !== 'mouse') return;
        if (open === null) schedule(show, OPENS_AFTER_MS);
        else clearTimeout(hoverTimer.current);
      }}
      onPointerLeave={(event) => {
        if (event.pointerType === 'mouse') schedule(closeUnlessUsed, CLOSES_AFTER_MS);
      }}
      onKeyDown={closeOnEscape}
    >
      {/* A link to the categories page until the menu is hydrated. */}
      <LangLink
        ref={button}
        to={categoriesPath()}
        role="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className={classNames(buttonClass(), 'rounded-md')}
        onClick={(event) => {
          event.preventDefault();
          press();
        }}
        onKeyDown={(event) => {
          if (event.key !== ' ' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          if (event.key === ' ') press();
          else show(true);
        }}
      >
        <Icon name="list" className="size-5" />
        {t('layout.aisles')}
      </LangLink>
      {open !== null && data !== undefined && (
        <Suspense>
          <CategoriesPanel key={open.at} id={id} roots={data.data} takesFocus={open.focus} />
        </Suspense>
      )}
    </div>
  );
}
