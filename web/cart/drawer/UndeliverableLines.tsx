/** Warns that no method delivers some goods of the order to its destination, and deselects them in one tap. */
import type { Cart, CartItem } from '@shop/contract/cart';
import { lineKey } from '@shop/core/cart/cart';
import { formatPlaceName } from '../../delivery/use-delivery-place.ts';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { cart as cartActions } from '../cart-actions.ts';

/** Lists the lines of the order that no method to the destination carries. */
export const listUndeliverable = ({ items }: Pick<Cart, 'items'>): CartItem[] =>
  items.filter((line) => line.undeliverable && line.checkout && line.available);

export function UndeliverableLines({ cart }: { cart: Pick<Cart, 'items' | 'destination'> }) {
  const t = useT();
  const { destination } = cart;
  const lines = listUndeliverable(cart);
  if (destination === null || lines.length === 0) return null;
  const leaveOut = () => {
    for (const line of lines) void cartActions.update(line, { checkout: false });
  };
  return (
    <section role="alert" className="my-3 grid gap-2 rounded-lg border border-danger p-3 text-sm">
      <p className="font-semibold text-danger">{t('cart.not_carried', { place: formatPlaceName(destination) })}</p>
      <ul>
        {lines.map((line) => (
          <li key={lineKey(line)} dir="auto">
            {line.name}
          </li>
        ))}
      </ul>
      <Button kind="secondary" size="compact" className="justify-self-start" onClick={leaveOut}>
        {t('cart.leave_out', { count: lines.length })}
      </Button>
    </section>
  );
}
