/** The modal view in which a guest gives an email for an alert. */
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import type { AlertData } from '../modals/modal-data.ts';
import { confirmModal } from '../modals/modal-store.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { Form } from '../ui/forms/Form.tsx';
import { FormError } from '../ui/forms/FormError.tsx';
import { EMAIL_TYPING, TextInput } from '../ui/forms/TextInput.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { toast } from '../ui/toasts/toast.ts';

export function GuestAlert({ data }: { data: AlertData }) {
  const t = useT();
  const lang = useLang();
  const form = useForm({
    name: 'alert',
    // The server validates it.
    fields: { email: { start: '' } },
    async send({ email }) {
      await api('alerts.add', { body: { ...data, email }, query: langQuery(lang) });
      toast(t('alerts.sent'), { kind: 'success' });
      confirmModal();
    },
    onFailure: ({ message }) => message || t('alerts.failed'),
  });

  return (
    <Form form={form} className="grid gap-5">
      <p className="text-ink-2">{t('alerts.text')}</p>
      <Field label={t('alerts.email')} {...form.field('email')}>
        <TextInput {...EMAIL_TYPING} {...form.input('email')} type="email" autoComplete="email" />
      </Field>
      <FormError text={form.failure} />
      <Button type="submit" busy={form.busy}>
        {t('alerts.send')}
      </Button>
    </Form>
  );
}
