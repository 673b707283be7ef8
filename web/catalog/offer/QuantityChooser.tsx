/** Chooses the quantity to add, next to the button that adds it (docs/ux.md#2.4: "stepper + Add · RM9.80"). */
import type { CartItem } from '@shop/contract/cart';
import { checkLineQuantity, stepUp } from '@shop/core/cart/limits';
import type { Refusal } from '@shop/core/refusal';
import { Stepper } from '../../cart/add/Stepper.tsx';
import { useT } from '../../i18n/MessagesProvider.tsx';

type QuantityChooserProps = {
  /** The line with the chosen quantity. */
  line: CartItem;
  onChange: (quantity: number) => void;
};

export function QuantityChooser({ line, onChange }: QuantityChooserProps) {
  const t = useT();
  const minQuantity = Math.max(1, line.min_sale_qty);
  const choose = (quantity: number): Refusal | null => {
    const next = Math.max(quantity, minQuantity);
    const refusal = checkLineQuantity({ ...line, quantity: next });
    if (refusal === null) onChange(next);
    return refusal;
  };
  return (
    <Stepper
      line={line}
      size="page"
      inRow
      increase={() => choose(stepUp(line))}
      decrease={() => choose(line.quantity - 1)}
      set={choose}
      minus={{
        icon: 'minus',
        label: t('cart.one_less', { name: line.name }),
        disabled: line.quantity <= minQuantity,
      }}
    />
  );
}
