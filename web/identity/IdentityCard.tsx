/** The card of the sign-in and sign-up forms, with their notice of terms and the divider between ways to sign in. */
import { informationPath } from '@shop/core/links/paths';
import type { ReactNode } from 'react';
import wavingSack from '../art/sack-waving.svg?no-inline';
import { useT } from '../i18n/MessagesProvider.tsx';
import { TextWithElements } from '../i18n/TextWithElements.tsx';
import { LangLink } from '../links.tsx';
import { useStepFocus } from '../ui/forms/use-step-focus.ts';
import { Icon } from '../ui/icons/Icon.tsx';

type TermsNoticeProps = { text?: 'identity.terms' | 'identity.google_terms' };

/** Lists the texts that a new customer agrees to, with a link to each. */
export function TermsNotice({ text = 'identity.terms' }: TermsNoticeProps) {
  const t = useT();
  return (
    <p className="text-xs text-ink-2">
      <TextWithElements
        text={(marks) => t(text, marks)}
        elements={{
          terms: <TextLink to={informationPath('terms')}>{t('identity.terms_link')}</TextLink>,
          privacy: <TextLink to={informationPath('privacyPolicy')}>{t('identity.privacy_link')}</TextLink>,
        }}
      />
    </p>
  );
}

/** Shows a link that opens a text in a new tab, so that the form remains open. */
function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <LangLink to={to} target="_blank" className="inline-block py-1 font-semibold underline">
      {children}
    </LangLink>
  );
}

const ACCOUNT_BENEFITS = [
  { icon: 'package', text: 'identity.reason_orders' },
  { icon: 'map-pin', text: 'identity.reason_addresses' },
  { icon: 'heart', text: 'identity.reason_wishlist' },
] as const;

/** Shows a greeting: beside the form on wide screens, with the benefits of an account; above the form on phones. */
function Greeting({ text }: { text: string }) {
  const t = useT();
  return (
    <aside className="forest-panel order-first max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-4 max-lg:px-5 max-lg:py-4 lg:min-h-152 lg:p-10">
      <div className="grid shrink-0 place-items-center rounded-pill bg-kunyit-200 max-lg:size-18 lg:absolute lg:-end-20 lg:-bottom-24 lg:size-96">
        <span
          className="absolute inset-4 rounded-pill border-2 border-dashed border-[#b57500]/50 max-lg:hidden"
          aria-hidden
        />
        <img
          src={wavingSack}
          alt=""
          width={208}
          height={208}
          className="size-14 lg:relative lg:-start-6 lg:-top-8 lg:size-52"
        />
      </div>
      {/* On phones it wraps below the picture if the text is enlarged. */}
      <div className="relative grid gap-7 max-lg:flex-[1_1_8rem]">
        <p className="font-display text-xl font-bold text-balance lg:text-3xl">{text}</p>
        <ul className="grid gap-4 max-lg:hidden">
          {ACCOUNT_BENEFITS.map(({ icon, text }) => (
            <li key={text} className="flex items-center gap-3">
              <span className="grid size-10 shrink-0 place-items-center rounded-pill bg-white/15 text-kunyit-200">
                <Icon name={icon} className="size-5" />
              </span>
              {t(text)}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}

type IdentityCardProps = {
  title: string;
  /** `back` welcomes customers with an account, `join` names the reasons to create one. */
  greeting: 'back' | 'join';
  /** The current step of the form; a change moves the focus to the title. */
  step?: string;
  children: ReactNode;
};

/** Lays out a sign-in page as a card with a greeting and the form. */
export function IdentityCard({ title, greeting, step = '', children }: IdentityCardProps) {
  const t = useT();
  const heading = useStepFocus<HTMLHeadingElement>(step);
  return (
    <div className="page-width py-6 lg:py-12">
      <div className="mx-auto grid max-w-md overflow-hidden rounded-2xl border border-line bg-surface shadow-2 lg:max-w-5xl lg:grid-cols-2">
        <div className="grid content-center gap-5 p-5 sm:p-8 lg:px-12 lg:py-10">
          <h1 ref={heading} tabIndex={-1} className="scroll-mt-[calc(var(--h-header)+1.5rem)] text-2xl">
            {title}
          </h1>
          {children}
        </div>
        <Greeting text={t(greeting === 'back' ? 'identity.welcome_back' : 'identity.reasons')} />
      </div>
    </div>
  );
}

/** Shows "or" between two ways to sign in. */
export function OrDivider() {
  const t = useT();
  return (
    <p className="flex items-center gap-3 text-sm text-ink-3">
      <span className="h-px flex-1 bg-line" aria-hidden />
      {t('identity.or')}
      <span className="h-px flex-1 bg-line" aria-hidden />
    </p>
  );
}
