/** Selects the bank or wallet of a payment method; the first one without a choice. */
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Select } from '../../ui/forms/TextInput.tsx';

type ChannelSelectProps = {
  channels: readonly { id: string; name: string }[];
  value: string | null;
  onChange: (id: string) => void;
};

export function ChannelSelect({ channels, value, onChange }: ChannelSelectProps) {
  const t = useT();
  return (
    <Field label={t('checkout.channel')}>
      <Select name="payment_id" value={value ?? channels[0]?.id} onChange={(event) => onChange(event.target.value)}>
        {channels.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
