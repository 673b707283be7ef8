/** The Categories button and its panel, from 1024 px on: roots, their aisles, and a way to each root's whole list. */
import type { NavCategory } from '@shop/contract/catalog';
import { categoryPath } from '@shop/core/links/category-link';
import { categoriesPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { navCategoriesQuery } from '../catalog/catalog-queries.ts';
import { PackImage } from '../catalog/PackImage.tsx';
import { stageClass } from '../catalog/stage.ts';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { LangLink } from '../links.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';

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
      {open && data !== undefined && <Panel roots={data.data} />}
    </div>
  );
}

function Panel({ roots }: { roots: readonly NavCategory[] }) {
  const t = useT();
  const [chosen, setChosen] = useState(roots[0]?.id);
  const root = roots.find(({ id }) => id === chosen) ?? roots[0];
  if (root === undefined) return null;
  return (
    <div className="page-width absolute inset-x-0 top-full">
      <nav
        aria-label={t('layout.categories')}
        className="grid grid-cols-[240px_1fr_300px] gap-6 rounded-xl border border-line bg-surface p-5 shadow-3"
      >
        <ul className="grid content-start gap-1">
          {roots.map((each) => (
            <li key={each.id}>
              <LangLink
                to={categoryPath(each)}
                className={classNames(
                  'flex min-h-11 items-center justify-between rounded-md px-3 font-semibold',
                  each.id === root.id ? 'bg-pandan-50 text-action-strong' : 'hover:bg-sunken',
                )}
                onPointerEnter={() => setChosen(each.id)}
                onFocus={() => setChosen(each.id)}
              >
                {each.name}
                <Icon name="caret-right" className="size-4" directional />
              </LangLink>
            </li>
          ))}
        </ul>
        <div>
          <p className="mb-2 font-display text-lg font-bold">{root.name}</p>
          <ul className="grid grid-cols-2 content-start gap-x-4">
            {root.children.map((aisle) => (
              <li key={aisle.id}>
                <LangLink to={categoryPath(aisle)} className="flex min-h-11 items-center gap-2 hover:underline">
                  {aisle.name}
                  <span className="text-xs text-ink-3 tabular-nums">{aisle.products_count}</span>
                </LangLink>
              </li>
            ))}
          </ul>
          <LangLink
            to={categoryPath(root)}
            className="mt-2 inline-flex min-h-11 items-center gap-1 font-bold text-action-strong underline underline-offset-4"
          >
            {t('layout.all_in', { name: root.name })}
          </LangLink>
        </div>
        <div className={classNames('relative min-h-64 overflow-hidden rounded-lg', stageClass[root.stage])}>
          <PackImage
            key={root.id}
            image={root.image}
            alt=""
            sizes="300px"
            className="absolute inset-0 size-full object-cover dark:brightness-90"
          />
        </div>
      </nav>
    </div>
  );
}
