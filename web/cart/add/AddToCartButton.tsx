/**
 * Adds a product with one tap, then shows its stepper (docs/ux.md#rule-16 to docs/ux.md#rule-19). On a card, a product
 * with variations opens its choices and a sold-out one opens similar products.
 */
import type { CartItem } from '@shop/contract/cart';
import type { Product, ProductRow, VariationOption } from '@shop/contract/catalog';
import { isSameLine, sumCheckoutQuantity } from '@shop/core/cart/cart';
import { computeItemPrice } from '@shop/core/catalog/price';
import { isOutOfStock } from '@shop/core/catalog/stock';
import { productPath } from '@shop/core/links/paths';
import { formatMoney } from '@shop/core/money';
import type { Refusal } from '@shop/core/refusal';
import { type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { lazyWithRetry } from '../../hydration/lazy.tsx';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { ModalLink } from '../../modals/ModalLink.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { announceCart, cart, loadCart } from '../cart-actions.ts';
import { useCart } from '../use-cart.ts';
import { LazyRefusalText } from './LazyRefusalText.ts';
import { toCartLine } from './to-cart-line.ts';

const QuantityStepper = lazyWithRetry(() => import('./QuantityStepper.tsx').then((file) => file.QuantityStepper));

type AddToCartButtonProps = {
  product: ProductRow | Product;
  /** The chosen variation; null disables adding if the product has variations. */
  option?: VariationOption | null;
  /** `card` is a round plus on the picture, `page` a button with the amount. */
  size?: 'card' | 'page';
  /** Units added by one press; the minimum sale quantity if not given. */
  quantity?: number;
};

const ROUND_BUTTON_CLASSES =
  'press grid size-11 place-items-center rounded-pill bg-action text-on-action shadow-add hover:bg-action-strong';

const SIMILAR_BUTTON_CLASSES =
  'press inline-flex min-h-11 items-center rounded-pill border border-line bg-surface px-4 text-sm font-semibold shadow-2';

export function AddToCartButton({ product, option = null, size = 'card', quantity }: AddToCartButtonProps) {
  const t = useT();
  const needsChoice = product.variation_options.length > 0 && option === null;
  if (isOutOfStock(product, option?.id)) {
    return (
      <ModalLink
        view="SIMILAR_PRODUCTS"
        data={{ slug: product.slug }}
        to={`${productPath(product.slug)}#similar`}
        // On a product page the name is visible next to the button.
        aria-label={size === 'page' ? undefined : t('cart.similar_to', { name: product.name })}
        className={size === 'page' ? buttonClass('secondary', 'regular', true) : SIMILAR_BUTTON_CLASSES}
      >
        {t(size === 'page' ? 'catalog.see_similar' : 'cart.similar')}
      </ModalLink>
    );
  }
  if (needsChoice && size === 'card') {
    return (
      <ModalLink
        view="PRODUCT_VIEW"
        data={{ product }}
        to={productPath(product.slug)}
        aria-label={t('cart.choose', { name: product.name })}
        className={ROUND_BUTTON_CLASSES}
      >
        <Icon name="plus" className="size-5.5" />
      </ModalLink>
    );
  }
  if (needsChoice)
    return (
      <Button wide aria-disabled>
        {t('cart.choose_option')}
      </Button>
    );
  // The key gives each variation its own state.
  return <LineControl key={option?.id} line={toCartLine(product, option)} size={size} quantity={quantity} />;
}

/** Shows the plus or the stepper of one line, and moves the focus between them. */
function LineControl({
  line,
  size,
  quantity,
}: {
  line: CartItem;
  size: 'card' | 'page';
  quantity: number | undefined;
}) {
  const t = useT();
  const items = useCart((state) => state.cart)?.items ?? [];
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const ownChange = useRef<'added' | 'removed' | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const cartLine = items.find((each) => isSameLine(each, line));
  const isInCart = cartLine !== undefined;
  const count = quantity ?? Math.max(1, line.min_sale_qty);

  useEffect(() => {
    if (!isInCart && ownChange.current === 'removed') button.current?.focus({ preventScroll: true });
    if (!isInCart) ownChange.current = null;
  }, [isInCart]);

  const add = async () => {
    if (busy) return;
    setBusy(true);
    ownChange.current = 'added';
    const result = await cart.add(line, count);
    setBusy(false);
    setRefusal(result);
    if (result === null) announceCart(t('cart.said_quantity', { name: line.name, count }));
  };

  // The tier counts units of other options as well (docs/readings.md#4).
  const otherUnits = sumCheckoutQuantity(items, line.id);
  const amount = computeItemPrice(line, otherUnits + count) * count;
  const plus = (
    <AddButton line={line} size={size} amount={amount} refusal={refusal} buttonRef={button} onAdd={() => void add()} />
  );
  if (cartLine === undefined) return plus;
  return (
    <Suspense fallback={plus}>
      <div className="origin-right transition-all duration-200 starting:scale-x-50 starting:opacity-0 rtl:origin-left">
        <QuantityStepper
          line={cartLine}
          size={size}
          focusPlus={ownChange.current === 'added'}
          onRemoved={() => {
            ownChange.current = 'removed';
          }}
        />
      </div>
    </Suspense>
  );
}

type AddButtonProps = {
  line: CartItem;
  size: 'card' | 'page';
  /** In sen. */
  amount: number;
  refusal: Refusal | null;
  buttonRef: RefObject<HTMLButtonElement | null>;
  onAdd: () => void;
};

function AddButton({ line, size, amount, refusal, buttonRef, onAdd }: AddButtonProps) {
  const t = useT();
  const hintId = useId();
  const describedBy = refusal === null ? undefined : hintId;
  return (
    <div className={classNames('flex flex-col gap-1', size === 'card' && 'items-end')}>
      {size === 'card' ? (
        <button
          ref={buttonRef}
          type="button"
          className={ROUND_BUTTON_CLASSES}
          aria-label={t('cart.add_named', { name: line.name })}
          aria-describedby={describedBy}
          onPointerEnter={() => void loadCart()}
          onClick={onAdd}
        >
          <Icon name="plus" className="size-5.5" />
        </button>
      ) : (
        <Button
          ref={buttonRef}
          wide
          aria-describedby={describedBy}
          onPointerEnter={() => void loadCart()}
          onClick={onAdd}
        >
          {t('cart.add_amount', { amount: formatMoney(amount) })}
        </Button>
      )}
      {refusal !== null && (
        <p
          id={hintId}
          className={classNames(
            'text-2xs font-semibold text-danger',
            size === 'card' && 'max-w-40 rounded-xs bg-surface px-2 py-1 text-end shadow-1',
          )}
        >
          <LazyRefusalText refused={refusal} />
        </p>
      )}
    </div>
  );
}
