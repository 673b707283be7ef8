/** Nothing found, and never that alone (ux.md rule 14): a way out of the filters, aisles, best sellers. */

import { categoryPath } from '@shop/core/links/category-link';
import { refusal, refusalText } from '@shop/core/refusal';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import searchingSack from '../art/sack-searching.svg?no-inline';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { LangLink } from '../links.tsx';
import { chipClass } from '../ui/Chip.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { BestSellers } from './BestSellers.tsx';
import { navCategoriesQuery } from './catalog-queries.ts';

type EmptyListProps = {
  keyword: string;
  /** Aisles that are nearer than the shop's own. */
  elsewhere?: ReactNode;
  /** The way out of the filters. */
  children?: ReactNode;
};

export function EmptyList({ keyword, elsewhere, children }: EmptyListProps) {
  const t = useT();
  const lang = useLang();
  return (
    <div className="grid grid-cols-1 gap-8">
      <EmptyState art={searchingSack} title={refusalText(refusal('product.none'), lang)} action={children}>
        {keyword === '' ? t('catalog.none_here') : t('catalog.none_for', { keyword })}
      </EmptyState>
      <nav aria-label={t('layout.aisles')} className="grid gap-3">
        <ul className="flex flex-wrap justify-center gap-2">{elsewhere ?? <Aisles />}</ul>
      </nav>
      <BestSellers />
    </div>
  );
}

function Aisles() {
  const { data } = useQuery(navCategoriesQuery(useLang()));
  return data?.data.map((aisle) => (
    <li key={aisle.id}>
      <LangLink to={categoryPath(aisle)} className={chipClass()}>
        {aisle.name}
      </LangLink>
    </li>
  ));
}
