/** /my-account: overview and profile. Email and phone change only with a code (docs/readings.md#14). */
import { useT } from '../i18n/MessagesProvider.tsx';
import { CopyNumber } from '../orders/CopyNumber.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { AccountCard, AccountPage } from './AccountFrame.tsx';
import { AccountOverview, OverviewSkeleton } from './AccountOverview.tsx';
import { ContactRows } from './ContactRows.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { missingParts } from './profile-form.ts';
import type { Me } from './use-account.ts';

/** docs/ux.md#5 "missing fields prompt". */
function MissingPrompt({ me }: { me: Me }) {
  const t = useT();
  const missing = missingParts(me);
  if (missing.length === 0) return null;
  return (
    <p className="flex items-start gap-3 rounded-lg bg-kunyit-50 p-4 text-coin-ink">
      <Icon name="info" className="mt-0.5 size-5 shrink-0" />
      <span>
        <strong className="block">
          {t('account.missing', { fields: missing.map((part) => t(`account.${part}`)).join(' · ') })}
        </strong>
        {t('account.missing_text')}
      </span>
    </p>
  );
}

export function Component() {
  const t = useT();
  return (
    <AccountPage title={t('account.profile')} ownTitle skeleton={<OverviewSkeleton />}>
      {(me) => (
        <>
          <AccountOverview me={me} />
          <MissingPrompt me={me} />
          <AccountCard title={t('account.profile')}>
            <ProfileForm key={me.id} me={me} />
          </AccountCard>
          <AccountCard title={t('account.contact')} text={t('account.contact_text')}>
            <ContactRows me={me} />
          </AccountCard>
          <AccountCard title={t('account.referral')} text={t('account.referral_text')}>
            <CopyNumber number={me.referral_code} />
          </AccountCard>
        </>
      )}
    </AccountPage>
  );
}
