/** /signin: email or phone and password, or Google, which returns here. Leads on to where the shopper wanted to go. */
import { signInPath, signUpPath } from '@shop/core/links/paths';
import { refusal, refusalText } from '@shop/core/refusal';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError, api } from '../api.ts';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { Head } from '../layout/Head.tsx';
import { LangLink, useGo } from '../links.tsx';
import { langQuery } from '../query-client.ts';
import { isSignedIn } from '../session.ts';
import { Failure, IdentityCard } from './FormParts.tsx';
import { readGoogleReturn } from './google.ts';
import { SignInForm } from './SignInForm.tsx';
import { safePath } from './safe-path.ts';
import { useFailureText } from './use-form.ts';
import { beforeSignIn, useTakeSignIn } from './use-signed-in.ts';

/** Takes what Google sent back, once. Tells whether that is still going on, and why it failed. */
function useGoogleReturn(params: URLSearchParams) {
  const lang = useLang();
  const go = useGo();
  const take = useTakeSignIn();
  const say = useFailureText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const found = readGoogleReturn(params);
    if (found.kind === 'none') return;
    // Neither code nor state stays in the address.
    const then = found.attempt?.then ?? '';
    if (found.kind === 'failed') {
      setFailure(refusalText(refusal('auth.google_failed'), lang));
      go(signInPath(then), { replace: true });
      return;
    }
    setBusy(true);
    const { attempt, body } = found;
    const query = langQuery(lang);
    const arrive = async () => {
      if (attempt.purpose === 'link') {
        await api('identity.link', { params: { provider: 'google' }, query, body });
      } else {
        await beforeSignIn();
        take(await api('identity.signIn', { query, body: { provider: 'google', ...body, remember: true } }));
      }
      go(safePath(then), { replace: true });
    };
    arrive().catch((error: unknown) => {
      setBusy(false);
      setFailure(error instanceof ApiError ? say(error) : refusalText(refusal('auth.google_failed'), lang));
      go(signInPath(then), { replace: true });
    });
  }, [params, lang, go, take, say]);
  return { busy, failure };
}

export function Component() {
  const t = useT();
  const go = useGo();
  const [params] = useSearchParams();
  const google = useGoogleReturn(params);
  const then = safePath(params.get('then'));
  const returning = params.has('state') || google.busy;
  // Whoever is signed in already has nothing to do here.
  useEffect(() => {
    if (!returning && isSignedIn()) go(then, { replace: true });
  }, [returning, then, go]);
  return (
    <IdentityCard title={t('identity.sign_in_title')}>
      <Head title={t('identity.sign_in_title')} noIndex />
      <Failure text={google.failure} />
      {returning ? (
        <p role="status" className="flex items-center gap-3 py-8 font-semibold">
          <span className="stitched-ring" aria-hidden />
          {t('identity.google_working')}
        </p>
      ) : (
        <SignInForm then={then} onDone={() => go(then, { replace: true })} />
      )}
      <p className="border-t border-line pt-2 text-sm">
        {t('identity.new_here')}{' '}
        <LangLink
          to={signUpPath(params.get('then') ?? '')}
          className="inline-flex min-h-11 items-center font-semibold text-action-strong underline underline-offset-4"
        >
          {t('identity.to_sign_up')}
        </LangLink>
      </p>
    </IdentityCard>
  );
}
