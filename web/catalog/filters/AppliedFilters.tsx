/** Lists the applied filters, each removable, and "Clear all" (docs/ux.md#rule-9). */
import type { Facets } from '@shop/contract/catalog';
import { type ListState, refineListState } from '@shop/core/links/list-state';
import { useQuery } from '@tanstack/react-query';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { chipClass } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { navCategoriesQuery } from '../catalog-queries.ts';
import { categoryName } from '../categories/category-name.ts';
import { countFilters, type PathOf, toggleValue } from '../listing/listing-query.ts';
import { formatPriceBounds } from './price-bounds.ts';

type AppliedFilter = { key: string; name: string; without: ListState };

/** Returns the filters of a listing that are not in `cleared`. */
function useAppliedFilters(listing: ListState, cleared: ListState, facets: Facets | undefined): AppliedFilter[] {
  const t = useT();
  const { data: tree } = useQuery(navCategoriesQuery(useLang()));
  const applied: AppliedFilter[] = [];
  const add = (key: string, name: string, choices: Partial<Omit<ListState, 'page'>>) =>
    applied.push({ key, name, without: refineListState(listing, choices) });
  for (const slug of listing.categories.filter((each) => !cleared.categories.includes(each))) {
    add(slug, categoryName(tree?.data, slug), { categories: toggleValue(listing.categories, slug) });
  }
  for (const id of listing.brands.filter((each) => !cleared.brands.includes(each))) {
    const name = facets?.brands.find((brand) => brand.id === id)?.name ?? '…';
    add(`brand ${id}`, name, { brands: toggleValue(listing.brands, id) });
  }
  if (listing.on_sale) add('on_sale', t('listing.on_sale'), { on_sale: false });
  if (listing.available) add('available', t('listing.in_stock'), { available: false });
  for (const slug of listing.dietary) {
    const name = facets?.dietary.find((each) => each.slug === slug)?.name ?? slug;
    add(`dietary ${slug}`, name, { dietary: toggleValue(listing.dietary, slug) });
  }
  if (listing.min_price !== '' || listing.max_price !== '') {
    add('price', formatPriceBounds(listing, t), { min_price: '', max_price: '' });
  }
  return applied;
}

type AppliedFiltersProps = { listing: ListState; pathOf: PathOf; cleared: ListState; facets: Facets | undefined };

export function AppliedFilters(props: AppliedFiltersProps) {
  return countFilters(props.listing, props.cleared) === 0 ? null : <AppliedList {...props} />;
}

function AppliedList({ listing, pathOf, cleared, facets }: AppliedFiltersProps) {
  const t = useT();
  const applied = useAppliedFilters(listing, cleared, facets);
  return (
    <ul aria-label={t('listing.applied')} className="flex flex-wrap items-center gap-2">
      {applied.map(({ key, name, without }) => (
        <li key={key}>
          <LangLink
            to={pathOf(without)}
            preventScrollReset
            rel="nofollow"
            aria-label={t('listing.filter_off', { name })}
            className={chipClass()}
          >
            {name}
            <Icon name="x" className="size-4 text-ink-2" />
          </LangLink>
        </li>
      ))}
      <li>
        <LangLink
          to={pathOf(cleared)}
          preventScrollReset
          className="inline-flex min-h-11 items-center px-2 text-sm font-bold text-action-strong underline underline-offset-4"
        >
          {t('listing.clear_all')}
        </LangLink>
      </li>
    </ul>
  );
}
