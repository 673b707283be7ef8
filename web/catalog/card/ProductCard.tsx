/** A product's card (docs/ux.md#2.4): picture, price, name, size, one deal line. The whole card is one link. */
import type { ProductRow } from '@shop/contract/catalog';
import { computeUnitPriceAt, formatUnitPrice } from '@shop/core/catalog/unit-price';
import { productPath } from '@shop/core/links/paths';
import { formatMoney } from '@shop/core/money';
import { LazyCardAlert } from '../../alerts/LazyCardAlert.ts';
import { AddToCartButton } from '../../cart/add/AddToCartButton.tsx';
import { LazyRefusalText } from '../../cart/add/LazyRefusalText.ts';
import { useUndeliverablePlace } from '../../delivery/use-undeliverable-place.ts';
import { lazyHydrated } from '../../hydration/lazy.tsx';
import { type T, useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { BACKDROP_CLASSES } from './backdrop.ts';
import { pickCardBadge, pickDealLine, toCardPrice } from './card-facts.ts';
import { PackImage, PICTURE_SIZES } from './PackImage.tsx';
import { PriceTag } from './PriceTag.tsx';
import { useTextLang } from './use-text-lang.ts';

const HeartButton = lazyHydrated(() => import('../../wishlist/HeartButton.tsx').then((file) => file.HeartButton));

type ProductCardProps = {
  product: ProductRow;
  /** `rail` is for a scrolling row of cards with equal widths. */
  variant?: 'grid' | 'rail';
  /** The card is in a page's first row: its picture loads at once; `high` for the first of them. */
  eager?: boolean | 'high';
  /** Offers an alert for a lower price. A sold-out product always offers one for new stock instead. */
  withPriceAlert?: boolean;
};

const FRAME = 'relative flex h-full flex-col rounded-xl border border-line bg-surface';
const CARD = `${FRAME} group transition-colors lg:hover:border-edge`;
const STAGE = 'm-1.5 aspect-square rounded-[17px]';
const BODY = 'flex flex-1 flex-col gap-1 px-2.5 pt-1 pb-3 lg:px-3.5 lg:pb-3.5';

export function ProductCard({ product, variant = 'grid', eager = false, withPriceAlert = false }: ProductCardProps) {
  const textLang = useTextLang(product);
  return (
    <article className={CARD}>
      <div
        className={classNames(
          STAGE,
          'stage-glow relative grid place-items-center overflow-hidden',
          BACKDROP_CLASSES[product.stage],
        )}
      >
        <PackImage
          image={product.image}
          alt=""
          sizes={PICTURE_SIZES[variant === 'rail' ? 'rail' : 'card']}
          eager={eager}
          className={classNames(
            'w-[94%] transition-transform duration-200 lg:group-hover:-translate-y-1',
            product.out_of_stock && 'opacity-55',
          )}
        />
        <ProductBadge product={product} className="absolute start-2 top-2 max-w-[calc(100%-3.25rem)]" />
        <UndeliverableNote product={product} />
      </div>
      <div className={BODY}>
        <PriceTag {...toCardPrice(product)} />
        <h3 className="line-clamp-2 max-3xs:line-clamp-none min-h-[2.6em] text-wrap break-keep wrap-anywhere font-sans text-base leading-[1.3] font-semibold tracking-normal">
          <LangLink
            to={productPath(product.slug)}
            lang={textLang}
            className="after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            {product.name}
          </LangLink>
        </h3>
        <ProductMeta product={product} />
        <CardDealLine product={product} />
        {product.type !== 'voucher' && (product.out_of_stock || withPriceAlert) && (
          <LazyCardAlert product={product} kind={product.out_of_stock ? 'back-in-stock' : 'price-drop'} />
        )}
      </div>
      {/* After the name in reading order, but drawn over the picture's corners. */}
      <div className="pointer-events-none absolute inset-x-0 top-0 flex aspect-square flex-col items-end justify-between p-3.5">
        <div className="pointer-events-auto -me-2 -mt-2 size-11">
          <HeartButton product={product} />
        </div>
        <div className="pointer-events-auto">
          <AddToCartButton product={product} size="card" />
        </div>
      </div>
    </article>
  );
}

const formatDiscount = (t: T, { percent, isUpTo }: { percent: number; isUpTo: boolean }): string =>
  isUpTo ? t('catalog.discount_up_to', { percent }) : `−${percent}%`;

/** The badge on the picture. Screen readers read it with the card. */
function ProductBadge({ product, className }: { product: ProductRow; className: string }) {
  const t = useT();
  const badge = pickCardBadge(product);
  if (badge === null) return null;
  const look = { sold_out: 'ink', discount: 'deal', voucher: 'leaf', bundle: 'leaf', new: 'coin' } as const;
  return (
    <Badge look={look[badge.badge]} className={className}>
      {badge.badge === 'discount' && formatDiscount(t, badge)}
      {badge.badge === 'sold_out' && <LazyRefusalText refused={{ code: 'cart.sold_out' }} />}
      {badge.badge !== 'discount' && badge.badge !== 'sold_out' && t(`catalog.${badge.badge}`)}
    </Badge>
  );
}

/**
 * Note on the picture that the product is not delivered to the shopper's place. It lies above the Add button and the
 * stepper, because it appears once the cart is loaded and must not move anything.
 */
function UndeliverableNote({ product }: { product: ProductRow }) {
  const t = useT();
  const place = useUndeliverablePlace(product);
  if (place === null) return null;
  return (
    <p className="absolute start-2 bottom-14 max-w-[calc(100%-1rem)] rounded-xs bg-surface px-1.5 py-1 text-xs leading-tight font-semibold text-danger">
      {t('catalog.not_delivered', { place })}
    </p>
  );
}

/** The size, or the number of options if there are several, and the unit price: `120 g · RM4.08/100 g`. */
function ProductMeta({ product }: { product: ProductRow }) {
  const t = useT();
  const lang = useLang();
  const { variant, unit_price, variation_options: options } = product;
  const size = options.length > 1 ? t('catalog.choices', { count: options.length }) : variant;
  const unit =
    unit_price === null
      ? null
      : formatUnitPrice(
          { sen: computeUnitPriceAt(toCardPrice(product).price, unit_price), per: unit_price.per },
          lang,
          variant,
        );
  const parts = [size, unit].filter((part) => part !== null);
  if (parts.length === 0) return null;
  // A line may break between size and unit price; the dot that would start the second line is clipped.
  return (
    <p className="overflow-hidden text-xs text-ink-3 tabular-nums">
      <span className="-ms-3 flex flex-wrap">
        {parts.map((part) => (
          <span key={part} className="flex whitespace-nowrap before:w-3 before:text-center before:content-['·']">
            {part}
          </span>
        ))}
      </span>
    </p>
  );
}

function CardDealLine({ product }: { product: ProductRow }) {
  const t = useT();
  const deal = pickDealLine(product);
  if (deal === null) return null;
  if (deal.line === 'only_left') {
    return <p className="text-xs font-bold text-danger">{t('catalog.only_left', { count: deal.left })}</p>;
  }
  if (deal.line === 'minimum') {
    return (
      <p className="min-h-4.5 text-xs text-ink-2">
        <LazyRefusalText refused={{ code: 'cart.min_quantity', params: { min: deal.min } }} />
      </p>
    );
  }
  return (
    <p className="w-fit rounded-xs bg-pandan-50 px-2 py-0.5 text-xs font-bold text-action-strong tabular-nums">
      {t('catalog.tier', { qty: deal.qty, price: formatMoney(deal.price) })}
    </p>
  );
}

/** A placeholder, as high as a card with a meta line. */
export function ProductCardSkeleton() {
  return (
    <div className={FRAME} aria-hidden>
      <Skeleton className={classNames(STAGE, 'rounded-[17px]')} />
      <div className={BODY}>
        <Skeleton className="h-[1.375rem] w-20 lg:h-6" />
        <div className="grid min-h-[2.4375rem] content-center gap-1.5">
          <Skeleton className="h-3.5" />
          <Skeleton className="h-3.5 w-2/3" />
        </div>
        <Skeleton className="h-4.5 w-24" />
      </div>
    </div>
  );
}
