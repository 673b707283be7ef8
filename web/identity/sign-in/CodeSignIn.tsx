/** Signs in by a one-time code to an email or phone that the account has proven (docs/readings.md#89). */
import { forgetPasswordPath } from '@shop/core/links/paths';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { langQuery } from '../../api/query-client.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { ModalLink } from '../../modals/ModalLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Form } from '../../ui/forms/Form.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { EMAIL_TYPING, TextInput } from '../../ui/forms/TextInput.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { CodeForm, CodeSentText } from '../contacts/CodeForm.tsx';
import { requestCode } from '../contacts/request-code.ts';
import { OrDivider } from '../IdentityCard.tsx';
import { buildLoginField } from '../login-field.ts';
import { sendGuestCart, useApplySignIn } from './use-apply-sign-in.ts';

type LoginFormProps = {
  login: string;
  remember: boolean;
  onRemember: (remember: boolean) => void;
  onLogin: (login: string) => Promise<void>;
  onPassword: (login: string) => void;
};

function LoginForm({ login, remember, onRemember, onLogin, onPassword }: LoginFormProps) {
  const t = useT();
  const form = useForm({
    name: 'sign-in-by-code',
    fields: { login: buildLoginField(login) },
    send: (request) => onLogin(request.login),
  });
  return (
    <div className="grid gap-4">
      <Form form={form}>
        <p className="text-ink-2">{t('identity.by_code_text')}</p>
        <Field label={t('identity.login')} {...form.field('login')}>
          <TextInput {...form.input('login')} autoComplete="username" {...EMAIL_TYPING} autoFocus />
        </Field>
        <Checkbox checked={remember} onChange={(event) => onRemember(event.target.checked)} className="-ms-2.5">
          {t('identity.remember')}
        </Checkbox>
        <FormError text={form.failure} />
        <Button type="submit" wide busy={form.busy}>
          {t('identity.send_code')}
        </Button>
      </Form>
      <OrDivider />
      <Button kind="secondary" wide onClick={() => onPassword(form.values.login)}>
        {t('identity.by_password')}
      </Button>
    </div>
  );
}

type CodeSignInProps = {
  login: string;
  onDone?: (() => void) | undefined;
  /** Called with the typed login when the shopper prefers a password. */
  onPassword: (login: string) => void;
};

export function CodeSignIn({ login: initialLogin, onDone, onPassword }: CodeSignInProps) {
  const t = useT();
  const query = langQuery(useLang());
  const applySignIn = useApplySignIn();
  const [remember, setRemember] = useState(true);
  const [sentCode, setSentCode] = useState<{ login: string; resendIn: number } | null>(null);

  const sendCode = (login: string) =>
    requestCode(
      'sign-in',
      async () => (await api('identity.sendSignInCode', { query, body: { login } })).resend_in,
      (resendIn) => resendIn,
    );

  if (sentCode === null) {
    return (
      <LoginForm
        login={initialLogin}
        remember={remember}
        onRemember={setRemember}
        onLogin={async (login) => setSentCode({ login, resendIn: await sendCode(login) })}
        onPassword={onPassword}
      />
    );
  }
  const { login, resendIn } = sentCode;
  return (
    <div className="grid gap-4">
      <CodeForm
        name="code-sign-in"
        label={t('identity.code')}
        required="identity.code_required"
        action={t('layout.sign_in')}
        resendIn={resendIn}
        onResend={() => sendCode(login)}
        onCode={async (code) => {
          await sendGuestCart();
          applySignIn(await api('identity.signIn', { query, body: { login, code, remember } }));
          onDone?.();
        }}
      >
        <CodeSentText text={(marks) => t('identity.sent_sign_in', marks)} contact={login} />
      </CodeForm>
      <div className="border-t border-line pt-3 text-sm text-ink-2">
        <p>{t('identity.no_code')}</p>
        <div className="flex flex-wrap gap-x-5">
          <Button kind="quiet" size="compact" className="px-0!" onClick={() => onPassword(login)}>
            {t('identity.by_password')}
          </Button>
          <ModalLink
            view="FORGET_PASSWORD"
            data={{ login }}
            to={forgetPasswordPath()}
            className="inline-flex min-h-11 items-center font-semibold text-action-strong underline underline-offset-4"
          >
            {t('identity.forgot')}
          </ModalLink>
        </div>
      </div>
    </div>
  );
}
