/** Picks a tip for the driver: a preset or a custom amount. */
import { formatShortMoney, type Sen, textToSen } from '@shop/core/money';
import { useState } from 'react';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { TextInput } from '../../ui/forms/TextInput.tsx';
import { checkoutActions, useCheckout } from '../checkout-store.ts';

export function TipPicker({ tips }: { tips: readonly Sen[] }) {
  const t = useT();
  const tip = useCheckout(({ state }) => state.checkoutData.tip ?? 0);
  const tipChoices = [0, ...tips.filter((each) => each > 0)];
  const [typedTip, setTypedTip] = useState<string | null>(tipChoices.includes(tip) ? null : String(tip / 100));
  const amount = typedTip === null ? null : textToSen(typedTip.trim());
  // A shop whose only tip is RM0.00 takes none.
  if (tipChoices.length === 1) return null;
  const isInvalid = typedTip !== null && typedTip.trim() !== '' && (amount === null || amount < 0);

  const type = (text: string) => {
    setTypedTip(text);
    const sen = textToSen(text.trim());
    checkoutActions.setTip(sen !== null && sen > 0 ? sen : 0);
  };
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-2 text-md font-bold">{t('checkout.tip')}</legend>
      <div className="flex flex-wrap gap-2">
        {tipChoices.map((each) => (
          <Chip
            key={each}
            selected={typedTip === null && tip === each}
            onClick={() => {
              setTypedTip(null);
              checkoutActions.setTip(each);
            }}
          >
            {each === 0 ? t('checkout.tip_none') : formatShortMoney(each)}
          </Chip>
        ))}
        <Chip selected={typedTip !== null} onClick={() => type(tip > 0 ? String(tip / 100) : '')}>
          {t('checkout.tip_other')}
        </Chip>
      </div>
      {typedTip !== null && (
        <Field label={t('checkout.tip_amount')} error={isInvalid ? t('checkout.tip_wrong') : null} className="max-w-48">
          <TextInput
            name="tip"
            prefix="RM"
            inputMode="decimal"
            maxLength={6}
            value={typedTip}
            onChange={(event) => type(event.target.value)}
          />
        </Field>
      )}
    </fieldset>
  );
}
