/** The panel of the Categories button: roots, the categories of the active root, and one of its products on sale. */
import type { NavCategory } from '@shop/contract/catalog';
import { categoryPath } from '@shop/core/links/category-link';
import { categoriesPath, productPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { BACKDROP_CLASSES } from '../../catalog/card/backdrop.ts';
import { toCardPrice } from '../../catalog/card/card-facts.ts';
import { PackImage } from '../../catalog/card/PackImage.tsx';
import { PriceTag } from '../../catalog/card/PriceTag.tsx';
import { useTextLang } from '../../catalog/card/use-text-lang.ts';
import { rootSaleQuery } from '../../catalog/catalog-queries.ts';
import { findRoot, useCurrentCategory } from '../../catalog/categories/current-category.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Name } from '../../i18n/Name.tsx';
import { LangLink } from '../../links.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons/Icon.tsx';

/** Delay before a hovered root is shown, so that a mouse on its way across the roots does not change the panel. */
const VIEWED_AFTER_MS = 120;

type CategoriesPanelProps = {
  id: string;
  roots: readonly NavCategory[];
  /** Whether an arrow key opened the panel, which moves the focus inside. */
  takesFocus: boolean;
};

export function CategoriesPanel({ id, roots, takesFocus }: CategoriesPanelProps) {
  const t = useT();
  const currentSlug = useCurrentCategory();
  const [rootId, setRootId] = useState(() => findRoot(roots, currentSlug)?.id);
  const panel = useRef<HTMLElement>(null);
  const hoverTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const root = roots.find((each) => each.id === rootId) ?? roots[0];
  useEffect(() => () => clearTimeout(hoverTimer.current), []);
  useEffect(() => {
    if (takesFocus) panel.current?.querySelector<HTMLElement>('[data-root][data-chosen]')?.focus();
  }, [takesFocus]);
  if (root === undefined) return null;

  const select = (next: string) => {
    clearTimeout(hoverTimer.current);
    setRootId(next);
  };
  return (
    <div id={id} className="page-width absolute inset-x-0 top-full">
      <nav
        ref={panel}
        aria-label={t('layout.aisles')}
        className="grid grid-cols-[240px_1fr_280px] gap-6 rounded-xl border border-line bg-surface p-5 shadow-3"
        onKeyDown={moveFocus}
      >
        <ul className="grid content-start gap-1">
          {roots.map((each) => (
            <li key={each.id}>
              <LangLink
                to={categoryPath(each)}
                data-root
                data-chosen={each.id === root.id || undefined}
                aria-current={each.slug === currentSlug ? 'page' : undefined}
                className={classNames(
                  'flex min-h-11 items-center justify-between rounded-md px-3 font-semibold',
                  each.id === root.id ? 'bg-pandan-50 text-action-strong' : 'hover:bg-sunken',
                )}
                onPointerEnter={() => {
                  clearTimeout(hoverTimer.current);
                  hoverTimer.current = setTimeout(() => setRootId(each.id), VIEWED_AFTER_MS);
                }}
                onPointerLeave={() => clearTimeout(hoverTimer.current)}
                onFocus={() => select(each.id)}
              >
                <Name>{each.name}</Name>
                <Icon name="caret-right" className="size-4" directional />
              </LangLink>
            </li>
          ))}
          <li className="mt-1 border-t border-line pt-1">
            <LangLink
              to={categoriesPath()}
              data-root
              className="flex min-h-11 items-center rounded-md px-3 font-semibold text-action-strong hover:bg-sunken"
            >
              {t('layout.all_aisles')}
            </LangLink>
          </li>
        </ul>
        <div>
          <p className="mb-2 font-display text-lg font-bold">
            <Name>{root.name}</Name>
          </p>
          <ul className="grid grid-cols-2 content-start gap-x-4">
            {root.children.map((category) => (
              <li key={category.id}>
                <LangLink
                  to={categoryPath(category)}
                  data-category
                  aria-current={category.slug === currentSlug ? 'page' : undefined}
                  className={classNames(
                    '-ms-3 flex min-h-11 items-center gap-2 rounded-md px-3 hover:bg-sunken',
                    category.slug === currentSlug && 'bg-pandan-50 font-semibold text-action-strong',
                  )}
                >
                  <Name>{category.name}</Name>
                  <span className="text-xs text-ink-3 tabular-nums">{category.products_count}</span>
                </LangLink>
              </li>
            ))}
          </ul>
          <LangLink
            to={categoryPath(root)}
            data-category
            className="mt-2 inline-flex min-h-11 items-center gap-1 font-bold text-action-strong underline underline-offset-4"
          >
            {t('layout.all_in', { name: root.name })}
          </LangLink>
        </div>
        <FeaturedProduct key={root.id} root={root} />
      </nav>
    </div>
  );
}

/** Arrow keys move within a column, and from a root to its categories and back. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const findLinks = (name: string) => [...event.currentTarget.querySelectorAll<HTMLElement>(`[data-${name}]`)];
  const roots = findLinks('root');
  const categories = findLinks('category');
  const focusedElement = document.activeElement;
  const column = categories.some((each) => each === focusedElement) ? categories : roots;
  const index = column.findIndex((each) => each.isSameNode(focusedElement));
  const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  const inwardKey = rtl ? 'ArrowLeft' : 'ArrowRight';
  const outwardKey = rtl ? 'ArrowRight' : 'ArrowLeft';
  const next = {
    ArrowDown: column[(index + 1) % column.length],
    ArrowUp: column.at(index - 1),
    Home: column[0],
    End: column.at(-1),
    [inwardKey]:
      column === roots ? (categories.find((each) => each.ariaCurrent === 'page') ?? categories[0]) : undefined,
    [outwardKey]: column === categories ? roots.find((each) => 'chosen' in each.dataset) : undefined,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Shows a product on sale of the root category, or the root's pack if it has none. */
function FeaturedProduct({ root }: { root: NavCategory }) {
  const t = useT();
  const { data } = useQuery(rootSaleQuery(useLang(), root.slug));
  const product = data?.data[0];
  const stage = BACKDROP_CLASSES[product?.stage ?? root.stage];
  return (
    <div className={classNames('relative min-h-72 overflow-hidden rounded-lg', stage)}>
      {product === undefined ? (
        data !== undefined && (
          <PackImage
            image={root.image}
            alt=""
            sizes="280px"
            className="absolute inset-0 size-full object-cover dark:dimmed"
          />
        )
      ) : (
        <SaleProduct product={product} label={t('menu.deal', { name: root.name })} />
      )}
    </div>
  );
}

function SaleProduct({ product, label }: { product: Parameters<typeof toCardPrice>[0]; label: string }) {
  const { price, was, isLowest } = toCardPrice(product);
  return (
    <LangLink to={productPath(product.slug)} data-category className="group flex size-full flex-col p-4">
      <span className="text-sm font-semibold">{label}</span>
      <span className="stage-glow grid flex-1 place-items-center">
        <PackImage image={product.image} alt="" sizes="180px" width={180} height={180} className="size-44" />
      </span>
      <PriceTag price={price} was={was} isLowest={isLowest} size="line" />
      <span lang={useTextLang(product)} className="truncate text-sm font-semibold group-hover:underline">
        {product.title}
      </span>
    </LangLink>
  );
}
