/**
 * Signs in by email or phone with a password (docs/ux.md#4: wrong password keeps the email) or a code, or by Google;
 * inside a mini-program by its app's sign-in.
 */

import { forgetPasswordPath } from '@shop/core/links/paths';
import type { RefusalCode } from '@shop/core/refusal';
import { useRef, useState } from 'react';
import { api } from '../../api/api.ts';
import { langQuery } from '../../api/query-client.ts';
import { lazyHydrated } from '../../hydration/lazy.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { useBranch } from '../../mini-program/branch.ts';
import { TngSignInOffer } from '../../mini-program/TngSignInOffer.tsx';
import { ModalLink } from '../../modals/ModalLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Form } from '../../ui/forms/Form.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { requiredAsTyped } from '../../ui/forms/form-table.ts';
import { EMAIL_TYPING, TextInput } from '../../ui/forms/TextInput.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { GoogleButton } from '../google/GoogleButton.tsx';
import { OrDivider } from '../IdentityCard.tsx';
import { buildLoginField } from '../login-field.ts';
import { PasswordInput } from '../PasswordInput.tsx';
import { friendCode } from '../sign-up/friend-code.ts';
import { sendGuestCart, useApplySignIn } from './use-apply-sign-in.ts';

const CodeSignIn = lazyHydrated(
  () => import('./CodeSignIn.tsx').then((file) => file.CodeSignIn),
  <Skeleton className="h-72 rounded-lg" />,
);

/**
 * The refusal of a wrong login or password: shown at no field, so that it does not reveal whether an account exists.
 */
const WRONG_LOGIN: RefusalCode = 'auth.wrong';

type SignInFormProps = {
  /** The path after signing in with Google. */
  then: string;
  /** Called after signing in. */
  onDone?: () => void;
};

export function SignInForm(props: SignInFormProps) {
  const branch = useBranch();
  return branch === null ? <BrowserSignIn {...props} /> : <TngSignInOffer onDone={props.onDone} />;
}

/** Signs in with a password, with Google, or by a code. Passes a typed email or phone from one form to the other. */
function BrowserSignIn(props: SignInFormProps) {
  const [isByCode, setIsByCode] = useState<boolean | null>(null);
  const [login, setLogin] = useState('');
  const change = (next: boolean) => (typed: string) => {
    setLogin(typed);
    setIsByCode(next);
  };
  if (isByCode) return <CodeSignIn login={login} onDone={props.onDone} onPassword={change(false)} />;
  return <PasswordForm {...props} login={login} hasFocus={isByCode === false} onCode={change(true)} />;
}

type PasswordFormProps = SignInFormProps & {
  login: string;
  /** True if the shopper returned from the sign-in by code: the first field takes the focus. */
  hasFocus: boolean;
  onCode: (login: string) => void;
};

function PasswordForm({ then, onDone, login, hasFocus, onCode }: PasswordFormProps) {
  const t = useT();
  const lang = useLang();
  const applySignIn = useApplySignIn();
  const passwordInput = useRef<HTMLInputElement>(null);
  const form = useForm({
    name: 'sign-in',
    fields: {
      login: buildLoginField(login),
      password: { start: '', check: requiredAsTyped('identity.password_required') },
      remember: { start: true },
    },
    async send(body) {
      await sendGuestCart();
      applySignIn(await api('identity.signIn', { body, query: langQuery(lang) }));
      onDone?.();
    },
    onFailure(error, usual) {
      // Clears the password and leaves the email.
      if (error.code === WRONG_LOGIN) {
        form.set({ password: '' });
        form.hide(['password']);
        passwordInput.current?.focus();
      }
      return usual;
    },
  });
  return (
    <div className="grid gap-4">
      <Form form={form}>
        <Field label={t('identity.login')} {...form.field('login')}>
          <TextInput {...form.input('login')} autoComplete="username" {...EMAIL_TYPING} autoFocus={hasFocus} />
        </Field>
        <Field label={t('identity.password')} {...form.field('password')}>
          <PasswordInput {...form.input('password')} ref={passwordInput} autoComplete="current-password" />
        </Field>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox {...form.checkbox('remember')} className="-ms-2.5">
            {t('identity.remember')}
          </Checkbox>
          <ModalLink
            view="FORGET_PASSWORD"
            data={{ login: form.values.login }}
            to={forgetPasswordPath()}
            className="inline-flex min-h-11 items-center text-sm font-semibold text-action-strong underline underline-offset-4"
          >
            {t('identity.forgot')}
          </ModalLink>
        </div>
        <FormError text={form.failure} />
        <Button type="submit" wide busy={form.busy}>
          {t('layout.sign_in')}
        </Button>
      </Form>
      <OrDivider />
      <Button kind="secondary" wide onClick={() => onCode(form.values.login)}>
        <Icon name="shield-check" className="size-5" />
        {t('identity.by_code')}
      </Button>
      <GoogleButton
        isSignUp={false}
        then={then}
        getReferralCode={async () => friendCode.read() ?? ''}
        onDone={onDone}
      />
    </div>
  );
}
