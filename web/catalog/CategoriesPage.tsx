/** All aisles under their roots, as tiles with their packs (spec §2 "/categories"). */
import type { NavCategory } from '@shop/contract/catalog';
import { categoryPath } from '@shop/core/links/category-link';
import { categoriesPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { Head } from '../layout/Head.tsx';
import { LangLink } from '../links.tsx';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AISLE_GRID, AisleTile } from './AisleTile.tsx';
import { navCategoriesQuery } from './catalog-queries.ts';

export function Component() {
  const t = useT();
  const { data, isError, refetch } = useQuery(navCategoriesQuery(useLang()));
  return (
    <div className="page-width grid grid-cols-1 gap-8 pt-4 pb-8 lg:gap-11 lg:pt-8">
      <Head title={t('layout.all_aisles')} path={categoriesPath()} />
      <h1 className="text-xl lg:text-3xl">{t('layout.all_aisles')}</h1>
      {data?.data.map((root, index) => (
        <Root key={root.id} root={root} first={index === 0} />
      ))}
      {data === undefined && isError && <ErrorBlock onRetry={() => void refetch()} />}
      {data === undefined && !isError && <AislesSkeleton />}
    </div>
  );
}

function Root({ root, first }: { root: NavCategory; first: boolean }) {
  const t = useT();
  return (
    <section aria-labelledby={`root-${root.id}`} className="grid grid-cols-1 gap-3 lg:gap-4">
      <div className="flex items-end justify-between gap-4">
        <h2 id={`root-${root.id}`} className="text-lg lg:text-xl">
          {root.name}
        </h2>
        <LangLink
          to={categoryPath(root)}
          className="inline-flex min-h-8 shrink-0 items-center font-bold text-action-strong underline underline-offset-4 hover:decoration-2"
        >
          {t('catalog.see_all', { count: root.products_count })}
          <span className="sr-only">: {root.name}</span>
        </LangLink>
      </div>
      <ul className={AISLE_GRID}>
        {(root.children.length > 0 ? root.children : [root]).map((aisle) => (
          <li key={aisle.id}>
            <AisleTile aisle={aisle} eager={first} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AislesSkeleton() {
  return (
    <div className={AISLE_GRID}>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places, nothing that moves
        <Skeleton key={index} className="aspect-[1/1.12] rounded-xl" />
      ))}
    </div>
  );
}
