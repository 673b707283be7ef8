/** All categories under their roots, as tiles (docs/spec.md §2 "/categories"). */
import type { NavCategory } from '@shop/contract/catalog';
import { categoryPath } from '@shop/core/links/category-link';
import { categoriesPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Name } from '../../i18n/Name.tsx';
import { Head } from '../../layout/Head.tsx';
import { LangLink } from '../../links.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ErrorBlock } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { navCategoriesQuery } from '../catalog-queries.ts';
import { CategoryTile } from './CategoryTile.tsx';

const GRID = 'grid grid-cols-2 gap-3 xs:grid-cols-3 sm:grid-cols-4 lg:gap-4';
/** Columns on wide screens: a root with few categories takes half a row. */
const HALF_ROW = 'lg:grid-cols-3';
const WHOLE_ROW = 'lg:grid-cols-6';

export function Component() {
  const t = useT();
  const { data, isError, refetch } = useQuery(navCategoriesQuery(useLang()));
  return (
    <div className="page-width grid grid-cols-1 gap-x-4 gap-y-8 pt-4 pb-8 lg:grid-cols-2 lg:gap-y-11 lg:pt-8">
      <Head title={t('layout.all_aisles')} path={categoriesPath()} />
      <h1 className="text-xl lg:col-span-2 lg:text-3xl">{t('layout.all_aisles')}</h1>
      {data?.data.map((root, index) => (
        <RootCategory key={root.id} root={root} isFirst={index === 0} />
      ))}
      {data === undefined && isError && <ErrorBlock onRetry={() => void refetch()} />}
      {data === undefined && !isError && <CategoriesSkeleton />}
    </div>
  );
}

function RootCategory({ root, isFirst }: { root: NavCategory; isFirst: boolean }) {
  const t = useT();
  const categories = root.children.length > 0 ? root.children : [root];
  const isSmall = categories.length <= 3;
  return (
    <section
      aria-labelledby={`root-${root.id}`}
      className={classNames('grid grid-cols-1 content-start gap-3 lg:gap-4', !isSmall && 'lg:col-span-2')}
    >
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <h2 id={`root-${root.id}`} className="text-lg lg:text-xl">
          <Name>{root.name}</Name>
        </h2>
        <LangLink
          to={categoryPath(root)}
          className="-my-1.5 inline-flex min-h-11 shrink-0 items-center font-bold text-action-strong underline underline-offset-4 hover:decoration-2"
        >
          {t('catalog.see_all', { count: root.products_count })}
          <span className="sr-only">
            : <Name>{root.name}</Name>
          </span>
        </LangLink>
      </div>
      <ul className={classNames(GRID, isSmall ? HALF_ROW : WHOLE_ROW)}>
        {categories.map((category) => (
          <li key={category.id}>
            <CategoryTile category={category} eager={isFirst} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function CategoriesSkeleton() {
  return (
    <div className={classNames(GRID, WHOLE_ROW, 'lg:col-span-2')}>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never change places
        <Skeleton key={index} className="aspect-[1/1.2] rounded-xl" />
      ))}
    </div>
  );
}
