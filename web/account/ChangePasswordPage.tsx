/** /my-account/change-password: by the old one; other devices are signed out. Who came by Google alone sets a first one. */
import { checkPassword, MAX_PASSWORD_LENGTH } from '@shop/core/identity/password';
import { refusalText } from '@shop/core/refusal-text';
import { type FormEvent, useState } from 'react';
import { ApiError, api } from '../api.ts';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { langQuery } from '../query-client.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { Field } from '../ui/Field.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { toast } from '../ui/toast.ts';
import { AccountCard, AccountPage } from './AccountFrame.tsx';
import { SavedMark } from './SavedMark.tsx';
import { type Me, useShowMe } from './use-account.ts';

type PasswordField = 'old_password' | 'password';

const EMPTY: Readonly<Record<PasswordField, string>> = { old_password: '', password: '' };

/** What both fields lack, in the words of spec §5 "Form messages". */
function usePasswordProblems(typed: Readonly<Record<PasswordField, string>>, needsOld: boolean) {
  const t = useT();
  const lang = useLang();
  const weak = checkPassword(typed.password);
  return {
    old_password: needsOld && typed.old_password === '' ? t('account.old_password_required') : null,
    password:
      typed.password === '' ? t('account.new_password_required') : weak === null ? null : refusalText(weak, lang),
  };
}

function PasswordForm({ me }: { me: Me }) {
  const t = useT();
  const lang = useLang();
  const show = useShowMe();
  const [typed, setTyped] = useState(EMPTY);
  const [seen, setSeen] = useState<ReadonlySet<PasswordField>>(new Set());
  const [refused, setRefused] = useState<ApiError['errors']>({});
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState(false);
  const [shown, setShown] = useState(false);

  const fields: PasswordField[] = me.has_password ? ['old_password', 'password'] : ['password'];
  const missing = usePasswordProblems(typed, me.has_password);
  const textOf = (field: PasswordField) => missing[field] ?? refused[field]?.[0] ?? null;
  const problems = fields.flatMap((field) => {
    const text = textOf(field);
    return text === null ? [] : [{ fieldId: `account-${field}`, text }];
  });
  const input = (field: PasswordField) => ({
    name: field,
    type: shown ? 'text' : 'password',
    value: typed[field],
    maxLength: MAX_PASSWORD_LENGTH,
    onChange: (event: { target: { value: string } }) => {
      setTyped({ ...typed, [field]: event.target.value });
      setRefused({ ...refused, [field]: [] });
      setSaved(false);
    },
    onBlur: () => typed[field] !== '' && setSeen(new Set([...seen, field])),
  });
  const errorOf = (field: PasswordField) => (seen.has(field) ? textOf(field) : null);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setSeen(new Set(fields));
    if (fields.some((field) => missing[field] !== null)) return setAttempt(attempt + 1);
    setBusy(true);
    try {
      const body = { password: typed.password, ...(me.has_password && { old_password: typed.old_password }) };
      await api('identity.changePassword', { body, query: langQuery(lang) });
      show({ ...me, has_password: true });
      setTyped(EMPTY);
      setSeen(new Set());
      setAttempt(0);
      setSaved(true);
      toast(t('account.saved'), { kind: 'success' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const known = fields.some((field) => error.errors[field]?.length);
      const wrong = error.code === 'password.wrong' ? { old_password: [error.message] } : error.errors;
      setRefused(wrong);
      if (known || error.code === 'password.wrong') setAttempt(attempt + 1);
      else toast(error.message || t('account.failed'), { kind: 'error' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate className="grid max-w-md gap-5" onSubmit={(event) => void save(event)}>
      <ErrorSummary problems={problems} attempt={attempt} />
      {/* Password managers keep the new password with this name. */}
      <input type="hidden" name="username" autoComplete="username" value={me.email ?? me.phone ?? ''} readOnly />
      {me.has_password && (
        <Field id="account-old_password" label={t('account.old_password')} error={errorOf('old_password')}>
          <TextInput {...input('old_password')} autoComplete="current-password" />
        </Field>
      )}
      <Field
        id="account-password"
        label={t('account.new_password')}
        hint={t('account.new_password_hint')}
        error={errorOf('password')}
      >
        <TextInput {...input('password')} autoComplete="new-password" />
      </Field>
      <Button kind="quiet" size="compact" className="-my-2 justify-self-start" onClick={() => setShown(!shown)}>
        {t(shown ? 'account.hide_password' : 'account.show_password')}
      </Button>
      <Button type="submit" busy={busy}>
        {t(me.has_password ? 'account.password' : 'account.set_password')}
      </Button>
      <SavedMark saved={saved} text={t('account.password_changed')} />
    </form>
  );
}

export function Component() {
  const t = useT();
  return (
    <AccountPage title={t('account.password')}>
      {(me) => (
        <AccountCard>
          <PasswordForm me={me} />
        </AccountCard>
      )}
    </AccountPage>
  );
}
