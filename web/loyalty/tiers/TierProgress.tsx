/** Shows how much the customer has to spend to reach the next membership tier. */
import { formatDate } from '@shop/core/dates';
import { formatMoney } from '@shop/core/money';
import { useQuery } from '@tanstack/react-query';
import { useTokenScope } from '../../api/tokens.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { tiersQuery } from '../loyalty-queries.ts';

/** `coin` is for dark green backgrounds. */
export function TierProgress({ look }: { look: 'action' | 'coin' }) {
  const t = useT();
  const lang = useLang();
  const current = useQuery(tiersQuery(lang, useTokenScope())).data?.current ?? null;
  if (current === null) return null;
  const { tier, next, spent, until } = current;
  const text =
    next === null
      ? t('loyalty.tier_top', { tier: tier.name })
      : t('loyalty.tier_left', { amount: formatMoney(next.spend_left), tier: next.tier.name });
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong>{t('loyalty.tier_now', { tier: tier.name })}</strong>
        <span className="text-sm">{text}</span>
      </p>
      {next !== null && <ProgressBar value={spent} max={next.tier.qualifying_spend} label={text} look={look} />}
      {until !== null && (
        <p className="text-sm">{t('loyalty.tier_until', { tier: tier.name, when: formatDate(until, lang) })}</p>
      )}
    </div>
  );
}
