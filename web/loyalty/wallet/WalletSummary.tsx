/** Shows balances and tier progress on the account's first page. */
import { accountPath, coinsPath } from '@shop/core/links/paths';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import type { IconName } from '../../ui/icons/icon-names.ts';
import { formatCount } from '../amount-text.ts';
import { TierProgress } from '../tiers/TierProgress.tsx';
import { useLoyalty } from '../use-loyalty.ts';

function BalanceLink({ icon, count, label, to }: { icon: IconName; count: number; label: string; to: string }) {
  return (
    <LangLink to={to} className="flex min-h-11 items-center gap-3 hover:underline">
      <span className="grid size-11 shrink-0 place-items-center rounded-pill bg-kunyit-50 text-coin-ink">
        <Icon name={icon} />
      </span>
      <span>
        <b className="block font-display text-lg tabular-nums">{formatCount(count)}</b>
        <span className="block text-sm text-ink-2">{label}</span>
      </span>
    </LangLink>
  );
}

export function WalletSummary({ wallets }: { wallets: { point: number; store_credit: number } }) {
  const t = useT();
  if (useLoyalty() === null) return null;
  const history = accountPath('wallet');
  return (
    <section
      aria-label={t('loyalty.your_wallets')}
      className="grid items-center gap-5 rounded-xl border border-line bg-surface p-5 md:grid-cols-2"
    >
      <div className="flex flex-wrap items-center gap-x-8 gap-y-3">
        <BalanceLink icon="coins" count={wallets.store_credit} label={t('loyalty.coins')} to={history} />
        <BalanceLink icon="gift" count={wallets.point} label={t('loyalty.points')} to={`${history}?kind=point`} />
      </div>
      <div className="grid gap-2">
        <TierProgress look="action" />
        <LangLink
          to={coinsPath()}
          className="flex min-h-8 w-fit items-center text-sm font-semibold text-action-strong underline underline-offset-4"
        >
          {t('loyalty.see_vouchers')}
        </LangLink>
      </div>
    </section>
  );
}
