/** Adds or edits a contact number in its place: title, number, default. */

import { ApiError } from '@shop/contract/api/api-error';
import { isContactNumber, toE164 } from '@shop/core/identity/phone';
import { refusal } from '@shop/core/refusal';
import { refusalText } from '@shop/core/refusal-text';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/forms/Checkbox.tsx';
import { ErrorSummary } from '../ui/forms/ErrorSummary.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { TextInput } from '../ui/forms/TextInput.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { readPhone } from './address-form.ts';
import { type ContactResponse, refreshContacts } from './address-queries.ts';

type ContactNumberFormProps = { contact: ContactResponse | null; onDone: () => void };

export function ContactNumberForm({ contact, onDone }: ContactNumberFormProps) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  const [title, setTitle] = useState(contact?.title ?? '');
  const [number, setNumber] = useState((contact?.number ?? '').replace(/^\+60/, ''));
  const [isDefault, setDefault] = useState(contact?.is_default ?? false);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);

  const phone = readPhone(number);
  const wrongTitle = title.trim() === '' ? t('addresses.contact_title_required') : null;
  const wrongNumber =
    number.trim() === ''
      ? t('addresses.contact_number_required')
      : isContactNumber(phone)
        ? null
        : refusalText(refusal('phone.invalid'), lang);
  const problems = [
    { fieldId: 'contact-title', text: wrongTitle },
    { fieldId: 'contact-number', text: wrongNumber },
  ].flatMap(({ fieldId, text }) => (text === null ? [] : [{ fieldId, text }]));

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (busy || problems.length > 0) return;
    setBusy(true);
    const body = { title: title.trim(), number: toE164(phone) ?? phone, is_default: isDefault };
    const query = langQuery(lang);
    try {
      if (contact === null) await api('addresses.addContact', { body, query });
      else await api('addresses.changeContact', { params: { id: contact.id }, body, query });
      await refreshContacts(queries);
      toast(t('addresses.contact_saved'), { kind: 'success' });
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message || t('addresses.failed'), { kind: 'error' });
      setBusy(false);
    }
  }

  return (
    <form noValidate className="grid gap-4 rounded-lg bg-sunken p-4" onSubmit={(event) => void save(event)}>
      <ErrorSummary problems={problems} attempt={attempt} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          id="contact-title"
          label={t('addresses.contact_title')}
          hint={t('addresses.contact_title_hint')}
          error={attempt > 0 ? wrongTitle : null}
        >
          <TextInput
            name="title"
            value={title}
            maxLength={60}
            autoFocus
            onChange={(event) => setTitle(event.target.value)}
          />
        </Field>
        <Field
          id="contact-number"
          label={t('addresses.contact_number')}
          hint={t('addresses.phone_hint')}
          error={attempt > 0 ? wrongNumber : null}
        >
          <TextInput
            name="number"
            type="tel"
            inputMode="tel"
            prefix="+60"
            dir="ltr"
            value={number}
            maxLength={20}
            onChange={(event) => setNumber(event.target.value)}
          />
        </Field>
      </div>
      {!contact?.is_default && (
        <Checkbox className="-ms-2.5" checked={isDefault} onChange={(event) => setDefault(event.target.checked)}>
          {t('addresses.set_default')}
        </Checkbox>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="compact" busy={busy}>
          {t('addresses.contact_save')}
        </Button>
        <Button kind="secondary" size="compact" onClick={onDone}>
          {t('addresses.cancel')}
        </Button>
      </div>
    </form>
  );
}
