/** Replaces an empty list (docs/ux.md#rule-14): a button that clears the filters, links to categories, best sellers. */
import { categoryPath } from '@shop/core/links/category-link';
import type { ListState } from '@shop/core/links/list-state';
import { refusal } from '@shop/core/refusal';
import { formatRefusal } from '@shop/core/refusal-text';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import searchingSack from '../../art/sack-searching.svg?no-inline';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Name } from '../../i18n/Name.tsx';
import { LangLink } from '../../links.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { chipClass } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { navCategoriesQuery } from '../catalog-queries.ts';
import { BestSellers } from '../collections/BestSellers.tsx';
import { countFilters, type PathBuilder } from './listing-query.ts';

type EmptyListProps = {
  listing: ListState;
  baseListing: ListState;
  buildPath: PathBuilder;
  /** Links to related categories, before the root categories. */
  relatedLinks?: ReactNode;
};

export function EmptyList({ listing, baseListing, buildPath, relatedLinks }: EmptyListProps) {
  const t = useT();
  const lang = useLang();
  const { keyword } = listing;
  const isNarrowed = countFilters(listing, baseListing) > 0;
  return (
    <div className="grid grid-cols-1 gap-8">
      <EmptyState
        art={searchingSack}
        title={formatRefusal(refusal('product.none'), lang)}
        action={
          isNarrowed && (
            <LangLink to={buildPath(baseListing)} className={buttonClass('secondary')}>
              {t('listing.clear_filters')}
            </LangLink>
          )
        }
      >
        {isNarrowed
          ? t('listing.none_filtered')
          : keyword === ''
            ? t('listing.none_here')
            : t('listing.none_for', { keyword })}
      </EmptyState>
      <nav aria-label={t('layout.aisles')} className="grid gap-3">
        <ul className="flex flex-wrap justify-center gap-2">
          {relatedLinks}
          <RootCategories />
        </ul>
      </nav>
      <BestSellers />
    </div>
  );
}

function RootCategories() {
  const { data } = useQuery(navCategoriesQuery(useLang()));
  return data?.data.map((category) => (
    <li key={category.id}>
      <LangLink to={categoryPath(category)} className={chipClass()}>
        <Name>{category.name}</Name>
      </LangLink>
    </li>
  ));
}
