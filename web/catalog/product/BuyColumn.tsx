/** Name, price, options, delivery and the button, which stays at the bottom on phones. */
import type { Product, VariationOption } from '@shop/contract/catalog';
import { isOutOfStock } from '@shop/core/catalog/stock';
import { EMPTY_LIST_STATE, formatListState } from '@shop/core/links/list-state';
import { productsPath } from '@shop/core/links/paths';
import { AddToCartButton } from '../../cart/add/AddToCartButton.tsx';
import { toCartLine } from '../../cart/add/to-cart-line.ts';
import { CartButton } from '../../cart/CartButton.tsx';
import { lazyHydrated } from '../../hydration/lazy.tsx';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Name } from '../../i18n/Name.tsx';
import { LangLink } from '../../links.tsx';
import { registerBar } from '../../ui/bars.ts';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toOfferPrice } from '../card/card-facts.ts';
import { useTextLang } from '../card/use-text-lang.ts';
import { type Quantities, useQuantities } from '../offer/use-quantities.ts';

const OfferPanel = lazyHydrated(
  () => import('../offer/OfferPanel.tsx').then((file) => file.OfferPanel),
  <Skeleton className="h-24 w-full" />,
);
const QuantityChooser = lazyHydrated(() => import('../offer/QuantityChooser.tsx').then((file) => file.QuantityChooser));
const ProductEarns = lazyHydrated(() => import('../../loyalty/tiers/EarnsNote.tsx').then((file) => file.ProductEarns));
const HeartButton = lazyHydrated(() => import('../../wishlist/HeartButton.tsx').then((file) => file.HeartButton));
const DeliveryBox = lazyHydrated(() => import('./DeliveryBox.tsx').then((file) => file.DeliveryBox));

type OfferProps = { product: Product; option: VariationOption | null };

export function BuyColumn({ product, option, isPreview }: OfferProps & { isPreview: boolean }) {
  const isVoucher = product.type === 'voucher';
  const isBuyable = !isPreview;
  const quantities = useQuantities(product, option, isBuyable);
  return (
    <div className="grid grid-cols-1 gap-4 lg:sticky lg:top-[calc(var(--h-header)+1rem)] lg:gap-5">
      <div className="flex items-start justify-between gap-3">
        <ProductTitle product={product} option={option} />
        {!isPreview && (
          <div className="size-11 shrink-0">
            <HeartButton product={product} look="page" />
          </div>
        )}
      </div>
      <OfferPanel product={product} option={option} quantity={quantities.tierQuantity} />
      {isBuyable && !isOutOfStock(product, option?.id) && (
        <ProductEarns price={toOfferPrice(option ?? product, quantities.tierQuantity).price * quantities.quantity} />
      )}
      {isBuyable && <BuyBar product={product} option={option} quantities={quantities} />}
      {!isVoucher && !isOutOfStock(product, option?.id) && <DeliveryBox product={product} />}
      <DietaryNeeds product={product} />
    </div>
  );
}

/** Maximum length of a name in the large font, in characters. */
const MAX_LARGE_NAME_LENGTH = 80;

function ProductTitle({ product, option }: OfferProps) {
  const textLang = useTextLang(product);
  const size = option?.title ?? (product.type === 'voucher' ? null : product.variant);
  return (
    <header className="grid min-w-0 grid-cols-1 gap-1">
      {product.brand !== null && (
        <LangLink
          to={productsPath(formatListState({ ...EMPTY_LIST_STATE, brands: [product.brand.id] }))}
          className="inline-flex min-h-8 w-fit items-center text-sm font-bold text-action-strong hover:underline"
        >
          <Name>{product.brand.name}</Name>
        </LangLink>
      )}
      <h1
        lang={textLang}
        className={classNames(
          'break-keep wrap-anywhere',
          product.name.length > MAX_LARGE_NAME_LENGTH ? 'text-base lg:text-xl' : 'text-xl lg:text-2xl',
        )}
      >
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

/**
 * The bar at the bottom on phones, for which `layout/TabBar.tsx` leaves space: quantity and button; once the product is
 * in the cart, stepper and cart.
 */
function BuyBar({ product, option, quantities }: OfferProps & { quantities: Quantities }) {
  const { quantity, setQuantity } = quantities;
  return (
    <div
      data-buy-bar
      ref={registerBar}
      className="no-print fixed bars-scroll:static bars-scroll:-mx-4 md:bars-scroll:-mx-6 lg:bars-scroll:mx-0 inset-x-0 bottom-0 z-(--z-sticky) flex flex-wrap items-start gap-x-3 gap-y-1 border-t border-line bg-paper px-4 pt-2 pb-[calc(0.5rem+var(--safe-b))] shadow-2 lg:static lg:z-auto lg:border-0 lg:p-0 lg:[box-shadow:none]"
    >
      {setQuantity !== null && (
        <QuantityChooser line={{ ...toCartLine(product, option), quantity }} onChange={setQuantity} />
      )}
      <div className="min-w-0 flex-[1_1_9rem] [&_[role=group]]:w-full">
        <AddToCartButton product={product} option={option} size="page" quantity={quantity} />
      </div>
      {setQuantity === null && (
        <span className="lg:hidden">
          <CartButton look="icon" />
        </span>
      )}
    </div>
  );
}

/** Halal is plain text here; the certificate's number is shown with the ingredients (docs/ux.md#rule-40). */
function DietaryNeeds({ product }: { product: Product }) {
  const t = useT();
  if (product.dietary.length === 0) return null;
  return (
    <ul aria-label={t('catalog.dietary')} className="flex flex-wrap gap-2">
      {product.dietary.map(({ slug, name }) => (
        <li key={slug}>
          <LangLink
            to={productsPath(formatListState({ ...EMPTY_LIST_STATE, dietary: [slug] }))}
            className="inline-flex min-h-8 items-center rounded-pill bg-pandan-50 px-3 text-sm font-semibold text-action-strong hover:underline"
          >
            {name}
          </LangLink>
        </li>
      ))}
    </ul>
  );
}
