/** /signup: an account, and the offer to prove the contact at once. Leads on to where the shopper wanted to go. */
import type { Customer } from '@shop/contract/identity';
import { signInPath } from '@shop/core/links/paths';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useT } from '../i18n/shop-words.tsx';
import { Head } from '../layout/Head.tsx';
import { LangLink, useGo } from '../links.tsx';
import { openModal } from '../modals/modal-store.ts';
import { isSignedIn } from '../session.ts';
import { Button } from '../ui/Button.tsx';
import type { ContactKind } from './ContactCode.tsx';
import { IdentityCard } from './FormParts.tsx';
import { SignUpForm } from './SignUpForm.tsx';
import { safePath } from './safe-path.ts';

type VerifyOfferProps = { me: Customer; by: ContactKind; onDone: () => void };

/** An account is whole without it; a code shows whose the contact is. */
export function VerifyOffer({ me, by, onDone }: VerifyOfferProps) {
  const t = useT();
  const contact = (by === 'email' ? me.email : me.phone) ?? '';
  const view = by === 'email' ? 'VERIFY_EMAIL' : 'VERIFY_PHONE';
  const [verified, setVerified] = useState(false);
  // The view leaves its entry of the history first; going on at once would be undone by that.
  const overlaid: boolean = useLocation().state?.overlay !== undefined;
  const newest = useRef(onDone);
  newest.current = onDone;
  useEffect(() => {
    if (verified && !overlaid) newest.current();
  }, [verified, overlaid]);
  return (
    <>
      <p>{t('identity.verify_offer', { contact })}</p>
      <Button
        wide
        onClick={() => {
          const onConfirm = () => setVerified(true);
          openModal(view, { contact, purpose: 'register' }, { onConfirm, closeOnOutside: false });
        }}
      >
        {t(by === 'email' ? 'identity.verify_email' : 'identity.verify_phone')}
      </Button>
      <Button kind="quiet" onClick={onDone}>
        {t('identity.verify_later')}
      </Button>
    </>
  );
}

export function Component() {
  const t = useT();
  const go = useGo();
  const [params] = useSearchParams();
  const then = safePath(params.get('then'));
  const [created, setCreated] = useState<{ me: Customer; by: ContactKind } | null>(null);
  // Whoever came with an account has nothing to do here.
  useEffect(() => {
    if (isSignedIn()) go(then, { replace: true });
  }, [then, go]);
  const done = () => go(then, { replace: true });
  const ref = params.get('ref') ?? '';
  return (
    <IdentityCard title={t('identity.sign_up_title')}>
      <Head title={t('identity.sign_up_title')} noIndex />
      {created !== null ? (
        <VerifyOffer {...created} onDone={done} />
      ) : (
        <>
          <SignUpForm
            referralCode={ref === 'store' ? '' : ref.slice(0, 20)}
            onDone={(me, by) => setCreated({ me, by })}
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
