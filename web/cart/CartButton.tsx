/** Opens the cart from the header: with amount and count on desktops, an icon with its count on phones. */
import type { Cart } from '@shop/contract/cart';
import { formatMoney } from '@shop/core/money';
import { useT } from '../i18n/MessagesProvider.tsx';
import { openCart } from '../layout/layout-store.ts';
import { buttonClass } from '../ui/Button.tsx';
import { CountBadge } from '../ui/CountBadge.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { useCart } from './use-cart.ts';

/** Returns the label of the cart's button for screen readers. */
export function useCartLabel(cart: Cart | null): string {
  const t = useT();
  if (cart === null || cart.items_qty === 0) return t('layout.cart_empty_label');
  return t('layout.cart_label', { count: cart.items_qty, amount: formatMoney(cart.items_total) });
}

export function CartButton({ look }: { look: 'icon' | 'button' }) {
  const t = useT();
  const cart = useCart((state) => state.cart);
  const label = useCartLabel(cart);
  const hasItems = cart !== null && cart.items_qty > 0;
  if (look === 'icon') {
    return (
      <button
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        onClick={openCart}
        className="press relative grid size-11 place-items-center rounded-pill border border-line bg-surface text-ink-2"
      >
        <Icon name="basket" className="size-5.5" />
        <CountBadge
          key={cart?.items_qty}
          count={cart?.items_qty ?? 0}
          className="absolute -end-1 -top-1 animate-bump"
        />
      </button>
    );
  }
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={openCart}
      className={classNames(buttonClass(), 'whitespace-nowrap tabular-nums')}
    >
      <Icon key={cart?.items_qty} name="basket" className="size-5 animate-bump" />
      <VisuallyHidden>{label}</VisuallyHidden>
      <span aria-hidden>{hasItems ? `${formatMoney(cart.items_total)} · ${cart.items_qty}` : t('layout.cart')}</span>
    </button>
  );
}
