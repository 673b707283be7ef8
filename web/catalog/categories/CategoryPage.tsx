/**
 * The products of a category and all below it, or of a brand (docs/spec.md §2 "/categories/view (query categories =
 * comma-joined slugs, optional brand)", docs/ux.md#rule-7). A chain of slugs means its last one, unrelated slugs their
 * union (docs/readings.md#8); a brand without a category means all its products.
 */
import type { Category } from '@shop/contract/catalog';
import { categoryPath } from '@shop/core/links/category-link';
import { EMPTY_LIST_STATE, formatListState, type ListState, toCanonicalListState } from '@shop/core/links/list-state';
import { categoriesPath, homePath, ROUTES } from '@shop/core/links/paths';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { BannerStrip } from '../../content/banners/BannerStrip.tsx';
import { bannersQuery } from '../../content/content-queries.ts';
import { lazyHydrated } from '../../hydration/lazy.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Name } from '../../i18n/Name.tsx';
import { Head } from '../../layout/Head.tsx';
import { LangLink } from '../../links.tsx';
import { fetchRequired, notFound, type PageRequest, pageRequest, prefetch } from '../../page-loader.ts';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { chipClass } from '../../ui/Chip.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { brandCategoriesQuery, brandQuery, categoryQuery, childCategoriesQuery } from '../catalog-queries.ts';
import { ListingView } from '../listing/ListingView.tsx';
import { prefetchListing } from '../listing/listing-pages.ts';
import { parseListing } from '../listing/listing-query.ts';
import { useListing } from '../listing/use-listing.ts';

const BrandHead = lazyHydrated(() => import('../listing/BrandHead.tsx').then((file) => file.BrandHead));
const RelatedCategories = lazyHydrated(
  () => import('./RelatedCategories.tsx').then((file) => file.RelatedCategories),
  <div className="h-12" />,
);

/** Maximum number of categories, and of brands, in a URL: the page requests each. A URL with more is not found. */
const MAX_FILTERS = 12;

export async function loader(args: LoaderFunctionArgs): Promise<null> {
  const page = pageRequest(args);
  const listing = parseListing(page.url);
  const { categories, brands } = listing;
  if (categories.length > MAX_FILTERS || brands.length > MAX_FILTERS) notFound();
  if (categories.length === 0) return loadBrandPage(page, listing);
  const last = categories.at(-1) ?? '';
  const { ancestors } = await fetchRequired(page, categoryQuery(page.lang, last));
  const others = categories.slice(0, -1).filter((slug) => !ancestors.includes(slug));
  await Promise.all(others.map((slug) => fetchRequired(page, categoryQuery(page.lang, slug))));
  return prefetch(
    page,
    prefetchListing(page, listing),
    page.queries.prefetchQuery(bannersQuery(page.lang, 'category_top')),
    ...[last, ...ancestors.slice(-1)].map((slug) => page.queries.prefetchQuery(childCategoriesQuery(page.lang, slug))),
    ...ancestors.map((slug) => page.queries.prefetchQuery(categoryQuery(page.lang, slug))),
    ...brands.map((id) => page.queries.prefetchQuery(brandQuery(page.lang, id))),
  );
}

async function loadBrandPage(page: PageRequest, listing: ListState): Promise<null> {
  const [first = notFound(), ...others] = listing.brands;
  await fetchRequired(page, brandQuery(page.lang, first));
  return prefetch(
    page,
    prefetchListing(page, listing),
    ...others.map((id) => page.queries.prefetchQuery(brandQuery(page.lang, id))),
    page.queries.prefetchQuery(brandCategoriesQuery(page.lang, first)),
  );
}

const buildPath = (listing: ListState) => `${ROUTES.category}${formatListState(listing)}`;

export function Component() {
  const listing = useListing();
  return (
    <div className="page-width grid grid-cols-1 gap-3 pt-4 pb-8 lg:gap-5 lg:pt-6">
      {listing.categories.length > 0 ? <CategoryListing listing={listing} /> : <BrandListing listing={listing} />}
    </div>
  );
}

function BrandListing({ listing }: { listing: ListState }) {
  const subject = { ...EMPTY_LIST_STATE, brands: listing.brands.slice(0, 1) };
  return (
    <>
      <BrandHead id={listing.brands[0] ?? ''} path={buildPath(toCanonicalListState(listing, subject))} />
      <ListingView listing={listing} buildPath={buildPath} baseListing={{ ...subject, sort: listing.sort }} />
    </>
  );
}

/** Returns the categories of a listing's slugs: the last of a chain, else all. */
function useListingCategories(slugs: readonly string[]): Category[] {
  const lang = useLang();
  const { data: last } = useQuery(categoryQuery(lang, slugs.at(-1) ?? ''));
  // Ancestors of the last one add nothing and are not requested.
  const slugsToLoad = slugs.filter((slug) => !last?.ancestors.includes(slug));
  const results = useQueries({ queries: slugsToLoad.map((slug) => categoryQuery(lang, slug)) });
  const loadedCategories = results.flatMap(({ data }) => (data === undefined ? [] : [data]));
  return loadedCategories.filter(({ slug }) => !loadedCategories.some(({ ancestors }) => ancestors.includes(slug)));
}

function CategoryListing({ listing }: { listing: ListState }) {
  const t = useT();
  const lang = useLang();
  const listingCategories = useListingCategories(listing.categories);
  const { data: brand } = useQuery({
    ...brandQuery(lang, listing.brands[0] ?? ''),
    enabled: listing.brands.length === 1,
  });
  const name = listingCategories.map((each) => each.name).join(t('catalog.comma'));
  const title = listing.brands.length === 1 && brand !== undefined ? `${name} · ${brand.name}` : name;
  const onlyCategory = listingCategories.length === 1 ? listingCategories[0] : undefined;
  const categories = onlyCategory === undefined ? listing.categories : [...onlyCategory.ancestors, onlyCategory.slug];
  // One brand is the page's subject; several are a filter.
  const brands = listing.brands.length === 1 ? listing.brands : [];
  return (
    <>
      <Head
        title={title}
        description={
          onlyCategory && t('listing.about_category', { name: onlyCategory.name, count: onlyCategory.products_count })
        }
        path={buildPath(toCanonicalListState({ ...listing, categories }, { ...EMPTY_LIST_STATE, categories, brands }))}
      />
      <Crumbs category={onlyCategory} here={name} />
      <h1 className="text-xl lg:text-3xl">{title ? <Name>{title}</Name> : <Skeleton className="h-7 w-48" />}</h1>
      {onlyCategory !== undefined && (
        <RelatedCategories category={onlyCategory} listing={listing} buildPath={buildPath} />
      )}
      <BannerStrip key={categories.join()} placement="category_top" categories={categories} />
      <ListingView
        listing={listing}
        buildPath={buildPath}
        baseListing={{ ...EMPTY_LIST_STATE, categories: listing.categories, sort: listing.sort }}
        relatedLinks={onlyCategory?.parent && <ParentLink category={onlyCategory} />}
      />
    </>
  );
}

/** Links to the parent category if this one is empty. */
function ParentLink({ category: { parent, ancestors } }: { category: Category }) {
  const t = useT();
  if (parent === null) return null;
  return (
    <li>
      <LangLink
        to={categoryPath({ slug: parent.slug, ancestors: ancestors.slice(0, -1), show_in_brand: false })}
        className={chipClass(true)}
      >
        {t('layout.all_in', { name: parent.name })}
      </LangLink>
    </li>
  );
}

function Crumbs({ category, here }: { category: Category | undefined; here: string }) {
  const t = useT();
  const lang = useLang();
  const ancestors = category?.ancestors ?? [];
  const names = useQueries({ queries: ancestors.map((slug) => categoryQuery(lang, slug)) });
  return (
    <Breadcrumbs
      crumbs={[
        { key: '/', link: <LangLink to={homePath()}>{t('layout.home')}</LangLink> },
        { key: '/categories', link: <LangLink to={categoriesPath()}>{t('layout.aisles')}</LangLink> },
        ...ancestors.map((slug, index) => ({
          key: slug,
          link: (
            <LangLink to={categoryPath({ slug, ancestors: ancestors.slice(0, index), show_in_brand: false })}>
              {names[index]?.data?.name ?? slug}
            </LangLink>
          ),
        })),
      ]}
      here={here}
    />
  );
}
