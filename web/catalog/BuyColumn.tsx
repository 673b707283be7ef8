/** All that decides a purchase: name, price, choice, delivery, and the button, which phones keep at the bottom. */
import type { Product, VariationOption } from '@shop/contract/catalog';
import { flaggedPieces, isSameLine } from '@shop/core/cart/cart';
import { unitPriceText } from '@shop/core/catalog/price';
import { isOutOfStock, stockNote } from '@shop/core/catalog/stock';
import { EMPTY_LISTING, listingQuery } from '@shop/core/links/listing';
import { productsPath } from '@shop/core/links/paths';
import { useState } from 'react';
import { AddToCartButton } from '../cart/AddToCartButton.tsx';
import { CartButton } from '../cart/CartButton.tsx';
import { lineOfProduct } from '../cart/line-of-product.ts';
import { useShownCart } from '../cart/shown-cart.ts';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { LangLink } from '../links.tsx';
import { Badge } from '../ui/Chip.tsx';
import { offerPrice } from './card-facts.ts';
import { PriceTag } from './PriceTag.tsx';
import { productPart } from './product-part.ts';
import { useTextLang } from './text-lang.ts';

const TierLadder = productPart(() => import('./TierLadder.tsx').then((file) => file.TierLadder));
const LimitNotes = productPart(() => import('./LimitNotes.tsx').then((file) => file.LimitNotes));
const OptionPicker = productPart(() => import('./OptionPicker.tsx').then((file) => file.OptionPicker));
const SaleNote = productPart(() => import('./SaleNote.tsx').then((file) => file.SaleNote));
const WhatElse = productPart(() => import('./WhatElse.tsx').then((file) => file.WhatElse));
const QuantityChooser = productPart(() => import('./QuantityChooser.tsx').then((file) => file.QuantityChooser));
const VoucherButton = productPart(() => import('./VoucherButton.tsx').then((file) => file.VoucherButton));
const DeliveryBox = productPart(() => import('./DeliveryBox.tsx').then((file) => file.DeliveryBox));

type OfferProps = { product: Product; option: VariationOption | null };
type BuyColumnProps = OfferProps & { preview: boolean };

/** How many pieces stand in the cart, and how many are chosen to come; another option is chosen anew. */
function useQuantities(product: Product, option: VariationOption | null) {
  const cart = useShownCart((state) => state.cart);
  const least = Math.max(1, product.min_sale_qty);
  const [chosen, setChosen] = useState({ option: option?.id, quantity: least });
  const items = cart?.items ?? [];
  const isIn = items.some((line) => isSameLine(line, { id: product.id, variation_option_id: option?.id ?? null }));
  return {
    inCart: flaggedPieces(items, product.id),
    isIn,
    chosen: chosen.option === option?.id ? Math.max(least, chosen.quantity) : least,
    choose: (quantity: number) => setChosen({ option: option?.id, quantity }),
  };
}

export function BuyColumn({ product, option, preview }: BuyColumnProps) {
  const { inCart, isIn, chosen, choose } = useQuantities(product, option);
  const isBuyable = product.type !== 'voucher' && !preview;
  const canAdd = isBuyable && !isIn && !isOutOfStock(product, option?.id);
  // What is about to be added counts already, so that the ladder follows the hand.
  const quantity = inCart + (canAdd ? chosen : 0);
  return (
    <div className="grid grid-cols-1 gap-4 lg:sticky lg:top-[calc(var(--h-header)+1rem)] lg:gap-5">
      <Title product={product} option={option} />
      <Price product={product} option={option} quantity={quantity} />
      <TierLadder product={product} option={option} quantity={quantity} />
      {option !== null && <OptionPicker product={product} chosen={option} />}
      <WhatElse product={product} option={option} />
      <StockLine product={product} option={option} />
      <LimitNotes product={product} />
      {product.type === 'voucher' && <VoucherButton />}
      {isBuyable && <BuyBar product={product} option={option} quantity={chosen} onChoose={canAdd ? choose : null} />}
      <DeliveryBox />
      <Dietary product={product} />
    </div>
  );
}

function Title({ product, option }: OfferProps) {
  const t = useT();
  const textLang = useTextLang(product);
  const size = option?.title ?? product.variant;
  return (
    <header className="grid gap-1">
      {product.brand !== null && (
        <LangLink
          to={productsPath(listingQuery({ ...EMPTY_LISTING, brands: [product.brand.id] }))}
          className="inline-flex min-h-8 w-fit items-center text-sm font-bold text-action-strong hover:underline"
        >
          {product.brand.name}
        </LangLink>
      )}
      <h1 lang={textLang} className="text-xl lg:text-2xl">
        {product.name}
      </h1>
      {(size !== null || product.type === 'voucher') && (
        <p lang={textLang} className="flex items-center gap-2 text-ink-2">
          {product.type === 'voucher' && <Badge look="leaf">{t('catalog.voucher')}</Badge>}
          {size}
        </p>
      )}
    </header>
  );
}

function Price({ product, option, quantity }: OfferProps & { quantity: number }) {
  const lang = useLang();
  const offer = option ?? product;
  const { price, was, percent } = offerPrice(offer, quantity);
  const unit = offer.unit_price;
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PriceTag price={price} was={was} size="page" />
        {percent !== null && <Badge>−{percent}%</Badge>}
        {unit !== null && (
          <span className="text-sm text-ink-3 tabular-nums">
            {unitPriceText({ sen: unit.price, per: unit.per }, lang)}
          </span>
        )}
      </div>
      <SaleNote key={option?.id} product={product} option={option} quantity={quantity} />
    </div>
  );
}

/** Spec §4: "Products may show out of stock, on sale, or only N left." What is sold out the button says. */
function StockLine({ product, option }: OfferProps) {
  const t = useT();
  const stock = stockNote(product, option?.id);
  if (stock?.note !== 'only_left') return null;
  return <p className="text-sm font-bold text-danger">{t('catalog.only_left', { count: stock.left })}</p>;
}

type BuyBarProps = OfferProps & {
  /** How many the button adds. */
  quantity: number;
  /** Chooses how many; null once they are in the cart, or where there are none. */
  onChoose: ((quantity: number) => void) | null;
};

/** At the bottom of phones, where the frame leaves room for it (layout/Frame.tsx). */
function BuyBar({ product, option, quantity, onChoose }: BuyBarProps) {
  return (
    <div className="no-print fixed inset-x-0 bottom-0 z-(--z-sticky) flex flex-wrap items-start gap-x-3 gap-y-1 border-t border-line bg-paper px-4 pt-2 pb-[calc(0.5rem+var(--safe-b))] shadow-2 lg:static lg:z-auto lg:border-0 lg:p-0 lg:shadow-none">
      {onChoose !== null && (
        <QuantityChooser line={{ ...lineOfProduct(product, option), quantity }} onChange={onChoose} />
      )}
      <div className="min-w-0 flex-1 [&_[role=group]]:w-full [&>div>button]:px-3">
        <AddToCartButton product={product} option={option} size="page" quantity={quantity} />
      </div>
      <span className="pt-0.5 lg:hidden">
        <CartButton look="icon" />
      </span>
    </div>
  );
}

/** Halal is a plain word here, its certificate's number stands among the ingredients (ux.md rule 40). */
function Dietary({ product }: { product: Product }) {
  const t = useT();
  if (product.dietary.length === 0) return null;
  return (
    <ul aria-label={t('catalog.dietary')} className="flex flex-wrap gap-2">
      {product.dietary.map(({ slug, name }) => (
        <li key={slug}>
          <LangLink
            to={productsPath(listingQuery({ ...EMPTY_LISTING, dietary: [slug] }))}
            className="inline-flex min-h-8 items-center rounded-pill bg-pandan-50 px-3 text-sm font-semibold text-action-strong hover:underline"
          >
            {name}
          </LangLink>
        </li>
      ))}
    </ul>
  );
}
