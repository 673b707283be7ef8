/**
 * Shows the cart in a drawer, as a full sheet on phones (docs/spec.md §2 "Cart view", docs/ux.md#rule-22 to
 * docs/ux.md#rule-25).
 */
import type { Cart } from '@shop/contract/cart';
import { checkoutPath } from '@shop/core/links/paths';
import { formatMoney } from '@shop/core/money';
import { useQuery } from '@tanstack/react-query';
import { BannerStrip } from '../../content/banners/BannerStrip.tsx';
import { bannersQuery } from '../../content/content-queries.ts';
import { lazyHydrated } from '../../hydration/lazy.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { useLayout } from '../../layout/layout-store.ts';
import { LangLink } from '../../links.tsx';
import { EarnsNote } from '../../loyalty/tiers/EarnsNote.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { useShopReached } from '../../ui/connection.ts';
import { ErrorBlock } from '../../ui/EmptyState.tsx';
import { Overlay } from '../../ui/overlay/Overlay.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { clearNotes } from '../sync/cart-store.ts';
import { useFreshCart } from '../use-fresh-cart.ts';
import { AddOnSuggestions } from './AddOnSuggestions.tsx';
import { CartLines } from './CartLines.tsx';
import { CartGrandTotal, TotalRows } from './CartTotals.tsx';
import { EmptyCart } from './EmptyCart.tsx';
import { FreeShippingBar } from './FreeShippingBar.tsx';
import { batchKey, RemovedLinesRow, useRemovedLines } from './removed-lines.tsx';

const CouponField = lazyHydrated(
  () => import('../../checkout/payment/CouponField.tsx').then((file) => file.CouponField),
  <Skeleton className="h-14" />,
);

// Only tall screens have room for the totals beside the lines; elsewhere they scroll with the lines.
const IN_FOOTER_CLASSES = '[@media(height<68rem)]:hidden';
const IN_CONTENT_CLASSES = '[@media(height>=68rem)]:hidden';

const close = () => {
  useLayout.getState().set('cart', false);
  useLayout.getState().set('cartEditing', false);
};

function LinesSkeleton() {
  return (
    <div className="grid gap-4 py-3" aria-hidden>
      <Skeleton className="h-16 rounded-lg" />
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex gap-3">
          <Skeleton className="size-18 rounded-md" />
          <div className="grid flex-1 content-start gap-2">
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-3 w-1/3" />
            <Skeleton className="h-9 w-32 rounded-pill" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Shows the totals and a link to the checkout, or why the checkout is not possible. */
function CheckoutFooter({ cart }: { cart: Cart }) {
  const t = useT();
  const isReached = useShopReached();
  const hasSelection = cart.items.some((line) => line.checkout && line.available);
  return (
    <div className="grid gap-3">
      <TotalRows amounts={cart} className={IN_FOOTER_CLASSES} />
      <CartGrandTotal cart={cart} />
      <EarnsNote points={cart.point_info.earns} />
      {hasSelection && isReached ? (
        <LangLink to={checkoutPath()} className={buttonClass('primary', 'regular', true)}>
          {t('cart.checkout', { amount: formatMoney(cart.estimated_total) })}
        </LangLink>
      ) : (
        <>
          <p className="text-sm text-ink-2">{t(hasSelection ? 'cart.checkout_offline' : 'cart.nothing_selected')}</p>
          <Button wide aria-disabled>
            {t('cart.checkout_plain')}
          </Button>
        </>
      )}
      <Button kind="quiet" size="compact" wide className={IN_FOOTER_CLASSES} onClick={close}>
        {t('cart.continue')}
      </Button>
    </div>
  );
}

export function CartDrawer() {
  const t = useT();
  const open = useLayout((state) => state.cart);
  const { cart, notes, isPending, isError, retry } = useFreshCart();
  const banners = useQuery({ ...bannersQuery(useLang(), 'cart'), enabled: open });
  const removals = useRemovedLines(cart?.items ?? []);
  const hasItems = cart !== null && !cart.isEmpty;
  const leave = () => {
    close();
    removals.clear();
    clearNotes();
  };
  return (
    <Overlay
      open={open}
      onClose={leave}
      title={hasItems ? t('cart.title_count', { count: cart.items_qty }) : t('cart.title')}
      kind="drawer"
      full
      footer={hasItems ? <CheckoutFooter cart={cart} /> : undefined}
    >
      {isPending && <LinesSkeleton />}
      {isError && <ErrorBlock message={cart === null ? undefined : t('cart.stale')} onRetry={retry} className="mb-3" />}
      {hasItems && (
        <div className="grid grid-cols-1 gap-3">
          <FreeShippingBar info={cart.free_shipping_info} />
          <CartLines cart={cart} notes={notes} removals={removals} />
          <AddOnSuggestions cart={cart} />
          {banners.data !== undefined && (
            // Hidden with large text: the footer then scrolls, and a strip that loads later would move it.
            <div className="bars-scroll:hidden">
              <BannerStrip key={String(open)} placement="cart" />
            </div>
          )}
          <CouponField cart={cart} />
          <TotalRows amounts={cart} className={IN_CONTENT_CLASSES} />
        </div>
      )}
      {cart?.isEmpty && (
        <>
          <ul>
            {removals.batches.map((each) => (
              <RemovedLinesRow key={batchKey(each)} lines={each.lines} onUndo={() => void removals.undo(each)} />
            ))}
          </ul>
          <EmptyCart />
        </>
      )}
    </Overlay>
  );
}
