/** Parts of the sign-in and sign-up forms. */
import { informationPath } from '@shop/core/links/paths';
import { type ComponentProps, Fragment, type ReactNode, useState } from 'react';
import wavingSack from '../art/sack-waving.svg?no-inline';
import { useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { ErrorSummary, type FormProblem } from '../ui/forms/ErrorSummary.tsx';
import { TextInput } from '../ui/forms/TextInput.tsx';
import { useStepFocus } from '../ui/forms/use-step-focus.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Icon } from '../ui/icons/Icon.tsx';

type PasswordInputProps = ComponentProps<'input'> & { autoComplete: 'current-password' | 'new-password' };

/** A password field with a button that shows the password. */
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

/** Marks the places of the links in the sentence. */
const PLACES = { terms: '<terms>', privacy: '<privacy>' };

/** The texts that a new account agrees to, each linked in the sentence. */
export function TermsNotice() {
  const t = useT();
  const links: Readonly<Record<string, ReactNode>> = {
    [PLACES.terms]: <TextLink to={informationPath('terms')}>{t('identity.terms_link')}</TextLink>,
    [PLACES.privacy]: <TextLink to={informationPath('privacyPolicy')}>{t('identity.privacy_link')}</TextLink>,
  };
  return (
    <p className="text-xs text-ink-2">
      {t('identity.terms', PLACES)
        .split(/(<\w+>)/)
        .map((part) => (
          <Fragment key={part}>{links[part] ?? part}</Fragment>
        ))}
    </p>
  );
}

/** A link to a text, in a new tab, so that the form stays. */
function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <LangLink to={to} target="_blank" className="inline-block py-1 font-semibold underline">
      {children}
    </LangLink>
  );
}

/** The benefits of an account. */
const REASONS = ['identity.reason_orders', 'identity.reason_addresses', 'identity.reason_wishlist'] as const;

type IdentityCardProps = {
  title: string;
  /** The current step; another one moves the focus to the title. */
  step?: string;
  children: ReactNode;
};

/** The layout of a sign-in page: a card, and on wide screens the benefits next to it. */
export function IdentityCard({ title, step = '', children }: IdentityCardProps) {
  const t = useT();
  const heading = useStepFocus<HTMLHeadingElement>(step);
  return (
    <div className="page-width py-6 lg:py-10">
      <div className="mx-auto grid max-w-md overflow-hidden rounded-2xl border border-line bg-surface lg:max-w-4xl lg:grid-cols-2">
        <div className="grid content-start gap-5 p-5 sm:p-8">
          <h1 ref={heading} tabIndex={-1} className="scroll-mt-[calc(var(--h-header)+1.5rem)] text-2xl">
            {title}
          </h1>
          {children}
        </div>
        <aside className="relative isolate order-first hidden overflow-hidden forest-sheen p-8 text-white lg:block">
          <span className="weave" aria-hidden />
          <div className="relative grid gap-5">
            <img src={wavingSack} alt="" width={160} height={160} className="size-40 rounded-pill bg-kunyit-200 p-4" />
            <p className="font-display text-2xl font-bold">{t('identity.reasons')}</p>
            <ul className="grid gap-3">
              {REASONS.map((reason) => (
                <li key={reason} className="flex items-start gap-3">
                  <Icon name="check-circle-fill" className="mt-0.5 size-5 text-kunyit-200" />
                  {t(reason)}
                </li>
              ))}
            </ul>
          </div>
        </aside>
      </div>
    </div>
  );
}
