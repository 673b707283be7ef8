/** Modal view "delivery postcode": sets the postcode before there is an address. */
import { refusal } from '@shop/core/refusal';
import { useQueryClient } from '@tanstack/react-query';
import { isZip, readZip } from '../addresses/address-form.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Form } from '../identity/FormParts.tsx';
import { useForm } from '../identity/use-form.ts';
import type { DeliveryZipData } from '../modals/modal-data.ts';
import { confirmModal } from '../modals/modal-store.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { FormError } from '../ui/forms/FormError.tsx';
import { TextInput } from '../ui/forms/TextInput.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { saveDeliveryZip } from './save-delivery-zip.ts';

export function DeliveryZipForm({ data }: { data: DeliveryZipData }) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  const form = useForm<'zip'>({
    name: 'delivery',
    start: { zip: data.zip ?? '' },
    validate({ zip }) {
      if (zip.trim() === '') return { zip: t('delivery.zip_required') };
      return isZip(readZip(zip)) ? {} : { zip: refusal('address.zip_unknown', { zip: readZip(zip) }) };
    },
    async send(typed) {
      const zip = readZip(typed.zip);
      await saveDeliveryZip(queries, lang, zip);
      confirmModal();
      toast(t('delivery.zip_saved', { zip }), { kind: 'success' });
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
