/**
 * Changes the quantity of a line in the cart (docs/ux.md#rule-16, docs/ux.md#rule-18): 0 removes it, and at the minimum
 * the minus is a bin.
 */
import type { CartItem } from '@shop/contract/cart';
import { stepDown } from '@shop/core/cart/limits';
import type { Refusal } from '@shop/core/refusal';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { announceCart, cart } from '../cart-actions.ts';
import { Stepper } from './Stepper.tsx';

type QuantityStepperProps = {
  line: CartItem;
  /** `card`: over a card's picture; `line`: in a cart line; `page`: as wide as its container. */
  size?: 'card' | 'line' | 'page';
  /** Called before the line is removed, with the line for an undo. */
  onRemoved?: (line: CartItem) => void;
  /** Focuses the plus on mount, because it replaces the pressed button. */
  focusPlus?: boolean;
};

export function QuantityStepper({ line, size = 'line', onRemoved, focusPlus = false }: QuantityStepperProps) {
  const t = useT();
  const { name } = line;

  /** Makes a change and announces the new quantity, unless it was refused. */
  const change = async (count: number, act: () => Promise<Refusal | null>): Promise<Refusal | null> => {
    // Called before, because the line is gone afterwards.
    if (count === 0) onRemoved?.(line);
    const refusal = await act();
    if (refusal === null) {
      announceCart(count === 0 ? t('cart.said_removed', { name }) : t('cart.said_quantity', { name, count }));
    }
    return refusal;
  };
  const lowerQuantity = stepDown(line);
  return (
    <Stepper
      line={line}
      size={size}
      focusPlus={focusPlus}
      increase={() => change(line.quantity + 1, () => cart.add(line, 1))}
      decrease={() => change(lowerQuantity, () => cart.removeOne(line))}
      // 0 typed into the field removes the line.
      set={(quantity) => change(quantity, () => (quantity === 0 ? cart.remove(line) : cart.update(line, { quantity })))}
      minus={
        lowerQuantity === 0
          ? { icon: 'trash', label: t('cart.remove', { name }) }
          : { icon: 'minus', label: t('cart.one_less', { name }) }
      }
    />
  );
}
