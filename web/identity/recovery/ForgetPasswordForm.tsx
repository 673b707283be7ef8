/** Recovers an account: email or phone, code, new password, signed in (docs/ux.md#5 /forget-password). */

import { ApiError } from '@shop/contract/api/api-error';
import type { ResponseOf } from '@shop/contract/api/client';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api/api.ts';
import { langQuery } from '../../api/query-client.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Form } from '../../ui/forms/Form.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { EMAIL_TYPING, TextInput } from '../../ui/forms/TextInput.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { CodeForm, CodeSentText } from '../contacts/CodeForm.tsx';
import { buildLoginField } from '../login-field.ts';
import { buildNewPasswordField } from '../new-password-field.ts';
import { PasswordInput } from '../PasswordInput.tsx';
import { sendGuestCart, useApplySignIn } from '../sign-in/use-apply-sign-in.ts';

function LoginForm({ login, onLogin }: { login: string; onLogin: (login: string) => Promise<void> }) {
  const t = useT();
  const form = useForm({
    name: 'recover',
    fields: { login: buildLoginField(login) },
    send: (request) => onLogin(request.login),
  });
  return (
    <Form form={form}>
      <p className="text-ink-2">{t('identity.forget_text')}</p>
      <Field label={t('identity.login')} {...form.field('login')}>
        <TextInput {...form.input('login')} autoComplete="username" {...EMAIL_TYPING} />
      </Field>
      <FormError text={form.failure} />
      <Button type="submit" wide busy={form.busy}>
        {t('identity.send_code')}
      </Button>
    </Form>
  );
}

type NewPasswordFormProps = { login: string; onPassword: (password: string) => Promise<void> };

function NewPasswordForm({ login, onPassword }: NewPasswordFormProps) {
  const t = useT();
  const form = useForm({
    name: 'new',
    fields: { password: buildNewPasswordField('identity.new_password_required') },
    send: ({ password }) => onPassword(password),
  });
  return (
    <Form form={form}>
      {/* The user name, for password managers. */}
      <input type="text" name="login" value={login} autoComplete="username" readOnly hidden />
      <Field label={t('identity.new_password')} hint={t('identity.password_hint')} {...form.field('password')}>
        <PasswordInput {...form.input('password')} autoComplete="new-password" autoFocus />
      </Field>
      <FormError text={form.failure} />
      <Button type="submit" wide busy={form.busy}>
        {t('identity.save_password')}
      </Button>
    </Form>
  );
}

type RecoveryRemovals = ResponseOf<'identity.resetPassword'>['removed'];

/** Lists what the recovery removed from the account; the customer continues after reading it. */
function RecoveryNotice({ removed, onDone }: { removed: RecoveryRemovals; onDone: () => void }) {
  const t = useT();
  const summary = useRef<HTMLParagraphElement>(null);
  useEffect(() => summary.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <p ref={summary} tabIndex={-1}>
        {t('identity.recovered')}
      </p>
      <ul className="list-disc ps-5">
        {removed.map((each) => (
          <li key={each}>{t(`identity.recovered_${each}`)}</li>
        ))}
      </ul>
      <Button wide onClick={onDone}>
        {t('identity.continue')}
      </Button>
    </div>
  );
}

type RecoveryStep =
  | { at: 'login' }
  | { at: 'code'; resendIn: number }
  | { at: 'password'; code: string }
  | { at: 'done'; removed: RecoveryRemovals };

type ForgetPasswordFormProps = {
  login: string;
  /** Called when the password is saved and the notice of removed contacts and logins appears. */
  onNotice?: () => void;
  onDone: () => void;
};

export function ForgetPasswordForm({ login: initialLogin, onNotice, onDone }: ForgetPasswordFormProps) {
  const t = useT();
  const query = langQuery(useLang());
  const applySignIn = useApplySignIn();
  const [login, setLogin] = useState(initialLogin);
  const [step, setStep] = useState<RecoveryStep>({ at: 'login' });
  const [failure, setFailure] = useState('');

  const sendCode = async (to: string) =>
    (await api('identity.forgetPassword', { query, body: { login: to } })).resend_in;

  if (step.at === 'login') {
    return (
      <div className="grid gap-4">
        <FormError text={failure} />
        <LoginForm
          login={login}
          onLogin={async (to) => {
            setLogin(to);
            setStep({ at: 'code', resendIn: await sendCode(to) });
          }}
        />
      </div>
    );
  }
  if (step.at === 'code') {
    return (
      <CodeForm
        name="code-recovery"
        label={t('identity.reset_code')}
        required="identity.reset_code_required"
        action={t('identity.continue')}
        resendIn={step.resendIn}
        onResend={() => sendCode(login)}
        onCode={async (code) => {
          await api('identity.verifyRecovery', { query, body: { login, code } });
          setStep({ at: 'password', code });
        }}
      >
        <CodeSentText text={(marks) => t('identity.sent_recovery', marks)} contact={login} />
      </CodeForm>
    );
  }
  if (step.at === 'done') return <RecoveryNotice removed={step.removed} onDone={onDone} />;
  const { code } = step;
  return (
    <NewPasswordForm
      login={login}
      onPassword={async (password) => {
        await sendGuestCart();
        let removed: RecoveryRemovals = [];
        try {
          const response = await api('identity.resetPassword', { query, body: { login, code, password } });
          removed = response.removed;
          applySignIn(response);
        } catch (error) {
          // The code has expired: starts again.
          if (error instanceof ApiError && error.code === 'code.invalid') {
            setFailure(error.message);
            setStep({ at: 'login' });
            return;
          }
          throw error;
        }
        if (removed.length === 0) {
          onDone();
          return;
        }
        setStep({ at: 'done', removed });
        onNotice?.();
      }}
    />
  );
}
