/** Signs in with Google, if the shop has it. */
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { useGoogle } from './use-google.ts';

type GoogleButtonProps = {
  then: string;
  /** Returns the referral code for a new account, or null for a wrong one, which the form shows. */
  getReferralCode: () => Promise<string | null>;
};

export function GoogleButton({ then, getReferralCode }: GoogleButtonProps) {
  const t = useT();
  const google = useGoogle();
  if (google === null) return null;

  async function leave(): Promise<void> {
    const referralCode = await getReferralCode();
    if (referralCode !== null) google?.leave({ purpose: 'sign-in', leadsTo: then, referralCode });
  }
  return (
    <>
      <p className="flex items-center gap-3 text-sm text-ink-3">
        <span className="h-px flex-1 bg-line" aria-hidden />
        {t('identity.or')}
        <span className="h-px flex-1 bg-line" aria-hidden />
      </p>
      <Button kind="secondary" wide busy={google.busy} onClick={() => void leave()}>
        <Icon name="google-logo" className="size-5" />
        {t('identity.google')}
      </Button>
    </>
  );
}
