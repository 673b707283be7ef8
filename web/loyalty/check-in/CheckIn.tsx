/**
 * Shows the daily check-in: the days of a round, each with its reward. Never opens anything automatically
 * (docs/ux.md#rule-35).
 */

import { ApiError } from '@shop/contract/api/api-error';
import type { CheckIns } from '@shop/contract/loyalty';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { langQuery } from '../../api/query-client.ts';
import { useTokenScope } from '../../api/tokens.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { useWhenText } from '../../i18n/use-when-text.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ErrorBlock } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toast } from '../../ui/toasts/toast.ts';
import { checkInsQuery, refreshWallets } from '../loyalty-queries.ts';
import { useEarnText } from '../tiers/listed-earn-rules.ts';
import { type CheckInReward, countDoneDays, findTodaysReward } from './done-days.ts';

type CheckInButtonProps = { state: CheckIns; onReward: OnReward; compact?: boolean };

type OnReward = (reward: CheckInReward) => void;

/**
 * Sends today's check-in. The server counts it once a day, however often the button is pressed. `onReward` receives
 * what this check-in earned.
 */
function useCheckIn(onReward: OnReward): { isBusy: boolean; checkIn: () => Promise<void> } {
  const t = useT();
  const lang = useLang();
  const scope = useTokenScope();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  return {
    isBusy,
    async checkIn() {
      setBusy(true);
      try {
        const { reward, ...state } = await api('loyalty.checkIn', { query: langQuery(lang) });
        queries.setQueryData(checkInsQuery(lang, scope).queryKey, state);
        if (reward !== null) onReward(reward);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        toast(error.message || t('ui.error_network'), { kind: error.status === 409 ? 'info' : 'error' });
      } finally {
        setBusy(false);
        void refreshWallets(queries);
      }
    },
  };
}

function CheckInDays({ state }: { state: CheckIns }) {
  const t = useT();
  const { rewards } = state;
  const dayCount = countDoneDays(state);
  return (
    <ol className="grid grid-cols-7 gap-1 max-xs:grid-cols-4 sm:gap-2">
      {rewards.map(({ day, kind, amount }) => {
        const isDone = day <= dayCount;
        return (
          <li
            key={day}
            className={classNames(
              'grid justify-items-center gap-1 rounded-md border py-2 text-center text-2xs',
              isDone ? 'border-action bg-pandan-50 text-action-strong' : 'border-line text-ink-2',
            )}
          >
            <span>{t('loyalty.checkin_day', { day })}</span>
            <Icon name={isDone ? 'check-circle-fill' : kind === 'point' ? 'gift' : 'coins'} className="size-5" />
            <strong className="tabular-nums">+{amount}</strong>
            {isDone && <span className="sr-only">{t('loyalty.checkin_done')}</span>}
          </li>
        );
      })}
    </ol>
  );
}

/** Shows the button that checks in; after the check-in, what it earned. */
export function CheckInButton({ state, onReward, compact = false }: CheckInButtonProps) {
  const t = useT();
  const formatEarn = useEarnText();
  const { isBusy, checkIn } = useCheckIn(onReward);
  const reward = findTodaysReward(state);
  return (
    <>
      {!state.checked_in_today && (
        <Button className="w-fit" size={compact ? 'compact' : 'regular'} busy={isBusy} onClick={() => void checkIn()}>
          {t('loyalty.checkin_do')}
        </Button>
      )}
      <p role="status" className="flex items-center gap-2 font-bold text-action-strong empty:hidden">
        {state.checked_in_today && (
          <>
            <Icon name="check-circle-fill" className="size-5 shrink-0" />
            {reward === null ? t('loyalty.checkin_done_today') : formatEarn({ ...reward, per: 'day' })}
          </>
        )}
      </p>
    </>
  );
}

export function CheckIn({ onReward }: { onReward: OnReward }) {
  const t = useT();
  const formatWhen = useWhenText();
  const { data, isError, refetch } = useQuery(checkInsQuery(useLang(), useTokenScope()));
  if (data === undefined) {
    return isError ? <ErrorBlock onRetry={() => void refetch()} /> : <Skeleton className="h-48 rounded-xl" />;
  }
  const { checked_in_today, streak, rewards, next_at } = data;
  if (rewards.length === 0) return null;
  return (
    <section
      id="check-in"
      tabIndex={-1}
      aria-labelledby="check-in-title"
      className="grid content-start gap-3 rounded-xl border border-line bg-surface p-5"
    >
      <div>
        <h2 id="check-in-title" className="text-lg">
          {t('loyalty.checkin')}
        </h2>
        <p role="status" className="text-sm text-ink-2">
          {streak === 0 ? t('loyalty.checkin_text') : t('loyalty.checkin_streak', { count: streak })}
        </p>
      </div>
      <CheckInDays state={data} />
      <CheckInButton state={data} onReward={onReward} />
      {checked_in_today && (
        <p className="text-sm text-ink-2">{t('loyalty.checkin_next', { when: formatWhen(next_at) })}</p>
      )}
    </section>
  );
}
