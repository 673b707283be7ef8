/** A product's offer, on its page and in its sheet: price, sale, tiers, options, stock, limits and alert. */
import type { ProductRow, VariationOption } from '@shop/contract/catalog';
import { findStockNote, isOutOfStock } from '@shop/core/catalog/stock';
import { computeUnitPriceAt, formatUnitPrice } from '@shop/core/catalog/unit-price';
import { lazyHydrated } from '../../hydration/lazy.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { MemberPrice } from '../../loyalty/MemberPrice.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { toOfferPrice } from '../card/card-facts.ts';
import { PriceTag } from '../card/PriceTag.tsx';
import { LimitNotes } from './LimitNotes.tsx';
import { OptionPicker } from './OptionPicker.tsx';
import { OtherOptions } from './OtherOptions.tsx';
import { SaleNote } from './SaleNote.tsx';
import { TierLadder } from './TierLadder.tsx';

const AlertButton = lazyHydrated(
  () => import('../../alerts/AlertButton.tsx').then((file) => file.AlertButton),
  <span className="h-11" />,
);

type ProductChoice = { product: ProductRow; option: VariationOption | null };

type OfferPanelProps = ProductChoice & {
  /** Number of units that decides the price: those in the cart and those about to be added. */
  quantity: number;
  /** Receives the choice in a sheet, where it is not in the URL. */
  onChoose?: (option: VariationOption) => void;
};

export function OfferPanel({ product, option, quantity, onChoose }: OfferPanelProps) {
  const isSoldOut = isOutOfStock(product, option?.id);
  return (
    <div className="grid grid-cols-1 gap-4 lg:gap-5">
      <OfferPrice product={product} option={option} quantity={quantity} />
      {!isSoldOut && <TierLadder product={product} option={option} quantity={quantity} />}
      {option !== null && <OptionPicker product={product} chosen={option} onChoose={onChoose} />}
      <OtherOptions product={product} option={option} onChoose={onChoose} />
      <StockNote product={product} option={option} />
      {!isSoldOut && <LimitNotes product={product} />}
      {product.type !== 'voucher' && (
        <AlertButton product={product} option={option?.id ?? null} kind={isSoldOut ? 'back-in-stock' : 'price-drop'} />
      )}
    </div>
  );
}

function OfferPrice({ product, option, quantity }: ProductChoice & { quantity: number }) {
  const t = useT();
  const lang = useLang();
  const offer = option ?? product;
  const { price, was, percent } = toOfferPrice(offer, quantity);
  const unit = offer.unit_price;
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PriceTag price={price} was={was} size="page" />
        {percent !== null && <Badge>−{percent}%</Badge>}
        {product.type === 'voucher' && <Badge look="leaf">{t('catalog.voucher')}</Badge>}
        {unit !== null && (
          <span className="text-sm text-ink-3 tabular-nums">
            {formatUnitPrice(
              { sen: computeUnitPriceAt(price, unit), per: unit.per },
              lang,
              option?.title ?? product.variant,
            )}
          </span>
        )}
        <MemberPrice product={offer} charged={price} />
      </div>
      <SaleNote key={option?.id} product={product} option={option} quantity={quantity} />
    </div>
  );
}

/** Shows that the stock is low. docs/spec.md §4: "Products may show out of stock, on sale, or only N left." */
function StockNote({ product, option }: ProductChoice) {
  const t = useT();
  const note = findStockNote(product, option?.id);
  if (note?.note !== 'only_left') return null;
  return <p className="text-sm font-bold text-danger">{t('catalog.only_left', { count: note.left })}</p>;
}
