/**
 * The products of an aisle and of all below it (spec §2 "/categories/view", ux.md rule 7). Slugs that form a chain mean
 * the last one, unrelated ones their union (readings 8).
 */
import type { Category } from '@shop/contract/catalog';
import { categoryPath } from '@shop/core/links/category-link';
import { EMPTY_LISTING, type Listing, listingQuery } from '@shop/core/links/listing';
import { categoriesPath, homePath, ROUTES } from '@shop/core/links/paths';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { Head } from '../layout/Head.tsx';
import { LangLink } from '../links.tsx';
import { notFound, pageOf, prefetch, required } from '../page.ts';
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx';
import { chipClass } from '../ui/Chip.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { bestSellersQuery, brandQuery, categoryQuery, navCategoriesQuery } from './catalog-queries.ts';
import { categoryName } from './category-name.ts';
import { ListingView } from './ListingView.tsx';
import { prefetchListing } from './listing-pages.ts';
import { listingAt } from './listing-query.ts';
import { useListing } from './use-listing.ts';

/** More unrelated aisles nobody asks for. */
const MAX_SLUGS = 12;

export async function loader(args: LoaderFunctionArgs): Promise<null> {
  const page = pageOf(args);
  const listing = listingAt(page.url);
  const last = listing.categories.at(-1) ?? notFound();
  if (listing.categories.length > MAX_SLUGS) notFound();
  const { ancestors } = await required(page, categoryQuery(page.lang, last));
  const others = listing.categories.slice(0, -1).filter((slug) => !ancestors.includes(slug));
  await Promise.all(others.map((slug) => required(page, categoryQuery(page.lang, slug))));
  const list = async () => {
    const found = await prefetchListing(page, listing);
    if (found?.pages[0]?.total === 0) await page.queries.prefetchQuery(bestSellersQuery(page.lang));
  };
  return prefetch(page, list(), ...listing.brands.map((id) => page.queries.prefetchQuery(brandQuery(page.lang, id))));
}

const pathOf = (listing: Listing) => `${ROUTES.category}${listingQuery(listing)}`;

/** The categories that a listing's slugs mean: the last of a chain, else all of them. */
function useMeant(slugs: readonly string[]): Category[] {
  const lang = useLang();
  const found = useQueries({ queries: slugs.map((slug) => categoryQuery(lang, slug)) });
  const all = found.flatMap(({ data }) => (data === undefined ? [] : [data]));
  return all.filter(({ slug }) => !all.some(({ ancestors }) => ancestors.includes(slug)));
}

export function Component() {
  const t = useT();
  const lang = useLang();
  const listing = useListing();
  const { data: last } = useQuery(categoryQuery(lang, listing.categories.at(-1) ?? ''));
  // Ancestors of the last one say nothing of their own, and are not asked for.
  const slugs = listing.categories.filter((slug) => !last?.ancestors.includes(slug));
  const meant = useMeant(slugs);
  const { data: brand } = useQuery({
    ...brandQuery(lang, listing.brands[0] ?? ''),
    enabled: listing.brands.length === 1,
  });
  const name = meant.map((each) => each.name).join(t('catalog.comma'));
  const title = listing.brands.length === 1 && brand !== undefined ? `${name} · ${brand.name}` : name;
  const single = meant.length === 1 ? meant[0] : undefined;
  return (
    <div className="page-width grid grid-cols-1 gap-2 pt-4 pb-8 lg:gap-4 lg:pt-6">
      <Head
        title={title}
        path={pathOf({
          ...EMPTY_LISTING,
          categories: single === undefined ? listing.categories : [...single.ancestors, single.slug],
          brands: listing.brands,
        })}
      />
      <Crumbs category={single} here={name} />
      <h1 className="text-xl lg:text-3xl">{title || <Skeleton className="h-7 w-48" />}</h1>
      {single !== undefined && <Below category={single} />}
      <ListingView
        listing={listing}
        pathOf={pathOf}
        cleared={{ ...EMPTY_LISTING, categories: listing.categories, sort: listing.sort }}
      />
    </div>
  );
}

function Crumbs({ category, here }: { category: Category | undefined; here: string }) {
  const t = useT();
  const { data: tree } = useQuery(navCategoriesQuery(useLang()));
  const above = category?.ancestors ?? [];
  return (
    <Breadcrumbs
      crumbs={[
        { key: '/', link: <LangLink to={homePath()}>{t('layout.home')}</LangLink> },
        { key: '/categories', link: <LangLink to={categoriesPath()}>{t('layout.aisles')}</LangLink> },
        ...above.map((slug, index) => ({
          key: slug,
          link: (
            <LangLink to={categoryPath({ slug, ancestors: above.slice(0, index), show_in_brand: false })}>
              {slug === category?.parent?.slug ? category.parent.name : categoryName(tree?.data, slug)}
            </LangLink>
          ),
        })),
      ]}
      here={here}
    />
  );
}

/** The aisles below, or beside where there are none below: the way on without going back. */
function Below({ category }: { category: Category }) {
  const t = useT();
  const { data: tree } = useQuery(navCategoriesQuery(useLang()));
  const root = tree?.data.find(({ slug }) => slug === category.slug || slug === category.parent?.slug);
  if (root === undefined || root.children.length === 0) return null;
  return (
    <nav aria-label={t('layout.all_in', { name: root.name })} className="min-w-0">
      <ul className="rail -mx-4 gap-2 px-4 py-1 md:-mx-6 md:px-6 lg:mx-0 lg:flex-wrap lg:px-0">
        {[root, ...root.children].map((each) => (
          <li key={each.id}>
            <LangLink
              to={categoryPath(each)}
              aria-current={each.slug === category.slug ? 'page' : undefined}
              className={chipClass(each.slug === category.slug)}
            >
              {each.id === root.id ? t('layout.all_in', { name: root.name }) : each.name}
            </LangLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
