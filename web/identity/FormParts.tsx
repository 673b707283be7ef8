/** What the forms of signing in and up are made of. */
import { informationPath } from '@shop/core/links/paths';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useT } from '../i18n/shop-words.tsx';
import { LangLink } from '../links.tsx';
import { ErrorSummary, type FormProblem } from '../ui/ErrorSummary.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { TextInput } from '../ui/TextInput.tsx';

type PasswordInputProps = ComponentProps<'input'> & { autoComplete: 'current-password' | 'new-password' };

/** A password, hidden until the shopper wants to see it. */
export function PasswordInput(props: PasswordInputProps) {
  const t = useT();
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={1000}
      suffix={
        <IconButton
          icon={shown ? 'eye-slash' : 'eye'}
          label={t(shown ? 'identity.hide_password' : 'identity.show_password')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

type FormProps = {
  form: { submit: (event: React.FormEvent) => Promise<void>; problems: readonly FormProblem[]; attempt: number };
  children: ReactNode;
};

export function Form({ form, children }: FormProps) {
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void form.submit(event)}>
      {form.problems.length > 1 && <ErrorSummary problems={form.problems} attempt={form.attempt} />}
      {children}
    </form>
  );
}

/** What whoever makes an account agrees to, to be read beside it. */
export function AgreedTerms() {
  const t = useT();
  return (
    <p className="text-xs text-ink-2">
      {t('identity.terms')}{' '}
      <LangLink to={informationPath('terms')} target="_blank" className="inline-block py-1 underline">
        {t('identity.terms_link')}
      </LangLink>
      {' · '}
      <LangLink to={informationPath('privacyPolicy')} target="_blank" className="inline-block py-1 underline">
        {t('identity.privacy_link')}
      </LangLink>
    </p>
  );
}

/** A page of signing in: one narrow card. */
export function IdentityCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page-width py-6 lg:py-10">
      <div className="mx-auto grid max-w-md gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
        <h1 className="text-2xl">{title}</h1>
        {children}
      </div>
    </div>
  );
}
