/** /my-account/coin: the credits and debits of the wallets, with their reasons. */
import type { WalletEntry } from '@shop/contract/loyalty';
import { formatDate, formatDateTime } from '@shop/core/dates';
import { coinsPath, orderPath, vouchersPath } from '@shop/core/links/paths';
import { WALLET_KINDS, type WalletKind } from '@shop/core/loyalty/wallet';
import { formatMoney } from '@shop/core/money';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { AccountPage, CardSkeleton } from '../../account/AccountFrame.tsx';
import { useTokenScope } from '../../api/tokens.ts';
import emptySack from '../../art/sack-empty.svg?no-inline';
import { useHashTarget } from '../../content/home/use-hash-target.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { pageRequest } from '../../page-loader.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Badge, Chip } from '../../ui/Chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState, ErrorBlock } from '../../ui/EmptyState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { formatCount, formatSigned } from '../amount-text.ts';
import { CheckIn } from '../check-in/CheckIn.tsx';
import { formatLastDay } from '../last-day.ts';
import { type EntryFilter, entryPages } from '../loyalty-queries.ts';
import { requireLoyalty } from '../require-loyalty.ts';
import { EarnMore } from '../tiers/EarnMore.tsx';
import { type RewardAmount, WalletCard } from './WalletCard.tsx';

export async function loader(args: LoaderFunctionArgs): Promise<null> {
  await requireLoyalty(pageRequest(args));
  return null;
}

const ENTRY_FILTERS = [
  'pending',
  'order',
  'spend',
  'voucher',
  'checkin',
  'expiry',
] as const satisfies readonly EntryFilter[];

/** Reads wallet and filter from the URL, and returns a function that changes them there. */
function useWalletFilter() {
  const [params, setParams] = useSearchParams();
  const kind: WalletKind = WALLET_KINDS.find((each) => each === params.get('kind')) ?? 'store_credit';
  const filter: EntryFilter | null = ENTRY_FILTERS.find((each) => each === params.get('filter')) ?? null;
  const show = (next: { kind: WalletKind; filter: EntryFilter | null }) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('kind', next.kind);
        if (next.filter === null) after.delete('filter');
        else after.set('filter', next.filter);
        return after;
      },
      { preventScrollReset: true, replace: true },
    );
  return { kind, filter, show };
}

/** Returns a function that explains an entry: the amount and rate it was computed from, and its dates. */
function useEntryReasons(): (entry: WalletEntry) => string[] {
  const t = useT();
  const lang = useLang();
  return ({ basis, rate, times, state, available_at, expires_at }) => [
    ...(basis !== null && rate !== null
      ? [t('loyalty.entry_basis', { amount: formatMoney(basis), rate: formatCount(rate) })]
      : []),
    ...(times === null ? [] : [t('loyalty.entry_times', { times: formatCount(times) })]),
    ...(state === 'pending'
      ? [
          available_at === null
            ? t('loyalty.entry_pending')
            : t('loyalty.entry_available', { when: formatDate(available_at, lang) }),
        ]
      : []),
    ...(expires_at === null ? [] : [t('loyalty.entry_expires', { when: formatLastDay(expires_at, lang) })]),
  ];
}

const STATE_LABELS = {
  pending: 'loyalty.state_pending',
  reversed: 'loyalty.state_reversed',
  expired: 'loyalty.state_expired',
} as const;

function EntryRow({ entry }: { entry: WalletEntry }) {
  const t = useT();
  const lang = useLang();
  const listReasons = useEntryReasons();
  const isPending = entry.state === 'pending';
  return (
    <li className="grid gap-1 border-t border-line py-3 first:border-0">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{entry.description}</p>
          <p className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
            <time dateTime={new Date(entry.created_at).toISOString()}>{formatDateTime(entry.created_at, lang)}</time>
            {entry.state !== 'available' && (
              <Badge look={isPending ? 'coin' : 'quiet'}>{t(STATE_LABELS[entry.state])}</Badge>
            )}
          </p>
        </div>
        <p className="shrink-0 text-end tabular-nums">
          <bdi className={classNames('block font-display text-md font-bold', entry.amount > 0 && 'text-action-strong')}>
            {formatSigned(entry.amount)}
          </bdi>
          <span className="text-sm text-ink-3">
            {t('loyalty.balance_after', { count: formatCount(entry.balance_after) })}
          </span>
        </p>
      </div>
      {listReasons(entry).map((reason) => (
        <p key={reason} className="text-sm text-ink-2">
          {reason}
        </p>
      ))}
      {entry.order_id !== null && (
        <LangLink
          to={orderPath({ id: entry.order_id })}
          className="flex min-h-8 w-fit items-center text-sm font-semibold text-action-strong underline underline-offset-4"
        >
          {t('loyalty.to_order')}
        </LangLink>
      )}
    </li>
  );
}

function EntriesSkeleton() {
  return (
    <div className="grid gap-3" aria-hidden>
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  );
}

function WalletActivity() {
  const t = useT();
  const { kind, filter, show } = useWalletFilter();
  useHashTarget();
  const entries = useInfiniteQuery(entryPages(useLang(), useTokenScope(), kind, filter));
  const { data, isError, refetch } = entries;
  const wallet = data?.pages[0]?.balances[kind];
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  const choose = (next: EntryFilter | null) => show({ kind, filter: next });
  const [reward, setReward] = useState<RewardAmount | null>(null);
  const showReward = (reward: RewardAmount) => {
    setReward(reward);
    show({ kind: reward.kind, filter: null });
  };
  return (
    <>
      <WalletCard
        kind={kind}
        onKind={(next) => show({ kind: next, filter: null })}
        wallet={wallet}
        onRetry={null}
        link={{ to: vouchersPath(), text: t('loyalty.see_vouchers') }}
        reward={reward}
      />
      <CheckIn onReward={showReward} />
      <section aria-labelledby="activity" className="grid grid-cols-1 gap-3">
        <h2 id="activity" className="text-lg">
          {t('loyalty.activity')}
        </h2>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form */}
        <div role="group" aria-label={t('loyalty.filter')} className="flex flex-wrap gap-2">
          <Chip selected={filter === null} onClick={() => choose(null)}>
            {t('loyalty.filter_all')}
          </Chip>
          {ENTRY_FILTERS.map((each) => (
            <Chip key={each} selected={filter === each} onClick={() => choose(each)}>
              {t(`loyalty.filter_${each}`)}
            </Chip>
          ))}
        </div>
        {data === undefined && (isError ? <ErrorBlock onRetry={() => void refetch()} /> : <EntriesSkeleton />)}
        {data !== undefined && rows.length === 0 && (
          <NoEntries isFiltered={filter !== null} onAll={() => choose(null)} />
        )}
        {rows.length > 0 && (
          <ul className="rounded-xl border border-line bg-surface px-5">
            {rows.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
        <LoadMore list={entries} />
      </section>
      <EarnMore />
    </>
  );
}

function NoEntries({ isFiltered, onAll }: { isFiltered: boolean; onAll: () => void }) {
  const t = useT();
  return (
    <EmptyState
      art={isFiltered ? undefined : emptySack}
      level={3}
      title={t(isFiltered ? 'loyalty.none_filtered' : 'loyalty.none')}
      action={
        isFiltered ? (
          <Button kind="secondary" onClick={onAll}>
            {t('loyalty.show_all')}
          </Button>
        ) : (
          <LangLink to={coinsPath()} className={buttonClass()}>
            {t('loyalty.see_ways')}
          </LangLink>
        )
      }
    />
  );
}

export function Component() {
  const t = useT();
  return (
    <AccountPage title={t('account.wallet')} text={t('loyalty.wallet_text')} skeleton={<CardSkeleton />}>
      {(me) => <WalletActivity key={me.id} />}
    </AccountPage>
  );
}
