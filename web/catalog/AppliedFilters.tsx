/** What narrows the list, each part removable, and "Clear all" (ux.md rule 9). */
import { type Listing, refineListing } from '@shop/core/links/listing';
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { LangLink } from '../links.tsx';
import { chipClass } from '../ui/Chip.tsx';
import { Icon } from '../ui/Icon.tsx';
import { brandQuery, navCategoriesQuery } from './catalog-queries.ts';
import { categoryName } from './category-name.ts';
import { unrefinedPages } from './listing-pages.ts';
import { type PathOf, toggled } from './listing-query.ts';

type Applied = { key: string; name: string; without: Listing };

/** The filters of a listing beyond `cleared`, by name. */
function useApplied(listing: Listing, cleared: Listing): Applied[] {
  const t = useT();
  const lang = useLang();
  const { data: tree } = useQuery(navCategoriesQuery(lang));
  const { data: base } = useInfiniteQuery(unrefinedPages(lang, listing));
  const ids = listing.brands.filter((id) => !cleared.brands.includes(id));
  const brands = useQueries({ queries: ids.map((id) => brandQuery(lang, id)) });
  const needs = base?.pages.flatMap((page) => page.data).flatMap((product) => product.dietary) ?? [];
  const without = (choices: Partial<Omit<Listing, 'page'>>) => refineListing(listing, choices);
  return [
    ...listing.categories
      .filter((slug) => !cleared.categories.includes(slug))
      .map((slug) => ({
        key: `category ${slug}`,
        name: categoryName(tree?.data, slug),
        without: without({ categories: toggled(listing.categories, slug) }),
      })),
    ...ids.map((id, index) => ({
      key: `brand ${id}`,
      name: brands[index]?.data?.name ?? '…',
      without: without({ brands: toggled(listing.brands, id) }),
    })),
    ...(listing.available
      ? [{ key: 'available', name: t('catalog.in_stock'), without: without({ available: false }) }]
      : []),
    ...listing.dietary.map((slug) => ({
      key: `dietary ${slug}`,
      name: needs.find((each) => each.slug === slug)?.name ?? slug,
      without: without({ dietary: toggled(listing.dietary, slug) }),
    })),
  ];
}

type AppliedFiltersProps = { listing: Listing; pathOf: PathOf; cleared: Listing };

export function AppliedFilters({ listing, pathOf, cleared }: AppliedFiltersProps) {
  const t = useT();
  const applied = useApplied(listing, cleared);
  if (applied.length === 0) return null;
  return (
    <ul aria-label={t('catalog.applied')} className="flex flex-wrap items-center gap-2">
      {applied.map(({ key, name, without }) => (
        <li key={key}>
          <LangLink
            to={pathOf(without)}
            preventScrollReset
            aria-label={t('catalog.filter_off', { name })}
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
          {t('catalog.clear_all')}
        </LangLink>
      </li>
    </ul>
  );
}
