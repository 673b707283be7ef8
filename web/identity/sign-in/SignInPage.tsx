/** /signin: email or phone and password, or Google, which returns here. Continues to the page that required it. */

import { ApiError } from '@shop/contract/api/api-error';
import { signInPath, signUpPath, withLang } from '@shop/core/links/paths';
import { refusal } from '@shop/core/refusal';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useTokenScope } from '../../api/tokens.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Head } from '../../layout/Head.tsx';
import { LangLink, useGo } from '../../links.tsx';
import { useBranch } from '../../mini-program/branch.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useFailureText } from '../../ui/forms/use-failure-text.ts';
import type { GoogleState } from '../google/google.ts';
import { useSignInByGoogle } from '../google/use-sign-in-by-google.ts';
import { IdentityCard } from '../IdentityCard.tsx';
import { SignInForm } from './SignInForm.tsx';
import { safePath } from './safe-path.ts';

/** Handles the return from Google, once. Returns whether it is under way, and its error. */
function useGoogleReturn(params: URLSearchParams) {
  const t = useT();
  const lang = useLang();
  const go = useGo();
  const signInByGoogle = useSignInByGoogle();
  const formatFailure = useFailureText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const hasHandled = useRef(false);

  async function handleReturn(): Promise<void> {
    const [{ readReturnLanguage, readGoogleReturn }, { formatRefusal }] = await Promise.all([
      import('../google/google.ts'),
      import('@shop/core/refusal-text'),
    ]);
    const returnLang = readReturnLanguage();
    if (returnLang !== null && returnLang !== lang) {
      const { pathname, search } = window.location;
      return window.location.replace(withLang(`${pathname}${search}`, returnLang));
    }
    const { attempt, result } = readGoogleReturn(params);
    const then = attempt?.leadsTo ?? '';
    // Removes code and state from the URL. The page that started linking finishes it.
    if (attempt?.purpose === 'link') {
      return go(safePath(then), { replace: true, state: { google: result } satisfies GoogleState });
    }
    const failureText = formatRefusal(refusal('auth.google_failed'), lang);
    const fail = (text: string) => {
      setFailure(text);
      go(signInPath(then), { replace: true });
    };
    if (result.kind !== 'proof') {
      return fail(result.kind === 'cancelled' ? t('identity.google_cancelled') : failureText);
    }
    try {
      await signInByGoogle(result.body, attempt?.referralCode ?? '');
      go(safePath(then), { replace: true });
    } catch (error) {
      fail(error instanceof ApiError ? formatFailure(error) : failureText);
    }
  }

  const newestHandler = useRef(handleReturn);
  newestHandler.current = handleReturn;
  const isReturn = params.has('state');
  useEffect(() => {
    if (!isReturn || hasHandled.current) return;
    hasHandled.current = true;
    setBusy(true);
    void newestHandler.current().finally(() => setBusy(false));
  }, [isReturn]);
  return { busy, failure };
}

export function Component() {
  const t = useT();
  const go = useGo();
  const [params] = useSearchParams();
  const google = useGoogleReturn(params);
  const inBrowser = useBranch() === null;
  const then = safePath(params.get('then'));
  const isReturning = params.has('state') || google.busy;
  // Already signed in, here or in another tab: continues.
  const signedIn = useTokenScope() !== 'guest';
  // Waits while the recovery view shows what it removed from the account.
  const hasOverlay: boolean = useLocation().state?.overlay !== undefined;
  useEffect(() => {
    if (!isReturning && signedIn && !hasOverlay) go(then, { replace: true });
  }, [isReturning, signedIn, hasOverlay, then, go]);
  return (
    <IdentityCard greeting="back" title={t('identity.sign_in_title')}>
      <Head title={t('identity.sign_in_title')} noIndex />
      <FormError text={google.failure} />
      {isReturning ? (
        <p role="status" className="flex items-center gap-3 py-8 font-semibold">
          <span className="stitched-ring" aria-hidden />
          {t('identity.google_working')}
        </p>
      ) : (
        <SignInForm then={then} />
      )}
      {inBrowser && (
        <p className="border-t border-line pt-2 text-sm">
          {t('identity.new_here')}{' '}
          <LangLink
            to={signUpPath(params.get('then') ?? '')}
            className="inline-flex min-h-11 items-center font-semibold text-action-strong underline underline-offset-4"
          >
            {t('identity.to_sign_up')}
          </LangLink>
        </p>
      )}
    </IdentityCard>
  );
}
