/** Edits the profile fields that need no code; saves in place and confirms with a toast (docs/ux.md#5). */

import { LANGS } from '@shop/core/lang';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { settingsQuery } from '../content/content-queries.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/forms/Checkbox.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { Form } from '../ui/forms/Form.tsx';
import { readStartValues } from '../ui/forms/form-table.ts';
import { Select, TextInput } from '../ui/forms/TextInput.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { toast } from '../ui/toasts/toast.ts';
import { type Me, useReplaceMe } from './me.ts';
import { buildProfileFields } from './profile-form.ts';
import { SavedMessage } from './SavedMessage.tsx';

/** Today in UTC, the latest date that the picker offers. */
const todayUtc = () => new Date().toISOString().slice(0, 10);

type ProfileFormProps = {
  me: Me;
  /** Requires date of birth and gender too, and focuses the first one that is missing. */
  isCompleting: boolean;
  onSaved: () => void;
};

export function ProfileForm({ me, isCompleting, onSaved }: ProfileFormProps) {
  const t = useT();
  const lang = useLang();
  const languages = useQuery(settingsQuery(lang)).data?.languages ?? LANGS;
  const replaceMe = useReplaceMe();
  /** The last saved values; any change hides the confirmation. */
  const [savedValues, setSavedValues] = useState<object | null>(null);
  const form = useForm({
    name: 'profile',
    fields: buildProfileFields(me, isCompleting),
    shows: 'left',
    leadsTo: 'summary',
    async send(body) {
      const response = await api('identity.update', { params: { id: me.id }, body, query: langQuery(lang) });
      replaceMe(response.me);
      const values = readStartValues(buildProfileFields(response.me, isCompleting));
      form.reset(values);
      setSavedValues(values);
      onSaved();
      toast(t('account.saved'), { kind: 'success' });
    },
    onFailure({ message }) {
      toast(message || t('account.failed'), { kind: 'error' });
      return '';
    },
  });
  const { field, input } = form;

  const missingFieldId = form.field(me.date_of_birth === null ? 'date_of_birth' : 'gender').id;
  useEffect(() => {
    if (isCompleting) document.getElementById(missingFieldId)?.focus();
  }, [isCompleting, missingFieldId]);

  return (
    <Form form={form} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2 sm:items-end">
        <Field label={t('account.name')} {...field('name')}>
          <TextInput {...input('name')} autoComplete="name" maxLength={100} />
        </Field>
        <Field label={t('account.display_name')} hint={t('account.display_name_hint')} {...field('display_name')}>
          <TextInput {...input('display_name')} autoComplete="nickname" maxLength={60} />
        </Field>
        <Field optional={!isCompleting} label={t('account.birth')} {...field('date_of_birth')}>
          <TextInput {...input('date_of_birth')} type="date" autoComplete="bday" min="1900-01-01" max={todayUtc()} />
        </Field>
        <Field optional={!isCompleting} label={t('account.gender')} {...field('gender')}>
          <Select {...input('gender')} autoComplete="sex">
            <option value="">{t(isCompleting ? 'account.gender_choose' : 'account.gender_none')}</option>
            <option value="female">{t('account.female')}</option>
            <option value="male">{t('account.male')}</option>
          </Select>
        </Field>
        {languages.length > 1 && (
          <Field label={t('account.mail_lang')} {...field('lang')}>
            <Select {...input('lang')}>
              <option value="en" lang="en">
                English
              </option>
              <option value="zh" lang="zh">
                中文
              </option>
            </Select>
          </Field>
        )}
      </div>
      <Checkbox className="-ms-2.5" {...form.checkbox('marketing_consent')}>
        {t('account.consent')}
      </Checkbox>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={form.busy} className="max-sm:w-full">
          {t('account.save')}
        </Button>
        <SavedMessage saved={savedValues === form.values} />
      </div>
    </Form>
  );
}
