/**
 * /kk-coins: wallets, ways to earn, vouchers and tiers (docs/spec.md §2 "coins and voucher redemption"). Guests see the
 * benefits of membership.
 */
import { accountPath, coinsPath } from '@shop/core/links/paths';
import type { WalletKind } from '@shop/core/loyalty/wallet';
import { formatMoney } from '@shop/core/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import { useTokenScope } from '../api/tokens.ts';
import { useHashTarget } from '../content/home/use-hash-target.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Head } from '../layout/Head.tsx';
import { pageRequest } from '../page-loader.ts';
import { Accordion } from '../ui/Accordion.tsx';
import { Segments } from '../ui/Segments.tsx';
import { balancesQuery, tiersQuery } from './loyalty-queries.ts';
import { requireLoyalty } from './require-loyalty.ts';
import { EarnMore } from './tiers/EarnMore.tsx';
import { MembershipTiers } from './tiers/MembershipTiers.tsx';
import { useLoyalty } from './use-loyalty.ts';
import { OwnVouchers } from './vouchers/OwnVouchers.tsx';
import { RedeemList } from './vouchers/RedeemList.tsx';
import { GuestWallet } from './wallet/GuestWallet.tsx';
import { type RewardAmount, WalletCard } from './wallet/WalletCard.tsx';

/** Tiers and vouchers differ by customer, so the loader does not fetch them. */
export async function loader(args: LoaderFunctionArgs): Promise<null> {
  await requireLoyalty(pageRequest(args));
  return null;
}

type MyWalletProps = { kind: WalletKind; onKind: (kind: WalletKind) => void; reward: RewardAmount | null };

function MyWallet({ kind, onKind, reward }: MyWalletProps) {
  const t = useT();
  const { data, isError, refetch } = useQuery(balancesQuery(useLang(), useTokenScope()));
  return (
    <WalletCard
      kind={kind}
      onKind={onKind}
      reward={reward}
      wallet={data?.balances[kind]}
      onRetry={isError ? () => void refetch() : null}
      link={{ to: accountPath('wallet'), text: t('loyalty.history') }}
    />
  );
}

type VoucherTab = 'redeem' | 'active' | 'used';

/** Shows the vouchers, to which /kk-coins#vouchers leads (docs/spec.md §2). */
function Vouchers() {
  const t = useT();
  const isMember = useTokenScope() !== 'guest';
  const [chosenTab, setTab] = useState<VoucherTab>('redeem');
  const [newId, setNewId] = useState<string | null>(null);
  const tab = isMember ? chosenTab : 'redeem';
  const showBought = (id: string) => {
    setNewId(id);
    setTab('active');
  };
  return (
    <section
      id="vouchers"
      tabIndex={-1}
      aria-labelledby="vouchers-title"
      className="grid scroll-mt-24 grid-cols-1 gap-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="vouchers-title" className="text-xl">
          {t('loyalty.vouchers')}
        </h2>
        {isMember && (
          <Segments
            label={t('loyalty.vouchers')}
            value={tab}
            onChange={setTab}
            options={[
              { value: 'redeem', label: t('loyalty.tab_redeem') },
              { value: 'active', label: t('loyalty.tab_mine') },
              { value: 'used', label: t('loyalty.tab_used') },
            ]}
          />
        )}
      </div>
      {tab === 'redeem' ? (
        <RedeemList onBought={showBought} />
      ) : (
        <OwnVouchers status={tab} newId={newId} onRedeem={() => setTab('redeem')} />
      )}
    </section>
  );
}

/** Explains how the loyalty program works. */
function ProgramTerms() {
  const t = useT();
  const loyalty = useLoyalty();
  if (loyalty === null) return null;
  const { points_per_ringgit, min_points } = loyalty;
  return (
    <section aria-labelledby="loyalty-terms">
      <h2 id="loyalty-terms" className="mb-2 text-xl">
        {t('loyalty.how')}
      </h2>
      <Accordion title={t('loyalty.how_differ')} className="border-t">
        {t('loyalty.how_differ_text', {
          points: points_per_ringgit,
          amount: formatMoney(100),
          min: min_points,
        })}
      </Accordion>
      <Accordion title={t('loyalty.how_when')}>{t('loyalty.how_when_text')}</Accordion>
      <Accordion title={t('loyalty.how_expire')}>{t('loyalty.how_expire_text')}</Accordion>
      <Accordion title={t('loyalty.how_back')}>{t('loyalty.how_back_text')}</Accordion>
      <Accordion title={t('loyalty.how_tier')}>{t('loyalty.how_tier_text')}</Accordion>
    </section>
  );
}

export function Component() {
  const t = useT();
  useHashTarget();
  const scope = useTokenScope();
  const [kind, setKind] = useState<WalletKind>('store_credit');
  const [reward, setReward] = useState<RewardAmount | null>(null);
  const showReward = (reward: RewardAmount) => {
    setReward(reward);
    setKind(reward.kind);
  };
  const { data: tiers } = useQuery(tiersQuery(useLang(), scope));
  return (
    <div className="page-width grid grid-cols-1 gap-8 py-5 lg:py-8">
      <Head title={t('loyalty.title')} description={t('loyalty.page_text')} path={coinsPath()} />
      <header className="grid gap-1">
        <h1 className="text-2xl lg:text-3xl">{t('loyalty.title')}</h1>
        <p className="text-ink-2">{t('loyalty.page_text')}</p>
      </header>
      <div className="grid gap-5 lg:grid-cols-[7fr_5fr]">
        {scope === 'guest' ? <GuestWallet /> : <MyWallet kind={kind} onKind={setKind} reward={reward} />}
        <EarnMore onReward={showReward} />
      </div>
      <Vouchers />
      {tiers !== undefined && <MembershipTiers tiers={tiers} />}
      <ProgramTerms />
    </div>
  );
}
