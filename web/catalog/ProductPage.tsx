/** One product (spec §2 "/products/view (query slug)", ux.md 2.4 "Product page"). */

import type { Product } from '@shop/contract/catalog';
import { isOutOfStock } from '@shop/core/catalog/stock';
import { categoryPath } from '@shop/core/links/category-link';
import { homePath, productPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { isRouteErrorResponse, type LoaderFunctionArgs, useRouteError, useSearchParams } from 'react-router';
import { deferred } from '../deferred.tsx';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { Head } from '../layout/Head.tsx';
import { PageError } from '../layout/PageError.tsx';
import { LangLink } from '../links.tsx';
import { notFound, pageOf, required } from '../page.ts';
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { BuyColumn } from './BuyColumn.tsx';
import { bestSellersQuery, productQuery } from './catalog-queries.ts';
import { chosenOption } from './chosen-option.ts';
import { ProductData, plainText } from './ProductData.tsx';

/** As large as the gallery on phones and desktops. */
const Gallery = deferred(
  () => import('./Gallery.tsx').then((file) => file.Gallery),
  <Skeleton className="-mx-4 aspect-[390/360] md:-mx-6 lg:mx-0 lg:ms-24 lg:aspect-square lg:rounded-2xl!" />,
);
const BundleContents = deferred(() => import('./BundleContents.tsx').then((file) => file.BundleContents));
const ProductGone = deferred(() => import('./ProductGone.tsx').then((file) => file.ProductGone));
const ProductDetails = deferred(() => import('./ProductDetails.tsx').then((file) => file.ProductDetails));
const ProductRail = deferred(() => import('./ProductRail.tsx').then((file) => file.ProductRail));

export async function loader(args: LoaderFunctionArgs): Promise<null> {
  const page = pageOf(args);
  const slug = page.url.searchParams.get('slug') ?? notFound();
  try {
    await required(page, productQuery(page.lang, slug));
  } catch (error) {
    // The page that says so offers what others buy.
    await page.queries.prefetchQuery(bestSellersQuery(page.lang));
    throw error;
  }
  return null;
}

export function Component() {
  const [query] = useSearchParams();
  const slug = query.get('slug') ?? '';
  const { data: product, isError, refetch } = useQuery(productQuery(useLang(), slug));
  if (product !== undefined) return <ProductView product={product} asked={query.get('option')} />;
  return (
    <div className="page-width py-4">
      {isError ? <ErrorBlock onRetry={() => void refetch()} /> : <Skeleton className="h-90 w-full rounded-2xl" />}
    </div>
  );
}

/** An unknown slug is a 404 with something better than nothing (ux.md 5). */
export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <PageError />;
  return <ProductGone />;
}

function ProductView({ product, asked }: { product: Product; asked: string | null }) {
  const t = useT();
  const option = chosenOption(product, asked);
  // A choice shows itself first; the product's own front would say another size or flavour.
  const front = option?.image ?? product.image;
  const others = product.images.filter(({ thumbnail }) => thumbnail !== front.thumbnail);
  const pictures = option !== null && option.image.thumbnail !== product.image.thumbnail ? others.slice(1) : others;
  return (
    <article className="page-width pb-8 lg:pt-4 lg:pb-12">
      <Head
        title={product.title}
        description={plainText(product.description)}
        path={productPath(product.slug)}
        image={product.og_image}
        type="product"
      />
      <ProductData product={product} />
      <div className="hidden pb-3 lg:block">
        <Breadcrumbs
          crumbs={[
            { key: 'home', link: <LangLink to={homePath()}>{t('layout.home')}</LangLink> },
            ...product.breadcrumbs.map(({ id, slug, name }, index) => ({
              key: id,
              link: (
                <LangLink
                  to={categoryPath({
                    slug,
                    ancestors: product.breadcrumbs.slice(0, index).map((each) => each.slug),
                    show_in_brand: false,
                  })}
                >
                  {name}
                </LangLink>
              ),
            })),
          ]}
          here={product.name}
        />
      </div>
      <div className="grid grid-cols-1 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr] lg:gap-x-10">
        <Gallery
          key={front.thumbnail}
          pictures={[front, ...pictures]}
          name={product.title}
          stage={product.stage}
          dimmed={isOutOfStock(product, option?.id)}
        />
        <div className="relative -mx-4 -mt-6 rounded-t-2xl bg-paper px-4 pt-5 md:-mx-6 md:px-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:m-0 lg:rounded-none lg:p-0">
          <BuyColumn product={product} option={option} />
        </div>
        <div className="grid grid-cols-1 content-start gap-6 pt-6 lg:pt-8">
          <BundleContents product={product} />
          <ProductDetails product={product} />
        </div>
      </div>
      {product.similar.length > 0 && (
        <section id="similar" aria-labelledby="similar-title" className="grid grid-cols-1 gap-4 pt-8 lg:pt-11">
          <h2 id="similar-title" className="text-xl lg:text-2xl">
            {t('catalog.similar')}
          </h2>
          <ProductRail products={product.similar} label={t('catalog.similar')} />
        </section>
      )}
    </article>
  );
}
