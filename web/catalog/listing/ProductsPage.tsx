/** Lists all products, or the results of a search (docs/spec.md §2 "/products (also search)"). */
import { EMPTY_LIST_STATE, formatListState, type ListState, toCanonicalListState } from '@shop/core/links/list-state';
import { brandPath, productsPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { BannerStrip } from '../../content/banners/BannerStrip.tsx';
import { bannersQuery } from '../../content/content-queries.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Head } from '../../layout/Head.tsx';
import { pageRequest, prefetch } from '../../page-loader.ts';
import { brandQuery } from '../catalog-queries.ts';
import { ListingView } from './ListingView.tsx';
import { prefetchListing } from './listing-pages.ts';
import { parseListing } from './listing-query.ts';
import { useListing } from './use-listing.ts';

export function loader(args: LoaderFunctionArgs): Promise<null> {
  const page = pageRequest(args);
  const listing = parseListing(page.url);
  const brand = findSingleBrand(listing);
  return prefetch(
    page,
    prefetchListing(page, listing),
    listing.keyword === '' ? Promise.resolve() : page.queries.prefetchQuery(bannersQuery(page.lang, 'search')),
    brand === undefined ? Promise.resolve() : page.queries.prefetchQuery(brandQuery(page.lang, brand)),
  );
}

const buildPath = (listing: ListState) => productsPath(formatListState(listing));

/** Returns the canonical path of a list: the brand's page for the list of one brand. */
function buildCanonicalPath(listing: ListState): string {
  const brand = findSingleBrand(listing);
  if (brand !== undefined) return brandPath({ id: brand });
  return buildPath(toCanonicalListState(listing, { ...EMPTY_LIST_STATE, keyword: listing.keyword }));
}

/** Returns the only selected brand of a list without a search; the page is named after it. */
const findSingleBrand = ({ keyword, brands }: ListState) =>
  keyword === '' && brands.length === 1 ? brands[0] : undefined;

function useTitle(listing: ListState): string {
  const t = useT();
  const brand = findSingleBrand(listing);
  const { data } = useQuery({ ...brandQuery(useLang(), brand ?? ''), enabled: brand !== undefined });
  if (listing.keyword !== '') return t('listing.results_for', { keyword: listing.keyword });
  return (brand !== undefined && data?.name) || t('listing.all_products');
}

export function Component() {
  const t = useT();
  const listing = useListing();
  const title = useTitle(listing);
  return (
    <div className="page-width grid grid-cols-1 gap-3 pt-4 pb-8 lg:gap-5 lg:pt-8">
      {/* The canonical path leaves out filters and order, which only select from or sort the same products. */}
      <Head
        title={title}
        description={t('listing.about_all')}
        path={buildCanonicalPath(listing)}
        noIndex={listing.keyword !== ''}
      />
      <h1 className="text-xl lg:text-3xl">{title}</h1>
      {listing.keyword !== '' && <BannerStrip key={listing.keyword} placement="search" />}
      <ListingView
        listing={listing}
        buildPath={buildPath}
        baseListing={{ ...EMPTY_LIST_STATE, keyword: listing.keyword, sort: listing.sort }}
      />
    </div>
  );
}
