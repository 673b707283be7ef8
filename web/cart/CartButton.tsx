/** The header's way to the cart: amount and count on desktops, an icon with its count on phones. */
import { formatMoney } from '@shop/core/money';
import { useT } from '../i18n/shop-words.tsx';
import { openCart } from '../layout/layout-store.ts';
import { buttonClass } from '../ui/Button.tsx';
import { CountBadge } from '../ui/Chip.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { type CartSummary, useCartSummary } from './use-cart-summary.ts';

/** What a screen reader says of the cart. */
export function useCartLabel(summary: CartSummary | null): string {
  const t = useT();
  if (summary === null || summary.itemsQty === 0) return t('layout.cart_empty_label');
  return t('layout.cart_label', { count: summary.itemsQty, amount: formatMoney(summary.total) });
}

export function CartButton({ look }: { look: 'icon' | 'button' }) {
  const t = useT();
  const summary = useCartSummary();
  const label = useCartLabel(summary);
  const filled = summary !== null && summary.itemsQty > 0;
  if (look === 'icon') {
    return (
      <button
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        onClick={openCart}
        className="press relative grid size-11 place-items-center rounded-pill border border-line bg-surface text-ink-2"
      >
        <Icon name="basket" className="size-[22px]" />
        <CountBadge
          key={summary?.itemsQty}
          count={summary?.itemsQty ?? 0}
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
      <Icon key={summary?.itemsQty} name="basket" className="size-5 animate-bump" />
      <VisuallyHidden>{label}</VisuallyHidden>
      <span aria-hidden>{filled ? `${formatMoney(summary.total)} · ${summary.itemsQty}` : t('layout.cart')}</span>
    </button>
  );
}
