/** /my-account: overview and profile. Email and phone change only with a code (docs/readings.md#14). */
import { useState } from 'react';
import { lazyHydrated } from '../hydration/lazy.tsx';
import { useT } from '../i18n/MessagesProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AccountCard } from './AccountCard.tsx';
import { AccountPage } from './AccountFrame.tsx';
import { AccountOverview, OverviewSkeleton } from './AccountOverview.tsx';
import type { Me } from './me.ts';
import { listMissingFields } from './missing-fields.ts';

const CopyNumber = lazyHydrated(
  () => import('../orders/CopyNumber.tsx').then((file) => file.CopyNumber),
  <Skeleton className="h-11 w-44" />,
);
const ProfileForm = lazyHydrated(
  () => import('./ProfileForm.tsx').then((file) => file.ProfileForm),
  <Skeleton className="h-80 rounded-lg" />,
);
const ContactRows = lazyHydrated(
  () => import('./ContactRows.tsx').then((file) => file.ContactRows),
  <Skeleton className="h-36 rounded-lg" />,
);

/** Lists the missing profile fields, with a button to complete them (docs/ux.md#5). */
function MissingPrompt({ me, onComplete }: { me: Me; onComplete: () => void }) {
  const t = useT();
  const missing = listMissingFields(me);
  if (missing.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-kunyit-50 p-4">
      <p className="flex flex-[1_1_16rem] items-start gap-3 text-coin-ink">
        <Icon name="info" className="mt-0.5 size-5 shrink-0" />
        <span>
          <strong className="block">
            {t('account.missing', { fields: missing.map((field) => t(`account.${field}`)).join(' · ') })}
          </strong>
          {t('account.missing_text')}
        </span>
      </p>
      {(missing.includes('birth') || missing.includes('gender')) && (
        <Button kind="secondary" size="compact" onClick={onComplete}>
          {t('account.complete')}
        </Button>
      )}
    </div>
  );
}

export function Component() {
  const t = useT();
  const [isCompleting, setCompleting] = useState(false);
  return (
    <AccountPage title={t('account.profile')} hasOwnTitle skeleton={<OverviewSkeleton />}>
      {(me) => (
        <>
          <AccountOverview me={me} />
          <MissingPrompt me={me} onComplete={() => setCompleting(true)} />
          <AccountCard title={t('account.profile')}>
            <ProfileForm key={me.id} me={me} isCompleting={isCompleting} onSaved={() => setCompleting(false)} />
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
