/** Opens the cart from the tab bar; shows the cart's amount as its label unless the cart is empty. */
import { formatMoney } from '@shop/core/money';
import { useT } from '../i18n/MessagesProvider.tsx';
import { openCart, useLayout } from '../layout/layout-store.ts';
import { TabFace } from '../layout/TabFace.tsx';
import { CountBadge } from '../ui/CountBadge.tsx';
import { classNames } from '../ui/class-names.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { useCartLabel } from './CartButton.tsx';
import { useCart } from './use-cart.ts';

export function CartTab({ className }: { className: string }) {
  const t = useT();
  const cart = useCart((state) => state.cart);
  const open = useLayout((state) => state.cart);
  const hasItems = cart !== null && cart.items_total > 0;
  return (
    <button type="button" aria-haspopup="dialog" onClick={openCart} className={classNames(className, 'relative')}>
      <VisuallyHidden>{useCartLabel(cart)}</VisuallyHidden>
      {/* Hidden from screen readers, because amount and count are in another order than in the label (WCAG 2.5.3). */}
      <span aria-hidden className="contents">
        <TabFace
          icon={open ? 'basket-fill' : 'basket'}
          active={open}
          label={hasItems ? formatMoney(cart.items_total) : t('layout.cart')}
        />
        <CountBadge count={cart?.items_qty ?? 0} className="absolute start-[55%] top-1" />
      </span>
    </button>
  );
}
