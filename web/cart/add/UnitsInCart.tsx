/** Shows the number of units of a product in the cart, and opens the cart from a sheet. */
import { useT } from '../../i18n/MessagesProvider.tsx';
import { confirmModal } from '../../modals/modal-store.ts';
import { Button } from '../../ui/Button.tsx';
import { useCart } from '../use-cart.ts';

export function UnitsInCart({ productId }: { productId: string }) {
  const t = useT();
  const items = useCart((state) => state.cart)?.items ?? [];
  const count = items.reduce((sum, line) => sum + (line.id === productId ? line.quantity : 0), 0);
  const view = () => {
    confirmModal();
    // Opens once the sheet's history entry is gone, because going back then would close the drawer.
    useCart.setState({ opensOnArrival: true });
  };
  return (
    <p role="status" className="flex flex-wrap items-center text-sm empty:hidden">
      {count > 0 && (
        <>
          <span className="font-semibold">{t('cart.in_cart', { count })}</span>
          <span aria-hidden className="mx-2">
            ·
          </span>
          <Button kind="quiet" size="compact" className="px-0" onClick={view}>
            {t('cart.view')}
          </Button>
        </>
      )}
    </p>
  );
}
