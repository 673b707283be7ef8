/** Edits the profile fields that need no code; saves in place and confirms with a toast (docs/ux.md#5). */

import { ApiError } from '@shop/contract/api/api-error';
import { LANGS } from '@shop/core/lang';
import { refusal } from '@shop/core/refusal';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { settingsQuery } from '../content/content-queries.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { useRefusalText } from '../identity/use-form.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/forms/Checkbox.tsx';
import { ErrorSummary } from '../ui/forms/ErrorSummary.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { Select, TextInput } from '../ui/forms/TextInput.tsx';
import { toast } from '../ui/toasts/toast.ts';
import {
  PROFILE_FIELDS,
  type ProfileField,
  profileChanges,
  profileOf,
  requiredProblems,
  type ProfileForm as Typed,
} from './profile-form.ts';
import { SavedMessage } from './SavedMessage.tsx';
import { type Me, useReplaceMe } from './use-account.ts';

const fieldId = (field: ProfileField) => `profile-${field}`;

/** Messages of a required field that is empty: of the API's refusals, and of this form alone. */
const REFUSALS = { name: 'name.required', display_name: 'name.display_required' } as const;
const REQUIRED = { date_of_birth: 'account.birth_required', gender: 'account.gender_required' } as const;

/** Today in UTC, the latest date that the picker offers. */
const today = () => new Date().toISOString().slice(0, 10);

type ProfileFormProps = {
  me: Me;
  /** Requires date of birth and gender too, and focuses the first that is missing. */
  isCompleting: boolean;
  onSaved: () => void;
};

export function ProfileForm({ me, isCompleting, onSaved }: ProfileFormProps) {
  const t = useT();
  const lang = useLang();
  const languages = useQuery(settingsQuery(lang)).data?.languages ?? LANGS;
  const show = useReplaceMe();
  const sayRefusal = useRefusalText();
  const [typed, setTyped] = useState<Typed>(() => profileOf(me));
  const [seen, setSeen] = useState<ReadonlySet<ProfileField>>(new Set());
  const [refused, setRefused] = useState<ApiError['errors']>({});
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState(false);

  const firstMissing = me.date_of_birth === null ? 'date_of_birth' : 'gender';
  useEffect(() => {
    if (isCompleting) document.getElementById(fieldId(firstMissing))?.focus();
  }, [isCompleting, firstMissing]);

  const missing = requiredProblems(typed, isCompleting);
  const textOf = (field: ProfileField): string | null => {
    const empty = missing.find((each) => each === field);
    if (empty === undefined) return refused[field]?.[0] ?? null;
    return empty === 'name' || empty === 'display_name' ? sayRefusal(refusal(REFUSALS[empty])) : t(REQUIRED[empty]);
  };
  const problems = PROFILE_FIELDS.flatMap((field) => {
    const text = textOf(field);
    return text === null ? [] : [{ fieldId: fieldId(field), text }];
  });
  const field = (name: ProfileField) => ({ id: fieldId(name), error: seen.has(name) ? textOf(name) : null });
  const change = (part: Partial<Typed>) => {
    setTyped({ ...typed, ...part });
    setRefused({});
    setSaved(false);
  };
  const input = (name: Exclude<ProfileField, 'marketing_consent'>) => ({
    name,
    value: typed[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    onBlur: () => setSeen(new Set([...seen, name])),
  });

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setSeen(new Set(PROFILE_FIELDS));
    if (missing.length > 0) return setAttempt(attempt + 1);
    setBusy(true);
    try {
      const request = { params: { id: me.id }, body: profileChanges(typed), query: langQuery(lang) };
      const response = await api('identity.update', request);
      show(response.me);
      setTyped(profileOf(response.me));
      setAttempt(0);
      setSaved(true);
      onSaved();
      toast(t('account.saved'), { kind: 'success' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error.errors);
      setAttempt(attempt + 1);
      if (Object.keys(error.errors).length === 0) toast(error.message || t('account.failed'), { kind: 'error' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void save(event)}>
      <ErrorSummary problems={problems} attempt={attempt} />
      <div className="grid gap-5 sm:grid-cols-2 sm:items-end">
        <Field label={t('account.name')} {...field('name')}>
          <TextInput {...input('name')} autoComplete="name" maxLength={100} />
        </Field>
        <Field label={t('account.display_name')} hint={t('account.display_name_hint')} {...field('display_name')}>
          <TextInput {...input('display_name')} autoComplete="nickname" maxLength={60} />
        </Field>
        <Field optional={!isCompleting} label={t('account.birth')} {...field('date_of_birth')}>
          <TextInput {...input('date_of_birth')} type="date" autoComplete="bday" min="1900-01-01" max={today()} />
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
      <Checkbox
        className="-ms-2.5"
        name="marketing_consent"
        checked={typed.marketing_consent}
        onChange={(event) => change({ marketing_consent: event.target.checked })}
      >
        {t('account.consent')}
      </Checkbox>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={busy} className="max-sm:w-full">
          {t('account.save')}
        </Button>
        <SavedMessage saved={saved} />
      </div>
    </form>
  );
}
