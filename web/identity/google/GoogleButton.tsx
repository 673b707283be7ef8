/** Signs in with Google, if the shop has it. */
import { ApiError } from '@shop/contract/api/api-error';
import { refusal } from '@shop/core/refusal';
import { useState } from 'react';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { useGo } from '../../links.tsx';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useFailureText } from '../../ui/forms/use-failure-text.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { OrDivider, TermsNotice } from '../IdentityCard.tsx';
import type { GoogleReturn } from './google.ts';
import { useGoogle } from './use-google.ts';
import { useSignInByGoogle } from './use-sign-in-by-google.ts';

type GoogleButtonProps = {
  then: string;
  /** Returns the referral code for a new account, or null for a wrong one, which the form shows. */
  getReferralCode: () => Promise<string | null>;
  /** Called after signing in inside the app; by default the page of `then` follows. */
  onDone?: (() => void) | undefined;
  /** Whether the form beside it creates an account, and so shows the notice of the terms itself. */
  isSignUp?: boolean;
};

export function GoogleButton({ then, getReferralCode, onDone, isSignUp = true }: GoogleButtonProps) {
  const t = useT();
  const lang = useLang();
  const go = useGo();
  const formatFailure = useFailureText();
  const signInByGoogle = useSignInByGoogle();
  const google = useGoogle();
  const [failure, setFailure] = useState('');
  if (google === null) return null;

  /** Signs in with the result of the app's dialog; in a browser the page /signin does this. */
  async function receive(result: GoogleReturn, referralCode: string): Promise<void> {
    try {
      if (result.kind === 'proof') {
        await signInByGoogle(result.body, referralCode);
        if (onDone === undefined) go(then, { replace: true });
        else onDone();
        return;
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return setFailure(formatFailure(error));
    }
    const { formatRefusal } = await import('@shop/core/refusal-text');
    setFailure(formatRefusal(refusal('auth.google_failed'), lang));
  }

  async function leave(): Promise<void> {
    setFailure('');
    const referralCode = await getReferralCode();
    if (referralCode === null) return;
    google?.leave({ purpose: 'sign-in', leadsTo: then, referralCode }, (result) => receive(result, referralCode));
  }
  return (
    <>
      {isSignUp && <OrDivider />}
      <FormError text={failure} />
      <Button kind="secondary" wide busy={google.busy} onClick={() => void leave()}>
        <Icon name="google-logo" className="size-5" />
        {t('identity.google')}
      </Button>
      {!isSignUp && <TermsNotice text="identity.google_terms" />}
    </>
  );
}
