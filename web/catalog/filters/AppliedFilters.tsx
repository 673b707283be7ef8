/** Lists the applied filters, each removable, and "Clear all" (docs/ux.md#rule-9). */
import type { Facets } from '@shop/contract/catalog';
import { type ListState, refineListState } from '@shop/core/links/list-state';
import { useQuery } from '@tanstack/react-query';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { chipClass } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { navCategoriesQuery } from '../catalog-queries.ts';
import { resolveCategoryName } from '../categories/category-name.ts';
import { countFilters, type PathBuilder, toggleValue } from '../listing/listing-query.ts';
import { formatPriceBounds } from './price-bounds.ts';

/** `next` is the listing without the filter. */
type AppliedFilter = { key: string; name: string; next: ListState };

/** Returns the filters of a listing that are not in `baseListing`. */
function useAppliedFilters(listing: ListState, baseListing: ListState, facets: Facets | undefined): AppliedFilter[] {
  const t = useT();
  const { data: tree } = useQuery(navCategoriesQuery(useLang()));
  const filters: AppliedFilter[] = [];
  const add = (key: string, name: string, choices: Partial<Omit<ListState, 'page'>>) =>
    filters.push({ key, name, next: refineListState(listing, choices) });
  for (const slug of listing.categories.filter((each) => !baseListing.categories.includes(each))) {
    add(slug, resolveCategoryName(tree?.data, slug), { categories: toggleValue(listing.categories, slug) });
  }
  for (const id of listing.brands.filter((each) => !baseListing.brands.includes(each))) {
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
  return filters;
}

type AppliedFiltersProps = {
  listing: ListState;
  buildPath: PathBuilder;
  baseListing: ListState;
  facets: Facets | undefined;
};

export function AppliedFilters(props: AppliedFiltersProps) {
  return countFilters(props.listing, props.baseListing) === 0 ? null : <AppliedList {...props} />;
}

function AppliedList({ listing, buildPath, baseListing, facets }: AppliedFiltersProps) {
  const t = useT();
  const filters = useAppliedFilters(listing, baseListing, facets);
  return (
    <ul aria-label={t('listing.applied')} className="flex flex-wrap items-center gap-2">
      {filters.map(({ key, name, next }) => (
        <li key={key}>
          <LangLink
            to={buildPath(next)}
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
          to={buildPath(baseListing)}
          preventScrollReset
          className="inline-flex min-h-11 items-center px-2 text-sm font-bold text-action-strong underline underline-offset-4"
        >
          {t('listing.clear_all')}
        </LangLink>
      </li>
    </ul>
  );
}
