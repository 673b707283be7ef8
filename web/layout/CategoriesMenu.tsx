/** The Categories button and its panel, from 1024 px on: roots, their aisles, and a way to each root's whole list. */
import { categoriesPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { navCategoriesQuery } from '../catalog/catalog-queries.ts';
import { late } from '../deferred.tsx';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { LangLink } from '../links.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';

const loadPanel = () => import('./CategoriesPanel.tsx');
const CategoriesPanel = late(() => loadPanel().then((file) => file.CategoriesPanel));

export function CategoriesMenu() {
  const t = useT();
  const { data } = useQuery(navCategoriesQuery(useLang()));
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLAnchorElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new page closes the panel
  useEffect(() => setOpen(false), [key]);
  useEffect(() => {
    if (!open) return;
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  const left = (event: FocusEvent) => {
    if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what happens to the button and panel inside
    <div
      ref={menu}
      className="hidden lg:block"
      onBlur={left}
      // Fetched while the hand is still on its way to the button.
      onPointerEnter={() => void loadPanel()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      {/* A link to the page of aisles until the script is there. */}
      <LangLink
        ref={button}
        to={categoriesPath()}
        role="button"
        aria-expanded={open}
        aria-haspopup="true"
        className={classNames(buttonClass(), 'rounded-md')}
        onClick={(event) => {
          event.preventDefault();
          setOpen(!open);
        }}
        onKeyDown={(event) => {
          if (event.key !== ' ') return;
          event.preventDefault();
          setOpen(!open);
        }}
      >
        <Icon name="list" className="size-5" />
        {t('layout.categories')}
      </LangLink>
      {open && data !== undefined && (
        <Suspense>
          <CategoriesPanel roots={data.data} />
        </Suspense>
      )}
    </div>
  );
}
