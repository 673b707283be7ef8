/** The customer's link and code: the device's share sheet first, copying second (docs/ux.md#rule-36). */
import { useQuery } from '@tanstack/react-query';
import { useTokenScope } from '../api/tokens.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { useLoyalty } from '../loyalty/use-loyalty.ts';
import { CopyNumber } from '../orders/CopyNumber.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { share } from '../ui/share.ts';
import { toast } from '../ui/toasts/toast.ts';
import { useCopied } from '../ui/use-copied.ts';
import { referralCodeQuery } from './referral-queries.ts';

export function ShareInvitation() {
  const t = useT();
  const loyalty = useLoyalty();
  const { isCopied, copy } = useCopied();
  const { data, isError, refetch } = useQuery(referralCodeQuery(useLang(), useTokenScope()));
  if (data === undefined) {
    return isError ? <ErrorBlock onRetry={() => void refetch()} /> : <Skeleton className="h-44 rounded-xl" />;
  }
  const { code, url } = data;
  const copyLink = async () => {
    const isThere = await copy(url);
    // Without a secure context there is no clipboard; the link can still be selected by hand.
    if (isThere) toast(t('ui.copied'), { kind: 'success' });
  };
  const invite = async () => {
    const percent = loyalty?.referral_percent ?? 0;
    const text = percent === 0 ? t('referral.invitation_plain') : t('referral.invitation', { percent });
    if (!(await share({ title: t('referral.title'), text, url }))) await copyLink();
  };
  return (
    <section
      aria-label={t('referral.share_title')}
      className="grid content-start gap-4 rounded-xl border border-line bg-surface p-5"
    >
      <h2 className="text-lg">{t('referral.share_title')}</h2>
      <p className="rounded-md bg-sunken p-3 font-mono text-sm break-all">{url}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void invite()}>
          <Icon name="share-network" className="size-5" />
          {t('referral.share')}
        </Button>
        <Button kind="secondary" onClick={() => void copyLink()}>
          <Icon name={isCopied ? 'check' : 'copy'} className="size-5" />
          {t(isCopied ? 'ui.copied' : 'referral.copy_link')}
        </Button>
      </div>
      <CopyNumber label={t('account.referral')} number={code} />
    </section>
  );
}
