/** Lists the vouchers that points or coins buy, grouped by whether the customer can have them now. */
import type { Voucher } from '@shop/contract/vouchers';
import { useQuery } from '@tanstack/react-query';
import { useTokenScope } from '../../api/tokens.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { openModal } from '../../modals/modal-store.ts';
import { ErrorBlock } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { vouchersQuery } from '../loyalty-queries.ts';
import { VoucherCard, voucherGridClass } from './VoucherCard.tsx';
import { useCostText, useSpendText, useUsableText } from './voucher-texts.ts';

/** Skeleton of three cards. */
export function VouchersSkeleton() {
  return (
    <div className={voucherGridClass(3)} aria-hidden>
      <Skeleton className="h-32 rounded-lg" />
      <Skeleton className="h-32 rounded-lg" />
      <Skeleton className="h-32 rounded-lg" />
    </div>
  );
}

/** Receives the id of the customer's new voucher. */
type OnBought = (id: string) => void;

/** Shows a voucher with its cost, and why the customer cannot get it now. */
export function OfferedVoucher({ voucher, onBought, level }: { voucher: Voucher; onBought: OnBought; level: 3 | 4 }) {
  const formatCost = useCostText();
  const formatSpend = useSpendText();
  const formatUsable = useUsableText();
  return (
    <VoucherCard
      voucher={voucher}
      level={level}
      details={[formatSpend(voucher), formatUsable(voucher.usable)]}
      isGrey={voucher.why_not !== null}
      hasPicture={voucher.why_not === null}
      whyNot={voucher.why_not}
      onOpen={() => openModal('VOUCHER_VIEW', { voucher, onBought })}
    >
      <p className="mt-auto pt-1 font-semibold text-action-strong">{formatCost(voucher.cost)}</p>
    </VoucherCard>
  );
}

type GroupProps = { title: string; vouchers: readonly Voucher[]; onBought: OnBought };

function VoucherGroup({ title, vouchers, onBought }: GroupProps) {
  if (vouchers.length === 0) return null;
  return (
    <div className="grid grid-cols-1 gap-3">
      <h3 className="text-lg">{title}</h3>
      <ul className={voucherGridClass(vouchers.length)}>
        {vouchers.map((voucher) => (
          <li key={voucher.id}>
            <OfferedVoucher voucher={voucher} onBought={onBought} level={4} />
          </li>
        ))}
      </ul>
    </div>
  );
}

export function RedeemList({ onBought }: { onBought: OnBought }) {
  const t = useT();
  const scope = useTokenScope();
  const { data, isError, refetch } = useQuery(vouchersQuery(useLang(), scope));
  if (data === undefined) return isError ? <ErrorBlock onRetry={() => void refetch()} /> : <VouchersSkeleton />;
  if (data.data.length === 0) return <p className="py-6 text-ink-2">{t('loyalty.no_vouchers')}</p>;
  const availableVouchers = data.data.filter(({ why_not }) => why_not === null);
  const unavailableVouchers = data.data.filter(({ why_not }) => why_not !== null);
  return (
    <div className="grid grid-cols-1 gap-6">
      <VoucherGroup
        title={t(scope === 'guest' ? 'loyalty.group_members' : 'loyalty.group_now')}
        vouchers={availableVouchers}
        onBought={onBought}
      />
      <VoucherGroup title={t('loyalty.group_later')} vouchers={unavailableVouchers} onBought={onBought} />
    </div>
  );
}
