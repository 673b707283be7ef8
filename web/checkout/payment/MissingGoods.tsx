/**
 * Choices for goods that turn out to be missing when the order is picked: one for the whole order, and one for each
 * item.
 */
import type { Cart, CartItem } from '@shop/contract/cart';
import { isSameLine, lineKey } from '@shop/core/cart/cart';
import { IF_MISSING, type IfMissing } from '@shop/core/orders/picking';
import { type ChangeEvent, useState } from 'react';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Select } from '../../ui/forms/TextInput.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { type CheckoutRequest, useSaveCheckout } from '../checkout-queries.ts';

type MissingChoices = Pick<Cart, 'if_missing' | 'if_missing_lines'>;

const toIfMissing = ({ target }: ChangeEvent<HTMLSelectElement>): IfMissing | undefined =>
  IF_MISSING.find((each) => each === target.value);

export function MissingGoods({ cart, lines }: { cart: MissingChoices; lines: readonly CartItem[] }) {
  const t = useT();
  const save = useSaveCheckout();
  // Shows a choice at once, before the cart is saved with it.
  const [choices, setChoices] = useState<MissingChoices>(cart);

  async function choose(change: CheckoutRequest & Partial<MissingChoices>): Promise<void> {
    setChoices((before) => ({ ...before, ...change }));
    if ('error' in (await save(change))) setChoices(cart);
  }

  function chooseLine(line: CartItem, if_missing: IfMissing | undefined): void {
    const { id, variation_option_id } = line;
    const others = choices.if_missing_lines.filter((each) => !isSameLine(each, line));
    const own = if_missing === undefined ? [] : [{ id, variation_option_id, if_missing }];
    void choose({ if_missing_lines: [...others, ...own] });
  }

  const options = IF_MISSING.map((each) => (
    <option key={each} value={each}>
      {t(`checkout.if_missing_${each}`)}
    </option>
  ));
  return (
    <section className="grid grid-cols-1 gap-2">
      <Field label={t('checkout.if_missing')} hint={t('checkout.if_missing_hint')}>
        <Select
          name="if_missing"
          value={choices.if_missing}
          onChange={(event) => void choose({ if_missing: toIfMissing(event) ?? choices.if_missing })}
        >
          {options}
        </Select>
      </Field>
      {lines.length > 1 && (
        <details className="group">
          <summary className="flex min-h-11 w-fit items-center gap-1 text-sm font-semibold text-action-strong">
            {t('checkout.if_missing_lines')}
            <Icon name="caret-down" className="size-4 group-open:rotate-180" />
          </summary>
          <ul aria-label={t('checkout.if_missing_lines')} className="grid grid-cols-1 gap-3 pt-1">
            {lines.map((line) => (
              <li key={lineKey(line)}>
                <Field label={line.name}>
                  <Select
                    name="if_missing_line"
                    value={choices.if_missing_lines.find((each) => isSameLine(each, line))?.if_missing ?? ''}
                    onChange={(event) => chooseLine(line, toIfMissing(event))}
                  >
                    <option value="">{t('checkout.if_missing_same')}</option>
                    {options}
                  </Select>
                </Field>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
