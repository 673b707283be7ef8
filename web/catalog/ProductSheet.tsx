/**
 * Modal view "product view" (spec §2): what a card of a variable product opens, so that an option is chosen and added
 * without leaving the list (ux.md rule 16).
 */
import type { ProductRow } from '@shop/contract/catalog';
import { unitPriceText } from '@shop/core/catalog/price';
import { isOutOfStock, stockNote } from '@shop/core/catalog/stock';
import { productPath } from '@shop/core/links/paths';
import { useState } from 'react';
import { AddToCartButton } from '../cart/AddToCartButton.tsx';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { LangLink } from '../links.tsx';
import { Badge } from '../ui/Chip.tsx';
import { classNames } from '../ui/class-names.ts';
import { offerPrice } from './card-facts.ts';
import { chosenOption, optionPath } from './chosen-option.ts';
import { OptionPicker } from './OptionPicker.tsx';
import { PackImage } from './PackImage.tsx';
import { PriceTag } from './PriceTag.tsx';
import { stageClass } from './stage.ts';
import { useTextLang } from './text-lang.ts';

export function ProductSheet({ data: { product } }: { data: { product: ProductRow } }) {
  const t = useT();
  const lang = useLang();
  const textLang = useTextLang(product);
  const [asked, setAsked] = useState<string | null>(null);
  const option = chosenOption(product, asked);
  const offer = option ?? product;
  const { price, was, percent } = offerPrice(offer);
  const stock = stockNote(product, option?.id);
  const unit = offer.unit_price;
  return (
    <div className="grid gap-5 sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div
        className={classNames(
          'stage-glow grid h-44 place-items-center overflow-hidden rounded-lg sm:h-auto sm:min-h-72',
          stageClass[product.stage],
        )}
      >
        <PackImage
          image={offer.image}
          alt=""
          sizes="(min-width:40rem) 320px, 180px"
          eager
          className={classNames('size-44 sm:size-72', isOutOfStock(product, option?.id) && 'opacity-55')}
        />
      </div>
      <div className="grid content-start gap-4">
        <div className="grid gap-1">
          <h3 lang={textLang} className="text-lg">
            {product.name}
          </h3>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <PriceTag price={price} was={was} />
            {percent !== null && <Badge>−{percent}%</Badge>}
            {unit !== null && (
              <span className="text-sm text-ink-3 tabular-nums">
                {unitPriceText({ sen: unit.price, per: unit.per }, lang)}
              </span>
            )}
          </div>
        </div>
        {option !== null && (
          <OptionPicker product={product} chosen={option} onChoose={(chosen) => setAsked(chosen.id)} />
        )}
        {stock?.note === 'only_left' && (
          <p className="text-sm font-bold text-danger">{t('catalog.only_left', { count: stock.left })}</p>
        )}
        <div className="[&_[role=group]]:w-full">
          <AddToCartButton product={product} option={option} size="page" />
        </div>
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
