/** Shows the membership tiers, from the lowest: the spend that reaches them, and the points that orders earn. */
import type { ResponseOf } from '@shop/contract/api/client';
import { formatMoney } from '@shop/core/money';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { formatCount } from '../amount-text.ts';
import { findOrderRate } from './listed-earn-rules.ts';

export function MembershipTiers({ tiers: { data, current } }: { tiers: ResponseOf<'loyalty.tiers'> }) {
  const t = useT();
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="tiers" className="grid gap-3">
      <h2 id="tiers" className="text-xl">
        {t('loyalty.tiers')}
      </h2>
      <p className="text-ink-2">{t('loyalty.tiers_text')}</p>
      <ol className="grid grid-cols-[repeat(auto-fit,minmax(max(7.5rem,40%),1fr))] gap-3 lg:grid-cols-4">
        {data.map(({ tier, rules, tier_vouchers }) => {
          const rate = findOrderRate(rules);
          const isCurrent = tier.id === current?.tier.id;
          return (
            <li
              key={tier.id}
              aria-current={isCurrent ? 'true' : undefined}
              className={classNames(
                'grid content-start justify-items-start gap-2 rounded-xl border p-4',
                isCurrent ? 'border-action bg-pandan-50' : 'border-line bg-surface',
              )}
            >
              <h3 className="flex items-center gap-2 text-lg">
                {isCurrent && <Icon name="check-circle-fill" className="size-5 text-action" />}
                {tier.name}
              </h3>
              <p className="text-sm text-ink-2">
                {tier.qualifying_spend === 0
                  ? t('loyalty.tier_start')
                  : t('loyalty.tier_from', { amount: formatMoney(tier.qualifying_spend) })}
              </p>
              {rate !== null && (
                <p className="text-sm font-semibold">{t('loyalty.per_ringgit', { count: formatCount(rate) })}</p>
              )}
              {tier.has_prices && (
                <p className="text-sm font-semibold">{t('catalog.member_price', { tier: tier.name })}</p>
              )}
              {tier_vouchers.length > 0 && (
                <ul className="grid gap-1 text-sm">
                  {tier_vouchers.map(({ name, value }) => (
                    <li key={name}>{t('loyalty.tier_voucher', { name, value })}</li>
                  ))}
                </ul>
              )}
              {isCurrent && <Badge look="leaf">{t('loyalty.your_tier')}</Badge>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
