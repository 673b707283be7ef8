/** Modal view "category view" (spec §2): the aisles as a bottom sheet. The aisle that is open is marked. */
import { categoryPath } from '@shop/core/links/category-link';
import { categoriesPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { LangLink } from '../links.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { navCategoriesQuery } from './catalog-queries.ts';
import { PackImage, PICTURE_SIZES } from './PackImage.tsx';
import { stageClass } from './stage.ts';

/** The last of the slugs in an address: the aisle that is shown. */
const hereIn = (search: string): string | undefined => new URLSearchParams(search).get('categories')?.split(',').at(-1);

export function CategorySheet() {
  const t = useT();
  const { data, isError, refetch } = useQuery(navCategoriesQuery(useLang()));
  const { search } = useLocation();
  const here = hereIn(search);
  if (data === undefined) {
    return isError ? <ErrorBlock onRetry={() => void refetch()} /> : <Skeleton className="h-96 w-full rounded-lg" />;
  }
  return (
    <div className="grid gap-6">
      {data.data.map((root) => (
        <section key={root.id} aria-labelledby={`sheet-${root.id}`} className="grid gap-2">
          <div className="flex items-center justify-between gap-3">
            <h3 id={`sheet-${root.id}`} className="text-base">
              {root.name}
            </h3>
            <LangLink
              to={categoryPath(root)}
              className="inline-flex min-h-11 items-center text-sm font-bold text-action-strong underline underline-offset-4"
            >
              {t('layout.all_in', { name: root.name })}
            </LangLink>
          </div>
          <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
            {root.children.map((aisle) => (
              <li key={aisle.id}>
                <LangLink
                  to={categoryPath(aisle)}
                  aria-current={aisle.slug === here ? 'page' : undefined}
                  className={classNames(
                    'press flex h-full min-h-18 items-center gap-2 overflow-hidden rounded-lg border-2 p-1.5 pe-2',
                    stageClass[aisle.stage],
                    aisle.slug === here ? 'border-action' : 'border-transparent',
                  )}
                >
                  <PackImage
                    image={aisle.image}
                    alt=""
                    sizes={PICTURE_SIZES.thumb}
                    className="size-13 rounded-sm object-cover object-bottom"
                  />
                  <span className="flex-1 text-sm leading-tight font-semibold">{aisle.name}</span>
                </LangLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <LangLink to={categoriesPath()} className={buttonClass('secondary', 'regular', true)}>
        {t('layout.all_aisles')}
      </LangLink>
    </div>
  );
}
