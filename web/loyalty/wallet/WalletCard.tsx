/** Shows the customer's wallets: balance, worth, next expiry and progress to the next tier (docs/ux.md#rule-35). */
import type { WalletBalance } from '@shop/contract/loyalty';
import type { WalletKind } from '@shop/core/loyalty/wallet';
import { formatMoney } from '@shop/core/money';
import type { ReactNode } from 'react';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { openModal } from '../../modals/modal-store.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { formatCount, formatSigned } from '../amount-text.ts';
import { formatLastDay } from '../last-day.ts';
import { TierProgress } from '../tiers/TierProgress.tsx';

/** Shows the balance's value, pending amounts and the next expiry. */
function BalanceDetails({ wallet }: { wallet: WalletBalance }) {
  const t = useT();
  const lang = useLang();
  const { next_expiry } = wallet;
  const details = [
    t('loyalty.worth', { amount: formatMoney(wallet.value) }),
    ...(wallet.pending > 0 ? [t('loyalty.pending', { count: formatCount(wallet.pending) })] : []),
    ...(next_expiry === null
      ? []
      : [t('loyalty.expires', { count: formatCount(next_expiry.amount), when: formatLastDay(next_expiry.at, lang) })]),
  ];
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {details.map((detail) => (
        <li key={detail}>{detail}</li>
      ))}
    </ul>
  );
}

export function WalletSurface({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="forest-panel flex flex-col gap-4 rounded-2xl p-6 lg:p-8">
      {children}
    </section>
  );
}

/** Classes of the main button or link on the dark green surface. */
export const MAIN_ACTION_CLASSES =
  'press inline-flex min-h-12 items-center gap-2 rounded-md bg-white px-5 font-bold text-[#0a3a1e]';
export const OTHER_ACTION_CLASSES =
  'press inline-flex min-h-12 items-center rounded-md border border-white/40 px-5 font-bold';

function BalanceError({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3">
      {t('loyalty.balance_failed')}
      <button type="button" onClick={onRetry} className="min-h-11 font-semibold underline underline-offset-4">
        {t('ui.retry')}
      </button>
    </p>
  );
}

/** An amount that was just earned, and the wallet that it was credited to. */
export type RewardAmount = { kind: WalletKind; amount: number };

type WalletCardProps = {
  kind: WalletKind;
  onKind: (kind: WalletKind) => void;
  /** Undefined until it has loaded. */
  wallet: WalletBalance | undefined;
  /** Retries loading the balance; null unless it failed. */
  onRetry: (() => void) | null;
  /** A link to a further page of the program. */
  link: { to: string; text: string };
  reward?: RewardAmount | null;
};

export function WalletCard({ kind, onKind, wallet, onRetry, link, reward = null }: WalletCardProps) {
  const t = useT();
  const isCoins = kind === 'store_credit';
  const formatLabel = (each: WalletKind) => {
    const name = t(each === 'point' ? 'loyalty.points' : 'loyalty.coins');
    return reward?.kind === each ? `${name} ${formatSigned(reward.amount)}` : name;
  };
  return (
    <WalletSurface label={t('loyalty.your_wallets')}>
      <div className="relative">
        <Segments
          label={t('loyalty.wallets')}
          value={kind}
          onChange={onKind}
          options={[
            { value: 'store_credit', label: formatLabel('store_credit') },
            { value: 'point', label: formatLabel('point') },
          ]}
        />
      </div>
      <div className="relative grid gap-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <bdi className="font-display text-hero font-extrabold tabular-nums">
            {wallet === undefined ? '—' : formatCount(wallet.balance)}
          </bdi>
          <span className="text-lg font-semibold">{t(isCoins ? 'loyalty.coins' : 'loyalty.points')}</span>
        </p>
        <p className="text-sm text-white/85">{t(isCoins ? 'loyalty.coins_are' : 'loyalty.points_are')}</p>
        <div className="min-h-6">
          {wallet !== undefined && <BalanceDetails wallet={wallet} />}
          {wallet === undefined && onRetry !== null && <BalanceError onRetry={onRetry} />}
        </div>
      </div>
      <div className="relative">
        <TierProgress look="coin" />
      </div>
      <div className="relative mt-auto flex flex-wrap gap-3">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => openModal('MEMBER_CARD', null)}
          className={MAIN_ACTION_CLASSES}
        >
          <Icon name="barcode" className="size-5" />
          {t('loyalty.show_code')}
        </button>
        <LangLink to={link.to} className={OTHER_ACTION_CLASSES}>
          {link.text}
        </LangLink>
      </div>
    </WalletSurface>
  );
}
