/**
 * Puts a product into the cart with one tap, then is its stepper (ux.md rules 16–19). On a card a product with variations
 * opens its choices; a sold-out one opens similar products.
 */
import type { CartItem } from '@shop/contract/cart';
import type { Product, ProductRow, VariationOption } from '@shop/contract/catalog';
import { isSameLine } from '@shop/core/cart/cart';
import { isOutOfStock } from '@shop/core/catalog/stock';
import { productPath } from '@shop/core/links/paths';
import { formatMoney } from '@shop/core/money';
import type { Refusal } from '@shop/core/refusal';
import { type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { late } from '../deferred.tsx';
import { useT } from '../i18n/shop-words.tsx';
import { ModalLink } from '../modals/ModalLink.tsx';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import { announceCart } from './announcer.ts';
import { LateRefusal } from './LateRefusal.ts';
import { lineOfProduct } from './line-of-product.ts';
import { cartActions, useShownCart, wakeCart } from './shown-cart.ts';

const QuantityStepper = late(() => import('./QuantityStepper.tsx').then((file) => file.QuantityStepper));

type AddToCartButtonProps = {
  product: ProductRow | Product;
  /** The chosen variation; where the product has some and none is chosen nothing can be added yet. */
  option?: VariationOption | null;
  /** `card` is a round plus upon the picture, `page` a button with the amount. */
  size?: 'card' | 'page';
};

const ROUND =
  'press grid size-11 place-items-center rounded-pill bg-action text-on-action shadow-add hover:bg-action-strong';

export function AddToCartButton({ product, option = null, size = 'card' }: AddToCartButtonProps) {
  const t = useT();
  const toChoose = product.variation_options.length > 0 && option === null;
  if (isOutOfStock(product, option?.id)) {
    if (size === 'page')
      return (
        <Button wide aria-disabled>
          <LateRefusal refused={{ code: 'cart.sold_out' }} />
        </Button>
      );
    return (
      <ModalLink
        view="SIMILAR_PRODUCTS"
        data={{ slug: product.slug }}
        to={`${productPath(product.slug)}#similar`}
        aria-label={t('cart.similar_to', { name: product.name })}
        className="press inline-flex min-h-11 items-center rounded-pill border border-line bg-surface px-4 text-sm font-semibold shadow-2"
      >
        {t('cart.similar')}
      </ModalLink>
    );
  }
  if (toChoose && size === 'card') {
    return (
      <ModalLink
        view="PRODUCT_VIEW"
        data={{ product }}
        to={productPath(product.slug)}
        aria-label={t('cart.choose', { name: product.name })}
        className={ROUND}
      >
        <Icon name="plus" className="size-[22px]" />
      </ModalLink>
    );
  }
  if (toChoose)
    return (
      <Button wide aria-disabled>
        {t('cart.choose_option')}
      </Button>
    );
  // Another variation is another line, with a life of its own.
  return <AddLine key={option?.id} line={lineOfProduct(product, option)} size={size} />;
}

/** The plus or the stepper of one line; the focus goes over from one to the other. */
function AddLine({ line, size }: { line: CartItem; size: 'card' | 'page' }) {
  const t = useT();
  const cart = useShownCart((state) => state.cart);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const own = useRef<'added' | 'removed' | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const inCart = cart?.items.find((each) => isSameLine(each, line));
  const isIn = inCart !== undefined;

  useEffect(() => {
    if (!isIn && own.current === 'removed') button.current?.focus({ preventScroll: true });
    if (!isIn) own.current = null;
  }, [isIn]);

  const add = async () => {
    if (busy) return;
    setBusy(true);
    own.current = 'added';
    const quantity = Math.max(1, line.min_sale_qty);
    const why = await (await cartActions()).add(line, 1);
    setBusy(false);
    setRefused(why);
    if (why === null) announceCart(t('cart.said_quantity', { name: line.name, count: quantity }));
  };

  const plus = <AddButton line={line} size={size} refused={refused} buttonRef={button} onAdd={() => void add()} />;
  if (inCart === undefined) return plus;
  return (
    <Suspense fallback={plus}>
      <div className="origin-right transition duration-200 starting:scale-x-50 starting:opacity-0 rtl:origin-left">
        <QuantityStepper
          line={inCart}
          size={size}
          focusPlus={own.current === 'added'}
          onRemoved={() => {
            own.current = 'removed';
          }}
        />
      </div>
    </Suspense>
  );
}

type AddButtonProps = {
  line: CartItem;
  size: 'card' | 'page';
  refused: Refusal | null;
  buttonRef: RefObject<HTMLButtonElement | null>;
  onAdd: () => void;
};

function AddButton({ line, size, refused, buttonRef, onAdd }: AddButtonProps) {
  const t = useT();
  const hintId = useId();
  const minimum: Refusal | null =
    line.min_sale_qty > 1 ? { code: 'cart.min_quantity', params: { min: line.min_sale_qty } } : null;
  const hint = refused ?? (size === 'page' ? minimum : null);
  const count = Math.max(1, line.min_sale_qty);
  const described = hint === null ? undefined : hintId;
  return (
    <div className={classNames('flex flex-col gap-1', size === 'card' && 'items-end')}>
      {size === 'card' ? (
        <button
          ref={buttonRef}
          type="button"
          className={ROUND}
          aria-label={t('cart.add_named', { name: line.name })}
          aria-describedby={described}
          onPointerEnter={wakeCart}
          onClick={onAdd}
        >
          <Icon name="plus" className="size-[22px]" />
        </button>
      ) : (
        <Button ref={buttonRef} wide aria-describedby={described} onPointerEnter={wakeCart} onClick={onAdd}>
          {t('cart.add_amount', { amount: formatMoney(line.final_price * count) })}
        </Button>
      )}
      {hint !== null && (
        <p
          id={hintId}
          className={classNames(
            'text-2xs font-semibold',
            hint === minimum ? 'text-ink-2' : 'text-danger',
            size === 'card' && 'max-w-40 rounded-xs bg-surface px-2 py-1 text-end shadow-1',
          )}
        >
          <LateRefusal refused={hint} />
        </p>
      )}
    </div>
  );
}
