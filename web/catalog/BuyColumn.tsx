/** All that decides a purchase: name, price, choice, delivery, and the button, which phones keep at the bottom. */
import type { Product, VariationOption } from '@shop/contract/catalog';
import { unitPriceText } from '@shop/core/catalog/price';
import { isOutOfStock, stockNote } from '@shop/core/catalog/stock';
import { EMPTY_LISTING, listingQuery } from '@shop/core/links/listing';
import { productsPath } from '@shop/core/links/paths';
import { AddToCartButton } from '../cart/AddToCartButton.tsx';
import { CartButton } from '../cart/CartButton.tsx';
import { useShownCart } from '../cart/shown-cart.ts';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { LangLink } from '../links.tsx';
import { openModal } from '../modals/modal-store.ts';
import { Button } from '../ui/Button.tsx';
import { Badge } from '../ui/Chip.tsx';
import { offerPrice } from './card-facts.ts';
import { PriceTag } from './PriceTag.tsx';
import { productPart } from './product-part.ts';
import { useTextLang } from './text-lang.ts';

const TierLadder = productPart(() => import('./TierLadder.tsx').then((file) => file.TierLadder));
const LimitNotes = productPart(() => import('./LimitNotes.tsx').then((file) => file.LimitNotes));
const OptionPicker = productPart(() => import('./OptionPicker.tsx').then((file) => file.OptionPicker));
const DeliveryBox = productPart(() => import('./DeliveryBox.tsx').then((file) => file.DeliveryBox));

type OfferProps = { product: Product; option: VariationOption | null };
type BuyColumnProps = OfferProps & { preview: boolean };

/** Pieces of a product in the cart, over all its lines flagged for checkout: they decide the tier (readings 4). */
function useQuantityInCart(product: Product): number {
  const cart = useShownCart((state) => state.cart);
  const lines = cart?.items.filter(({ id, checkout }) => id === product.id && checkout) ?? [];
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

export function BuyColumn({ product, option, preview }: BuyColumnProps) {
  const quantity = useQuantityInCart(product);
  return (
    <div className="grid gap-4 lg:sticky lg:top-[calc(var(--h-header)+1rem)] lg:gap-5">
      <Title product={product} option={option} />
      <Price product={product} option={option} quantity={quantity} />
      <TierLadder product={product} option={option} quantity={quantity} />
      {option !== null && <OptionPicker product={product} chosen={option} />}
      <StockLine product={product} option={option} />
      <LimitNotes product={product} />
      {product.type !== 'voucher' && !preview && <BuyBar product={product} option={option} />}
      <DeliveryBox />
      <Dietary product={product} />
    </div>
  );
}

function Title({ product, option }: OfferProps) {
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
      {size !== null && (
        <p lang={textLang} className="text-ink-2">
          {size}
        </p>
      )}
    </header>
  );
}

function Price({ product, option, quantity }: OfferProps & { quantity: number }) {
  const lang = useLang();
  const offer = option ?? product;
  const { price, was, percent } = offerPrice(offer, quantity === 0 ? undefined : quantity);
  const unit = offer.unit_price;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <PriceTag price={price} was={was} size="page" />
      {percent !== null && <Badge>−{percent}%</Badge>}
      {unit !== null && (
        <span className="text-sm text-ink-3 tabular-nums">
          {unitPriceText({ sen: unit.price, per: unit.per }, lang)}
        </span>
      )}
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

/** At the bottom of phones, where the frame leaves room for it (layout/Frame.tsx). */
function BuyBar({ product, option }: OfferProps) {
  const t = useT();
  const hasSimilar = isOutOfStock(product, option?.id) && product.similar.length > 0;
  return (
    <div className="no-print fixed inset-x-0 bottom-0 z-(--z-sticky) flex items-start gap-3 border-t border-line bg-paper px-4 pt-2 pb-[calc(0.5rem+var(--safe-b))] shadow-2 lg:static lg:z-auto lg:border-0 lg:p-0 lg:shadow-none">
      <div className="min-w-0 flex-1 [&_[role=group]]:w-full">
        <AddToCartButton product={product} option={option} size="page" />
      </div>
      {hasSimilar && (
        <Button
          kind="secondary"
          aria-haspopup="dialog"
          onClick={() => openModal('SIMILAR_PRODUCTS', { slug: product.slug })}
        >
          {t('catalog.see_similar')}
        </Button>
      )}
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
