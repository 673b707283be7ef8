/**
 * Modal view "category view" (docs/spec.md §2): the categories as a bottom sheet with roots as tabs; the current one is
 * marked. Below are the other links of a phone's menu (docs/readings.md#18, docs/readings.md#21) and the office hours.
 */
import type { NavCategory } from '@shop/contract/catalog';
import { categoryPath } from '@shop/core/links/category-link';
import { EMPTY_LIST_STATE, formatListState } from '@shop/core/links/list-state';
import { categoriesPath, informationPath, locatorPath, productsPath, trackOrderPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { settingsQuery } from '../../content/content-queries.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Name } from '../../i18n/Name.tsx';
import { LangLink } from '../../links.tsx';
import { chipClass } from '../../ui/Chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ErrorBlock } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { BACKDROP_CLASSES } from '../card/backdrop.ts';
import { PackImage, PICTURE_SIZES } from '../card/PackImage.tsx';
import { dietariesQuery, navCategoriesQuery } from '../catalog-queries.ts';
import { findRoot, useCurrentCategory } from './current-category.ts';

export function CategorySheet() {
  const { data, isError, refetch } = useQuery(navCategoriesQuery(useLang()));
  if (data === undefined) {
    return isError ? <ErrorBlock onRetry={() => void refetch()} /> : <Skeleton className="h-96 w-full rounded-lg" />;
  }
  return (
    <div className="grid gap-5">
      <CategoryTabs roots={data.data} />
      <MenuLinks />
    </div>
  );
}

function CategoryTabs({ roots }: { roots: readonly NavCategory[] }) {
  const t = useT();
  const id = useId();
  const currentSlug = useCurrentCategory();
  const [rootId, setRootId] = useState(() => findRoot(roots, currentSlug)?.id);
  const root = roots.find((each) => each.id === rootId) ?? roots[0];
  if (root === undefined) return null;

  /** WAI-ARIA APG "Tabs": arrow keys select, and the list is one tab stop. */
  const selectByKey = (event: KeyboardEvent) => {
    const index = roots.indexOf(root);
    const steps: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 };
    const step = steps[event.key];
    const next = step === undefined ? undefined : roots.at(step % roots.length);
    if (next === undefined) return;
    event.preventDefault();
    setRootId(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    <div className="-ms-2 grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-3 sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-6">
      <div
        role="tablist"
        aria-orientation="vertical"
        aria-label={t('layout.aisles')}
        className="grid gap-1"
        onKeyDown={selectByKey}
      >
        {roots.map((each) => (
          <button
            key={each.id}
            id={`${id}-${each.id}`}
            type="button"
            role="tab"
            aria-selected={each.id === root.id}
            aria-controls={`${id}-panel`}
            tabIndex={each.id === root.id ? 0 : -1}
            className={classNames(
              'press flex min-h-16 flex-col items-center justify-center gap-0.5 rounded-md border-s-4 px-1 py-1.5 text-center text-2xs leading-tight font-semibold sm:min-h-12 sm:flex-row sm:justify-start sm:gap-2 sm:px-2 sm:text-start sm:text-sm',
              each.id === root.id
                ? 'border-action bg-pandan-50 font-bold text-action-strong'
                : 'border-transparent text-ink-2',
            )}
            onClick={() => setRootId(each.id)}
          >
            <PackImage
              image={each.image}
              alt=""
              sizes="40px"
              width={40}
              height={40}
              className="size-10 rounded-xs object-cover object-bottom"
            />
            <Name>{each.name}</Name>
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${root.id}`} className="grid gap-2">
        <LangLink
          to={categoryPath(root)}
          aria-current={root.slug === currentSlug ? 'page' : undefined}
          className="inline-flex min-h-11 items-center justify-self-start font-bold text-action-strong underline underline-offset-4"
        >
          {t('layout.all_in', { name: root.name })}
        </LangLink>
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {root.children.map((category) => (
            <li key={category.id}>
              <LangLink
                to={categoryPath(category)}
                aria-current={category.slug === currentSlug ? 'page' : undefined}
                className={classNames(
                  'press relative flex h-full min-h-26 flex-col overflow-hidden rounded-lg border-2 p-2',
                  BACKDROP_CLASSES[category.stage],
                  category.slug === currentSlug ? 'border-action' : 'border-transparent',
                )}
              >
                <span className="text-sm leading-tight font-semibold">
                  <Name>{category.name}</Name>
                </span>
                <PackImage
                  image={category.image}
                  alt=""
                  sizes={PICTURE_SIZES.thumb}
                  className="mt-auto size-14 self-end rounded-sm object-cover object-bottom"
                />
              </LangLink>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const LINK = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4';

function MenuLinks() {
  const t = useT();
  const lang = useLang();
  const needs = useQuery(dietariesQuery(lang)).data?.data.filter(({ products_count }) => products_count > 0) ?? [];
  const { data: settings } = useQuery(settingsQuery(lang));
  return (
    <>
      {needs.length > 0 && (
        <section aria-label={t('menu.dietary')} className="grid gap-2 border-t border-line pt-4">
          <h3 className="text-base">{t('menu.dietary')}</h3>
          <ul className="flex flex-wrap gap-2">
            {needs.map(({ id, slug, name }) => (
              <li key={id}>
                <LangLink
                  to={productsPath(formatListState({ ...EMPTY_LIST_STATE, dietary: [slug] }))}
                  className={chipClass()}
                >
                  <Name>{name}</Name>
                </LangLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      <nav aria-label={t('menu.more')} className="flex flex-wrap gap-x-6 border-t border-line pt-2">
        <LangLink to={categoriesPath()} className={LINK}>
          {t('layout.all_aisles')}
        </LangLink>
        <LangLink to={trackOrderPath()} className={LINK}>
          {t('layout.track_order')}
        </LangLink>
        {settings?.has_stores && (
          <LangLink to={locatorPath()} className={LINK}>
            {t('layout.stores')}
          </LangLink>
        )}
        <LangLink to={informationPath('faq')} className={LINK}>
          {t('footer.faq')}
        </LangLink>
        <LangLink to={informationPath('contactUs')} className={LINK}>
          {t('footer.contactUs')}
        </LangLink>
        {settings !== undefined && settings.office_hours !== '' && (
          <p className="basis-full pt-1 text-sm text-ink-2">
            {t('footer.hours')}: {settings.office_hours}
          </p>
        )}
      </nav>
    </>
  );
}
