/**
 * The stepper of a line that is in the cart (docs/ux.md#rule-16, docs/ux.md#rule-18): 0 removes, and the minimum's minus is a bin.
 */
import type { CartItem } from '@shop/contract/cart';
import { stepDown } from '@shop/core/cart/limits';
import type { Refusal } from '@shop/core/refusal';
import { useT } from '../i18n/shop-words.tsx';
import { announceCart } from './announcer.ts';
import { Stepper } from './Stepper.tsx';
import { useCartActions } from './use-cart-actions.ts';

type QuantityStepperProps = {
  line: CartItem;
  /** `card` floats upon a picture, `line` stands in the cart, `page` fills its place. */
  size?: 'card' | 'line' | 'page';
  /** The last piece was taken out; the line as it was, for an undo. */
  onRemoved?: (line: CartItem) => void;
  /** Takes the focus when it appears: it stands where the pressed button was. */
  focusPlus?: boolean;
};

export function QuantityStepper({ line, size = 'line', onRemoved, focusPlus = false }: QuantityStepperProps) {
  const t = useT();
  const actions = useCartActions();
  const { name } = line;

  /** Says what it came to, unless it was refused. */
  const told = (why: Refusal | null, count: number): Refusal | null => {
    if (why !== null) return why;
    if (count === 0) onRemoved?.(line);
    announceCart(count === 0 ? t('cart.said_removed', { name }) : t('cart.said_quantity', { name, count }));
    return null;
  };
  const removes = stepDown(line) === 0;
  return (
    <Stepper
      line={line}
      size={size}
      focusPlus={focusPlus}
      more={async () => told(await actions.add(line, 1), line.quantity + 1)}
      less={() => told(actions.removeOne(line), stepDown(line))}
      // 0 typed into the field removes the line.
      set={(quantity) => told(quantity === 0 ? actions.remove(line) : actions.setQuantity(line, quantity), quantity)}
      minus={
        removes
          ? { icon: 'trash', label: t('cart.remove', { name }) }
          : { icon: 'minus', label: t('cart.one_less', { name }) }
      }
    />
  );
}
