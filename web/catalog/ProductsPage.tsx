/** All products, or those that a search found (spec §2 "/products (also search)"). */
import { EMPTY_LISTING, type Listing, listingQuery, refineListing } from '@shop/core/links/listing';
import { productsPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { Head } from '../layout/Head.tsx';
import { pageOf, prefetch } from '../page.ts';
import { bestSellersQuery, brandQuery, navCategoriesQuery } from './catalog-queries.ts';
import { ChipLink } from './FilterChips.tsx';
import { ListingView } from './ListingView.tsx';
import { prefetchListing } from './listing-pages.ts';
import { listingAt, toggled } from './listing-query.ts';
import { useListing } from './use-listing.ts';

export function loader(args: LoaderFunctionArgs): Promise<null> {
  const page = pageOf(args);
  const listing = listingAt(page.url);
  const list = async () => {
    const found = await prefetchListing(page, listing);
    if (found?.pages[0]?.total === 0) await page.queries.prefetchQuery(bestSellersQuery(page.lang));
  };
  return prefetch(page, list(), ...listing.brands.map((id) => page.queries.prefetchQuery(brandQuery(page.lang, id))));
}

const pathOf = (listing: Listing) => productsPath(listingQuery(listing));

/** The page's name: what was looked for, else the one brand it is about. */
function useTitle({ keyword, brands: [brand, ...others] }: Listing): string {
  const t = useT();
  const single = others.length === 0 ? brand : undefined;
  const { data } = useQuery({ ...brandQuery(useLang(), single ?? ''), enabled: single !== undefined });
  if (keyword !== '') return t('catalog.results_for', { keyword });
  return (single !== undefined && data?.name) || t('catalog.all_products');
}

export function Component() {
  const listing = useListing();
  const title = useTitle(listing);
  const { data: roots } = useQuery(navCategoriesQuery(useLang()));
  const cleared = { ...EMPTY_LISTING, keyword: listing.keyword, sort: listing.sort };
  return (
    <div className="page-width grid grid-cols-1 gap-2 pt-4 pb-8 lg:gap-4 lg:pt-8">
      {/* One address for the list; its refinements are the same products in other words. */}
      <Head
        title={title}
        path={pathOf({ ...EMPTY_LISTING, keyword: listing.keyword, brands: listing.brands })}
        noIndex={listing.keyword !== ''}
      />
      <h1 className="text-xl lg:text-2xl">{title}</h1>
      <ListingView
        listing={listing}
        pathOf={pathOf}
        cleared={cleared}
        chips={roots?.data.map(({ id, slug, name }) => (
          <ChipLink
            key={id}
            to={pathOf(refineListing(listing, { categories: toggled(listing.categories, slug) }))}
            selected={listing.categories.includes(slug)}
          >
            {name}
          </ChipLink>
        ))}
      />
    </div>
  );
}
