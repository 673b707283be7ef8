/** Email, password and, once the API requires it, the code of the second factor. */

import { Alert, Button, TextField } from '@mui/material';
import { ApiError } from '@shop/contract/api/api-error';
import { type FormEvent, useState } from 'react';
import type { Credentials } from '../api/auth-provider.ts';
import { type PlainKey, useText } from '../i18n/text.ts';
import { formatError } from '../ui/format-error.ts';

type MissingFields = Partial<Record<keyof Credentials, PlainKey>>;

/** `email` is the account that is already signed in: only its password is required. */
export function SignInForm({
  email,
  submit,
  onSubmit,
}: {
  email?: string;
  submit: string;
  onSubmit(credentials: Credentials): Promise<unknown>;
}) {
  const t = useText();
  const [values, setValues] = useState({ email: email ?? '', password: '', code: '' });
  const [hasCode, setHasCode] = useState(false);
  const [missing, setMissing] = useState<MissingFields>({});
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);

  const checkValues = (): MissingFields => ({
    ...(values.email.trim() === '' && { email: 'sign_in.email_needed' as const }),
    ...(values.password === '' && { password: 'sign_in.password_needed' as const }),
    ...(hasCode && values.code.trim() === '' && { code: 'sign_in.code_needed' as const }),
  });

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const missingFields = checkValues();
    setMissing(missingFields);
    setFailure('');
    if (Object.keys(missingFields).length > 0 || isBusy) return;
    setBusy(true);
    try {
      const code = values.code.trim();
      await onSubmit({ email: values.email.trim(), password: values.password, ...(hasCode && { code }) });
    } catch (error) {
      const needsCode = error instanceof ApiError && error.code === 'auth.second_factor';
      // The first response may only say that a code is required, which is no failure.
      if (!needsCode || hasCode) setFailure(formatError(error, t));
      if (needsCode) setHasCode(true);
    } finally {
      setBusy(false);
    }
  };

  const buildField = (name: keyof typeof values) => ({
    name,
    label: t(`sign_in.${name}`),
    value: values[name],
    error: missing[name] !== undefined,
    helperText: missing[name] === undefined ? undefined : t(missing[name]),
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });

  return (
    <form className="fields" onSubmit={send} noValidate>
      {failure !== '' && <Alert severity="error">{failure}</Alert>}
      {email === undefined && <TextField {...buildField('email')} type="email" autoComplete="username" autoFocus />}
      <TextField
        {...buildField('password')}
        type="password"
        autoComplete="current-password"
        autoFocus={email !== undefined}
      />
      {hasCode && (
        <TextField
          {...buildField('code')}
          helperText={missing.code === undefined ? t('sign_in.code_hint') : t(missing.code)}
          autoComplete="one-time-code"
          slotProps={{ htmlInput: { inputMode: 'text', autoCapitalize: 'none' } }}
          autoFocus
        />
      )}
      <Button type="submit" variant="contained" size="large" loading={isBusy}>
        {submit}
      </Button>
    </form>
  );
}
