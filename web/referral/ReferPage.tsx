/** /refer: explains the referral program to everyone; customers share their invitation here too. */
import { accountPath, referPath, signInPath, signUpPath } from '@shop/core/links/paths';
import { Fragment } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import { useTokenScope } from '../api/tokens.ts';
import giftSack from '../art/sack-gift.svg?no-inline';
import { useT } from '../i18n/MessagesProvider.tsx';
import { Head } from '../layout/Head.tsx';
import { LangLink } from '../links.tsx';
import { formatCount } from '../loyalty/amount-text.ts';
import { requireLoyalty } from '../loyalty/require-loyalty.ts';
import { useBranch } from '../mini-program/branch.ts';
import { pageRequest } from '../page-loader.ts';
import { buttonClass } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { ReferSteps } from './ReferSteps.tsx';
import { ShareInvitation } from './ShareInvitation.tsx';
import { useReferralOffer } from './use-referral-offer.ts';

export async function loader(args: LoaderFunctionArgs): Promise<null> {
  await requireLoyalty(pageRequest(args));
  return null;
}

/**
 * Shows the rewards of friend and referrer on a line each. `isPanel` draws them on a green panel, for pages without the
 * customer's own invitation.
 */
function OfferPanel({ isPanel }: { isPanel: boolean }) {
  const t = useT();
  const offer = useReferralOffer();
  if (offer === null) return null;
  const { percent, promotions, coins, points, vouchers } = offer;
  const rewards = [
    ...(coins > 0 ? [t('loyalty.coins_count', { count: formatCount(coins) })] : []),
    ...(points > 0 ? [t('loyalty.points_count', { count: formatCount(points) })] : []),
    ...vouchers.map(({ value }) => t('referral.voucher', { value })),
  ];
  const friendText =
    percent > 0
      ? t('referral.friend_gets', { percent })
      : promotions.length > 0 && t('referral.friend_gets_offers', { offers: promotions.join(' + ') });
  return (
    <header
      className={classNames(
        'flex items-center justify-between gap-4',
        isPanel && 'forest-panel rounded-2xl p-6 lg:p-8',
      )}
    >
      <div className="relative grid min-w-0 gap-2">
        <h1 className="text-2xl break-keep lg:text-3xl">
          {friendText !== false && <span className="block">{friendText}</span>}
          {rewards.length > 0 && (
            <span className={classNames('mt-2 block', isPanel ? 'text-kunyit-200' : 'text-coin-ink')}>
              {t('referral.you_get')}
              {rewards.map((reward, index) => (
                <Fragment key={reward}>
                  {index === 0 ? ' ' : ' + '}
                  <span className="whitespace-nowrap max-3xs:whitespace-normal">{reward}</span>
                </Fragment>
              ))}
            </span>
          )}
          {friendText === false && rewards.length === 0 && t('referral.title')}
        </h1>
        <p className={isPanel ? 'text-white/85' : 'text-ink-2'}>{t('referral.offer_text')}</p>
      </div>
      {isPanel && (
        <img
          src={giftSack}
          alt=""
          width={96}
          height={96}
          className="relative hidden size-16 shrink-0 rounded-pill bg-kunyit-200 p-2 xs:block sm:size-24"
        />
      )}
    </header>
  );
}

function SignUpToShare() {
  const t = useT();
  const inBrowser = useBranch() === null;
  return (
    <div className="grid justify-items-start gap-3 rounded-xl border border-line bg-surface p-5">
      <h2 className="text-lg">{t('referral.guest_title')}</h2>
      <p className="text-ink-2">{t('referral.guest_text')}</p>
      <div className="flex flex-wrap gap-3">
        <LangLink to={signUpPath(referPath())} className={buttonClass()}>
          {t(inBrowser ? 'identity.sign_up' : 'tng.continue')}
        </LangLink>
        {inBrowser && (
          <LangLink to={signInPath(referPath())} className={buttonClass('secondary')}>
            {t('layout.sign_in')}
          </LangLink>
        )}
      </div>
    </div>
  );
}

export function Component() {
  const t = useT();
  const isMember = useTokenScope() !== 'guest';
  return (
    <div className="page-width grid max-w-[70rem] grid-cols-1 gap-5 py-5 lg:py-8">
      <Head title={t('referral.title')} description={t('referral.offer_text')} path={referPath()} />
      <OfferPanel isPanel={!isMember} />
      {isMember ? <ShareInvitation /> : <SignUpToShare />}
      <ReferSteps />
      {isMember && (
        <LangLink
          to={accountPath('referToFriend')}
          className="flex min-h-11 w-fit items-center font-semibold text-action-strong underline underline-offset-4"
        >
          {t('referral.to_friends')}
        </LangLink>
      )}
    </div>
  );
}
