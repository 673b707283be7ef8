/** The modal view in which a guest gives an email for an alert. */
import { ApiError } from '@shop/contract/api/api-error';
import { type FormEvent, useState } from 'react';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import type { AlertData } from '../modals/modal-data.ts';
import { confirmModal } from '../modals/modal-store.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { FormError } from '../ui/forms/FormError.tsx';
import { EMAIL_TYPING, TextInput } from '../ui/forms/TextInput.tsx';
import { toast } from '../ui/toasts/toast.ts';

export function GuestAlert({ data }: { data: AlertData }) {
  const t = useT();
  const lang = useLang();
  const [email, setEmail] = useState('');
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await api('alerts.add', { body: { ...data, email }, query: langQuery(lang) });
      toast(t('alerts.sent'), { kind: 'success' });
      confirmModal();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message || t('alerts.failed'));
      setBusy(false);
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <p className="text-ink-2">{t('alerts.text')}</p>
      <Field label={t('alerts.email')}>
        <TextInput
          {...EMAIL_TYPING}
          type="email"
          name="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <FormError text={failure} />
      <Button type="submit" busy={busy}>
        {t('alerts.send')}
      </Button>
    </form>
  );
}
