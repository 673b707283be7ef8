/** Selects the bank or wallet of a payment method; without a choice it is chosen on the gateway's page. */
import type { PaymentMethod } from '@shop/contract/payments';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Select } from '../../ui/forms/TextInput.tsx';
import { choosePaymentIcon } from './payment-icon.ts';

type ChannelSelectProps = {
  method: Pick<PaymentMethod, 'code' | 'channels'>;
  value: string | null;
  onChange: (id: string | null) => void;
};

export function ChannelSelect({ method: { code, channels }, value, onChange }: ChannelSelectProps) {
  const t = useT();
  return (
    <Field label={t(choosePaymentIcon(code) === 'wallet' ? 'checkout.choose_wallet' : 'checkout.choose_bank')}>
      <Select name="payment_id" value={value ?? ''} onChange={(event) => onChange(event.target.value || null)}>
        <option value="">{t('checkout.choose_at_gateway')}</option>
        {channels.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
