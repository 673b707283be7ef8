/** A product on its page, and on the preview page before it is published (docs/ux.md#2.4 "Product page"). */
import type { Product, VariationOption } from '@shop/contract/catalog';
import { isOutOfStock } from '@shop/core/catalog/stock';
import { productPath } from '@shop/core/links/paths';
import { lazyHydrated } from '../../hydration/lazy.tsx';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { findChosenOption, listOptionPictures, optionPath } from '../offer/chosen-option.ts';
import { BuyColumn } from './BuyColumn.tsx';

/** The placeholder is as large as the gallery, on phones and on desktops. */
const Gallery = lazyHydrated(
  () => import('./Gallery.tsx').then((file) => file.Gallery),
  <Skeleton className="-mx-4 aspect-[390/360] md:-mx-6 lg:mx-0 lg:ms-24 lg:aspect-square lg:rounded-2xl!" />,
);
const ProductCrumbs = lazyHydrated(() => import('./ProductCrumbs.tsx').then((file) => file.ProductCrumbs));
const BundleContents = lazyHydrated(() => import('./BundleContents.tsx').then((file) => file.BundleContents));
const GoesWell = lazyHydrated(() => import('./GoesWell.tsx').then((file) => file.GoesWell));
const ProductDetails = lazyHydrated(() => import('./ProductDetails.tsx').then((file) => file.ProductDetails));
const ProductRail = lazyHydrated(() => import('../card/ProductRail.tsx').then((file) => file.ProductRail));
const RecordProductView = lazyHydrated(() => import('./RecordProductView.tsx').then((file) => file.RecordProductView));
const ViewedProduct = lazyHydrated(() => import('../../tracking/ViewedProduct.tsx').then((file) => file.ViewedProduct));
const RecentProducts = lazyHydrated(() => import('../card/RecentProducts.tsx').then((file) => file.RecentProducts));

type ProductViewProps = {
  product: Product;
  /** The option in the URL. */
  optionId: string | null;
  /** Whether the product is unpublished, so that it cannot be bought. */
  isPreview?: boolean;
};

export function ProductView({ product, optionId, isPreview = false }: ProductViewProps) {
  const t = useT();
  const option = findChosenOption(product, optionId);
  const pictures = listOptionPictures(product, option);
  return (
    <article className="page-width pb-8 lg:pt-4 lg:pb-12">
      {!isPreview && <ViewedProduct product={product} option={optionId === null ? null : option} />}
      <div className="hidden min-h-11 lg:block">
        <ProductCrumbs product={product} />
      </div>
      <div className="grid grid-cols-1 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr] lg:gap-x-10">
        <Gallery
          key={pictures[0]?.thumbnail}
          pictures={pictures}
          name={product.title}
          stage={product.stage}
          isDimmed={isOutOfStock(product, option?.id)}
          sharedPath={isPreview ? null : buildSharedPath(product, option)}
        />
        <div className="relative -mx-4 -mt-6 rounded-t-2xl bg-paper px-4 pt-5 md:-mx-6 md:px-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:m-0 lg:rounded-none lg:p-0">
          <BuyColumn product={product} option={option} isPreview={isPreview} />
        </div>
        <div className="grid grid-cols-1 content-start gap-6 pt-6 lg:pt-8">
          <BundleContents product={product} />
          {!isPreview && <GoesWell companions={product.companions} />}
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
      {!isPreview && (
        <div className="pt-8 empty:hidden lg:pt-11">
          <RecentProducts except={product.slug} />
          <RecordProductView slug={product.slug} />
        </div>
      )}
    </article>
  );
}

const buildSharedPath = ({ slug }: Product, option: VariationOption | null): string =>
  option === null ? productPath(slug) : optionPath(slug, option.id);
