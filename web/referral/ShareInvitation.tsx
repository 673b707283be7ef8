/** Shows the customer's invitation as a card, and the ways to send it (docs/ux.md#rule-36). */
import type { ReferralOffer } from '@shop/contract/settings';
import { formatShortMoney } from '@shop/core/money';
import { useQuery } from '@tanstack/react-query';
import { useTokenScope } from '../api/tokens.ts';
import giftSack from '../art/sack-gift.svg?no-inline';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { chooseGreetingName } from '../identity/greeting-name.ts';
import { useSession } from '../identity/signed-in-customer.tsx';
import { useLoyalty } from '../loyalty/use-loyalty.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { canShare, share } from '../ui/share.ts';
import { toast } from '../ui/toasts/toast.ts';
import { useCopied } from '../ui/use-copied.ts';
import { referralCodeQuery } from './referral-queries.ts';

type FriendOffer = Pick<ReferralOffer, 'referral_percent' | 'referral_cap' | 'referral_promotions'>;

/** Returns the friend's benefit as the card's title and a line below it. */
function useOfferTexts(offer: FriendOffer | null): { title: string; text: string } {
  const t = useT();
  const {
    referral_percent: percent = 0,
    referral_cap: cap = null,
    referral_promotions: otherOffers = [],
  } = offer ?? {};
  const title =
    percent > 0 ? t('referral.card_title', { percent }) : (otherOffers[0] ?? t('referral.card_title_plain'));
  const laterOffers = percent > 0 ? otherOffers : otherOffers.slice(1);
  const texts = [...(cap === null ? [] : [t('referral.card_cap', { cap: formatShortMoney(cap) })]), ...laterOffers];
  return { title, text: texts.join(' · ') };
}

/** Shows the invitation as a ticket with a stub: the customer's name, the friend's benefit, and the code. */
function InvitationCard({ code }: { code: string }) {
  const t = useT();
  const { me } = useSession();
  const name = me === null ? '' : chooseGreetingName(me);
  const { title, text } = useOfferTexts(useLoyalty());
  return (
    <div className="forest-panel grid grid-cols-[minmax(0,1fr)_auto] rounded-2xl">
      <div className="relative grid content-center gap-2 p-5 sm:p-8">
        {name !== '' && (
          <p className="font-semibold text-kunyit-200 wrap-anywhere">{t('referral.card_from', { name })}</p>
        )}
        <p className="font-display text-2xl leading-tight font-extrabold text-balance break-keep sm:text-4xl">
          {title}
        </p>
        {text !== '' && <p className="text-white/85">{text}</p>}
      </div>
      <div className="relative grid w-28 content-center justify-items-center gap-3 border-s-2 border-dashed border-kunyit-200/60 p-3 sm:w-48">
        <img
          src={giftSack}
          alt=""
          width={96}
          height={96}
          className="size-16 rounded-pill bg-kunyit-200 p-2 sm:size-24"
        />
        <p className="grid justify-items-center gap-0.5 text-center">
          <span className="text-xs text-white/85">{t('account.referral')}</span>
          <bdi className="font-display text-md leading-tight font-extrabold tracking-wide select-all sm:text-xl">
            {code.slice(0, 4)}
            <wbr />
            {code.slice(4)}
          </bdi>
        </p>
      </div>
    </div>
  );
}

export function ShareInvitation() {
  const t = useT();
  const loyalty = useLoyalty();
  const { isCopied, copy } = useCopied();
  const { data, isError, refetch } = useQuery(referralCodeQuery(useLang(), useTokenScope()));
  if (data === undefined) {
    return isError ? <ErrorBlock onRetry={() => void refetch()} /> : <Skeleton className="h-72 rounded-2xl" />;
  }
  const { code, url } = data;
  const percent = loyalty?.referral_percent ?? 0;
  const text = percent === 0 ? t('referral.invitation_plain') : t('referral.invitation', { percent });
  const copyLink = async () => {
    const isCopiedNow = await copy(url);
    // Without a secure context there is no clipboard; the code can still be selected by hand.
    if (isCopiedNow) toast(t('ui.copied'), { kind: 'success' });
  };
  const invite = async () => {
    if (!(await share({ title: t('referral.title'), text, url }))) await copyLink();
  };
  return (
    <section aria-label={t('referral.share_title')} className="grid content-start gap-4">
      <InvitationCard code={code} />
      <div className="grid gap-3 xs:grid-cols-2 sm:flex sm:flex-wrap">
        <a
          href={`https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass()}
        >
          {t('referral.whatsapp')}
        </a>
        {canShare() && (
          <Button kind="secondary" onClick={() => void invite()}>
            <Icon name="share-network" className="size-5" />
            {t('referral.share')}
          </Button>
        )}
        <Button kind="secondary" onClick={() => void copyLink()}>
          <Icon name={isCopied ? 'check' : 'copy'} className="size-5" />
          {t(isCopied ? 'ui.copied' : 'referral.copy_link')}
        </Button>
      </div>
    </section>
  );
}
