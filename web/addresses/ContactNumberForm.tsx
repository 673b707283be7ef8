/** Adds or edits a contact number inside the list: title, number, default. */

import { isContactNumber, toE164 } from '@shop/core/identity/phone';
import { refusal } from '@shop/core/refusal';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/forms/Checkbox.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { Form } from '../ui/forms/Form.tsx';
import { required, trim } from '../ui/forms/form-table.ts';
import { TextInput } from '../ui/forms/TextInput.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { toast } from '../ui/toasts/toast.ts';
import { normalizeTypedPhone } from './address-form.ts';
import { type ContactResponse, refreshContacts } from './address-queries.ts';

type ContactNumberFormProps = { contact: ContactResponse | null; onDone: () => void };

export function ContactNumberForm({ contact, onDone }: ContactNumberFormProps) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  const form = useForm({
    name: 'contact',
    fields: {
      title: { start: contact?.title ?? '', check: required('addresses.contact_title_required'), normalize: trim },
      number: {
        start: (contact?.number ?? '').replace(/^\+60/, ''),
        check(value: string) {
          if (value.trim() === '') return 'addresses.contact_number_required';
          return isContactNumber(normalizeTypedPhone(value)) ? null : refusal('phone.invalid');
        },
        normalize: (value: string) => toE164(normalizeTypedPhone(value)) ?? normalizeTypedPhone(value),
      },
      is_default: { start: contact?.is_default ?? false },
    },
    shows: 'submitted',
    leadsTo: 'summary',
    async send(body) {
      const query = langQuery(lang);
      if (contact === null) await api('addresses.addContact', { body, query });
      else await api('addresses.changeContact', { params: { id: contact.id }, body, query });
      await refreshContacts(queries);
      toast(t('addresses.contact_saved'), { kind: 'success' });
      onDone();
    },
    onFailure({ message }) {
      toast(message || t('addresses.failed'), { kind: 'error' });
      return '';
    },
  });

  return (
    <Form form={form} className="grid gap-4 rounded-lg bg-sunken p-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('addresses.contact_title')} hint={t('addresses.contact_title_hint')} {...form.field('title')}>
          <TextInput {...form.input('title')} maxLength={60} autoFocus />
        </Field>
        <Field label={t('addresses.contact_number')} hint={t('addresses.phone_hint')} {...form.field('number')}>
          <TextInput {...form.input('number')} type="tel" inputMode="tel" prefix="+60" dir="ltr" maxLength={20} />
        </Field>
      </div>
      {!contact?.is_default && (
        <Checkbox className="-ms-2.5" {...form.checkbox('is_default')}>
          {t('addresses.set_default')}
        </Checkbox>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="compact" busy={form.busy}>
          {t('addresses.contact_save')}
        </Button>
        <Button kind="secondary" size="compact" onClick={onDone}>
          {t('addresses.cancel')}
        </Button>
      </div>
    </Form>
  );
}
