/**
 * The page of a 404 (docs/spec.md §8 "404 page: the page is currently unavailable, try again later"), with the search
 * and links to the root categories.
 */
import { categoryPath } from '@shop/core/links/category-link';
import { homePath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import searchingSack from '../../art/sack-searching.svg?no-inline';
import { navCategoriesQuery } from '../../catalog/catalog-queries.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Name } from '../../i18n/Name.tsx';
import { LangLink } from '../../links.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { chipClass } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Head } from '../Head.tsx';
import { SearchField } from '../header/SearchField.tsx';

export function NotFound() {
  const t = useT();
  const { data: categories } = useQuery(navCategoriesQuery(useLang()));
  return (
    <div className="page-width pb-8">
      <Head title={t('layout.not_found_title')} noIndex />
      <EmptyState
        art={searchingSack}
        level={1}
        title={t('layout.not_found_title')}
        action={
          <LangLink to={homePath()} className={buttonClass()}>
            {t('layout.to_home')}
          </LangLink>
        }
      >
        {t('layout.not_found_text')}
      </EmptyState>
      <div className="mx-auto grid max-w-2xl gap-4 text-center">
        <p className="text-ink-2">{t('layout.not_found_search')}</p>
        <SearchField />
        <ul className="flex flex-wrap justify-center gap-2">
          {categories?.data.map((category) => (
            <li key={category.id}>
              <LangLink to={categoryPath(category)} className={chipClass()}>
                <Name>{category.name}</Name>
              </LangLink>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
