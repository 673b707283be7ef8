/**
 * Modal view "product view" (docs/spec.md §2): chooses an option and adds it without leaving the list
 * (docs/ux.md#rule-16).
 */
import type { ProductRow } from '@shop/contract/catalog';
import { isOutOfStock } from '@shop/core/catalog/stock';
import { productPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AddToCartButton } from '../../cart/add/AddToCartButton.tsx';
import { toCartLine } from '../../cart/add/to-cart-line.ts';
import { UnitsInCart } from '../../cart/add/UnitsInCart.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { classNames } from '../../ui/class-names.ts';
import { BACKDROP_CLASSES } from '../card/backdrop.ts';
import { PackImage } from '../card/PackImage.tsx';
import { useTextLang } from '../card/use-text-lang.ts';
import { productQuery } from '../catalog-queries.ts';
import { findChosenOption, optionPath } from '../offer/chosen-option.ts';
import { OfferPanel } from '../offer/OfferPanel.tsx';
import { QuantityChooser } from '../offer/QuantityChooser.tsx';
import { useQuantities } from '../offer/use-quantities.ts';

export function ProductSheet({ data }: { data: { product: ProductRow } }) {
  const t = useT();
  // Shows the list's row at once, then the current product: a deal may have ended.
  const { data: currentProduct } = useQuery(productQuery(useLang(), data.product.slug));
  const product = currentProduct ?? data.product;
  const textLang = useTextLang(product);
  const [optionId, setOptionId] = useState<string | null>(null);
  const option = findChosenOption(product, optionId);
  const { quantity, setQuantity, tierQuantity } = useQuantities(product, option);
  return (
    <div className="grid gap-5 sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div
        className={classNames(
          'stage-glow grid h-44 place-items-center overflow-hidden rounded-lg sm:h-72',
          BACKDROP_CLASSES[product.stage],
        )}
      >
        <PackImage
          image={(option ?? product).image}
          alt=""
          sizes="(min-width:40rem) 320px, 180px"
          eager
          className={classNames('size-44 sm:size-72', isOutOfStock(product, option?.id) && 'opacity-55')}
        />
      </div>
      <div className="grid grid-cols-1 content-start gap-4">
        <h3 lang={textLang} className="text-lg">
          {product.name}
        </h3>
        <OfferPanel product={product} option={option} quantity={tierQuantity} onChoose={({ id }) => setOptionId(id)} />
        <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
          {setQuantity !== null && (
            <QuantityChooser line={{ ...toCartLine(product, option), quantity }} onChange={setQuantity} />
          )}
          <div className="min-w-0 flex-1 [&_[role=group]]:w-full">
            <AddToCartButton product={product} option={option} size="page" quantity={quantity} />
          </div>
        </div>
        <UnitsInCart productId={product.id} />
        <LangLink
          to={option === null ? productPath(product.slug) : optionPath(product.slug, option.id)}
          className="inline-flex min-h-11 w-fit items-center font-bold text-action-strong underline underline-offset-4"
        >
          {t('product.all_details')}
        </LangLink>
      </div>
    </div>
  );
}
