/**
 * /signup: creates an account, offers to verify the contact, and continues to the page that required it. Inside a
 * mini-program its app's sign-in creates the account.
 */
import type { Customer } from '@shop/contract/identity';
import { signInPath } from '@shop/core/links/paths';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isSignedIn } from '../../api/tokens.ts';
import { lazyHydrated } from '../../hydration/lazy.tsx';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Head } from '../../layout/Head.tsx';
import { LangLink, useGo } from '../../links.tsx';
import { WelcomeGifts } from '../../loyalty/WelcomeGifts.tsx';
import { useBranch } from '../../mini-program/branch.ts';
import { TngSignInOffer } from '../../mini-program/TngSignInOffer.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { ContactKind } from '../contacts/ContactCode.tsx';
import { chooseGreetingName } from '../greeting-name.ts';
import { IdentityCard } from '../IdentityCard.tsx';
import { safePath } from '../sign-in/safe-path.ts';
import { friendCode } from './friend-code.ts';
import { SignUpForm } from './SignUpForm.tsx';

// Loads after the account is created.
const VerifyOffer = lazyHydrated(
  () => import('./VerifyOffer.tsx').then((file) => file.VerifyOffer),
  <Skeleton className="h-48 rounded-lg" />,
);

type CreatedAccount = { me: Customer; contactKind: ContactKind; isReferred: boolean };

export function Component() {
  const t = useT();
  const go = useGo();
  const [params] = useSearchParams();
  const then = safePath(params.get('then'));
  const [account, setAccount] = useState<CreatedAccount | null>(null);
  // Already signed in: continues.
  useEffect(() => {
    if (isSignedIn()) go(then, { replace: true });
  }, [then, go]);
  const linkCode = params.get('referral_code')?.slice(0, 20) ?? '';
  // Stores the code, because the sign-in page can create an account too, with Google.
  useEffect(() => {
    if (linkCode !== '') friendCode.write(linkCode);
  }, [linkCode]);
  const inBrowser = useBranch() === null;
  const name = account === null ? '' : chooseGreetingName(account.me);
  const createdTitle = name === '' ? t('identity.created_title') : t('identity.created_greeting', { name });
  const title = account === null ? t('identity.sign_up_title') : createdTitle;
  const finish = () => go(then, { replace: true });
  return (
    <IdentityCard greeting="join" title={title} step={account === null ? 'form' : 'verify'}>
      <Head title={title} noIndex />
      {account !== null && <VerifyOffer {...account} onDone={finish} />}
      {account === null && !inBrowser && <TngSignInOffer onDone={finish} />}
      {account === null && inBrowser && (
        <>
          <WelcomeGifts isReferred={linkCode !== ''} />
          <SignUpForm
            referralCode={linkCode}
            then={then}
            onDone={(me, contactKind, isReferred) => setAccount({ me, contactKind, isReferred })}
          />
          <p className="border-t border-line pt-2 text-sm">
            {t('identity.have_account')}{' '}
            <LangLink
              to={signInPath(params.get('then') ?? '')}
              className="inline-flex min-h-11 items-center font-semibold text-action-strong underline underline-offset-4"
            >
              {t('identity.to_sign_in')}
            </LangLink>
          </p>
        </>
      )}
    </IdentityCard>
  );
}
