/** The vouchers that points or coins buy; those that the customer cannot have now come last. */
import type { Voucher } from '@shop/contract/vouchers';
import { useQuery } from '@tanstack/react-query';
import { useTokenScope } from '../../api/tokens.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { openModal } from '../../modals/modal-store.ts';
import { ErrorBlock } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { vouchersQuery } from '../loyalty-queries.ts';
import { VOUCHER_GRID, VoucherCard } from './VoucherCard.tsx';
import { useCostText, useSpendText, useUsableText } from './voucher-facts.ts';

/** Skeleton of three cards. */
export function VouchersSkeleton() {
  return (
    <div className={VOUCHER_GRID} aria-hidden>
      <Skeleton className="h-32 rounded-lg" />
      <Skeleton className="h-32 rounded-lg" />
      <Skeleton className="h-32 rounded-lg" />
    </div>
  );
}

/** `onBought` receives the id of the customer's new voucher. */
export function RedeemList({ onBought }: { onBought: (id: string) => void }) {
  const t = useT();
  const cost = useCostText();
  const spend = useSpendText();
  const usable = useUsableText();
  const { data, isError, refetch } = useQuery(vouchersQuery(useLang(), useTokenScope()));
  if (data === undefined) return isError ? <ErrorBlock onRetry={() => void refetch()} /> : <VouchersSkeleton />;
  if (data.data.length === 0) return <p className="py-6 text-ink-2">{t('loyalty.no_vouchers')}</p>;
  const isBlocked = (voucher: Voucher) => Number(voucher.why_not !== null);
  const vouchers = [...data.data].sort((one, other) => isBlocked(one) - isBlocked(other));
  return (
    <ul className={VOUCHER_GRID}>
      {vouchers.map((voucher) => (
        <li key={voucher.id}>
          <VoucherCard
            voucher={voucher}
            facts={[spend(voucher), usable(voucher.usable)]}
            isGrey={voucher.why_not !== null}
            whyNot={voucher.why_not}
            onOpen={() => openModal('VOUCHER_VIEW', { voucher, onBought })}
          >
            <p className="mt-auto pt-1 font-semibold text-action-strong">{cost(voucher.cost)}</p>
          </VoucherCard>
        </li>
      ))}
    </ul>
  );
}
