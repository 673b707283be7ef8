/** /my-account/refer-to-friend: the customer's invitation link, and the friends who used it. */
import type { ReferredFriend } from '@shop/contract/referral';
import { formatDate } from '@shop/core/dates';
import type { ReferralState } from '@shop/core/referral/referral';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { AccountPage, CardSkeleton } from '../account/AccountFrame.tsx';
import { useTokenScope } from '../api/tokens.ts';
import giftSack from '../art/sack-gift.svg?no-inline';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { formatCount } from '../loyalty/amount-text.ts';
import { requireLoyalty } from '../loyalty/require-loyalty.ts';
import { pageRequest } from '../page-loader.ts';
import { Badge } from '../ui/Chip.tsx';
import { EmptyState, ErrorBlock } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ReferSteps } from './ReferSteps.tsx';
import { friendPages } from './referral-queries.ts';
import { ShareInvitation } from './ShareInvitation.tsx';

export async function loader(args: LoaderFunctionArgs): Promise<null> {
  await requireLoyalty(pageRequest(args));
  return null;
}

/** Steps of a referral until its reward. */
const REFERRAL_STEPS = ['signed_up', 'ordered', 'rewarded'] as const satisfies readonly ReferralState[];

/** Shows the steps of a referral, with those that the friend has reached marked. */
function ReferralProgress({ state }: { state: Exclude<ReferralState, 'void'> }) {
  const t = useT();
  const reachedIndex = REFERRAL_STEPS.indexOf(state);
  return (
    <ol className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {REFERRAL_STEPS.map((step, index) => (
        <li
          key={step}
          className={index <= reachedIndex ? 'flex items-center gap-1 font-semibold text-action-strong' : 'text-ink-3'}
        >
          {index <= reachedIndex && <Icon name="check-circle-fill" className="size-4" />}
          {t(`referral.state_${step}`)}
        </li>
      ))}
    </ol>
  );
}

function FriendRow({ friend }: { friend: ReferredFriend }) {
  const t = useT();
  const lang = useLang();
  return (
    <li className="grid gap-2 border-t border-line py-4 first:border-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-md">
          <bdi>{friend.name}</bdi>
        </h3>
        <span className="text-sm text-ink-3">{formatDate(friend.created_at, lang)}</span>
      </div>
      {friend.state === 'void' ? (
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
          <Badge look="quiet">{t('referral.state_void')}</Badge>
          {t('referral.void_text')}
        </p>
      ) : (
        <ReferralProgress state={friend.state} />
      )}
      {friend.state === 'rewarded' && friend.reward > 0 && (
        <p className="font-semibold text-action-strong">
          {t('loyalty.plus_coins', { count: formatCount(friend.reward) })}
        </p>
      )}
    </li>
  );
}

function Friends() {
  const t = useT();
  const friends = useInfiniteQuery(friendPages(useLang(), useTokenScope()));
  const { data, isError, refetch } = friends;
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <section aria-labelledby="friends" className="grid grid-cols-1 gap-3">
      <h2 id="friends" className="text-lg">
        {t('referral.friends')}
      </h2>
      {data === undefined &&
        (isError ? <ErrorBlock onRetry={() => void refetch()} /> : <Skeleton className="h-32 rounded-xl" />)}
      {data !== undefined && rows.length === 0 && (
        <EmptyState art={giftSack} level={3} title={t('referral.none')}>
          {t('referral.none_text')}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul className="rounded-xl border border-line bg-surface px-5">
          {rows.map((friend) => (
            <FriendRow key={friend.id} friend={friend} />
          ))}
        </ul>
      )}
      <LoadMore list={friends} />
    </section>
  );
}

export function Component() {
  const t = useT();
  return (
    <AccountPage title={t('account.referrals')} text={t('referral.offer_text')} skeleton={<CardSkeleton />}>
      {(me) => (
        <>
          <ShareInvitation />
          <Friends key={me.id} />
          <ReferSteps />
        </>
      )}
    </AccountPage>
  );
}
