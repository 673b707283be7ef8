/** Modal view "delivery postcode": sets the postcode of the delivery before the shopper enters an address. */
import { formatMoney } from '@shop/core/money';
import { refusal } from '@shop/core/refusal';
import { useQueryClient } from '@tanstack/react-query';
import { isZip, normalizeZip } from '../addresses/address-form.ts';
import { type T, useLang, useT } from '../i18n/MessagesProvider.tsx';
import type { DeliveryZipData } from '../modals/modal-data.ts';
import { confirmModal } from '../modals/modal-store.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { Form } from '../ui/forms/Form.tsx';
import { FormError } from '../ui/forms/FormError.tsx';
import { TextInput } from '../ui/forms/TextInput.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { toast } from '../ui/toasts/toast.ts';
import { saveDeliveryZip } from './save-delivery-zip.ts';
import type { DeliveryTerms } from './use-delivery-place.ts';

/** Returns the confirmation, such as "Delivery to Kota Kinabalu: RM15.00, free from RM120.00". */
function formatConfirmation({ place, fee, freeFrom }: DeliveryTerms, t: T): string {
  if (fee === null) return t('delivery.saved_none', { place });
  const amounts = { place, fee: formatMoney(fee) };
  return freeFrom === null
    ? t('delivery.saved', amounts)
    : t('delivery.saved_free_from', { ...amounts, amount: formatMoney(freeFrom) });
}

export function DeliveryZipForm({ data }: { data: DeliveryZipData }) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  const form = useForm({
    name: 'delivery',
    fields: {
      zip: {
        start: data.zip ?? '',
        check(value: string) {
          if (value.trim() === '') return 'delivery.zip_required';
          return isZip(normalizeZip(value)) ? null : refusal('address.zip_unknown', { zip: normalizeZip(value) });
        },
        normalize: normalizeZip,
      },
    },
    async send({ zip }) {
      const terms = await saveDeliveryZip(queries, lang, zip);
      confirmModal();
      toast(formatConfirmation(terms, t), { kind: 'success' });
    },
  });
  return (
    <Form form={form}>
      <Field label={t('addresses.zip')} hint={t('delivery.zip_hint')} {...form.field('zip')}>
        <TextInput
          {...form.input('zip')}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={8}
          autoFocus
          dir="ltr"
        />
      </Field>
      <FormError text={form.failure} />
      <Button type="submit" wide busy={form.busy}>
        {t('delivery.zip_save')}
      </Button>
    </Form>
  );
}
