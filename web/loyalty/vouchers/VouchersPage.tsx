/** /my-account/vouchers: the customer's vouchers by status. */
import { vouchersPath } from '@shop/core/links/paths';
import { OWN_VOUCHER_STATUSES, type OwnVoucherStatus } from '@shop/core/loyalty/voucher';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { AccountPage, CardSkeleton } from '../../account/AccountFrame.tsx';
import { useTokenScope } from '../../api/tokens.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { pageRequest } from '../../page-loader.ts';
import { Segments } from '../../ui/Segments.tsx';
import { vouchersQuery } from '../loyalty-queries.ts';
import { requireLoyalty } from '../require-loyalty.ts';
import { OwnVouchers } from './OwnVouchers.tsx';
import { OfferedVoucher } from './RedeemList.tsx';
import { voucherGridClass } from './VoucherCard.tsx';

export async function loader(args: LoaderFunctionArgs): Promise<null> {
  await requireLoyalty(pageRequest(args));
  return null;
}

const TAB_LABELS = { active: 'loyalty.tab_active', used: 'loyalty.tab_used', expired: 'loyalty.tab_expired' } as const;

const MAX_MORE_VOUCHERS = 3;

/** Shows a few vouchers that the customer can get now, and a link to all of them. */
function MoreVouchers({ onBought }: { onBought: (id: string) => void }) {
  const t = useT();
  const { data } = useQuery(vouchersQuery(useLang(), useTokenScope()));
  const vouchers = data?.data.filter(({ why_not }) => why_not === null).slice(0, MAX_MORE_VOUCHERS) ?? [];
  if (vouchers.length === 0) return null;
  return (
    <section aria-labelledby="more-vouchers" className="mt-3 grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="more-vouchers" className="text-lg">
          {t('loyalty.group_now')}
        </h2>
        <LangLink
          to={vouchersPath()}
          className="inline-flex min-h-11 items-center font-semibold text-action-strong underline underline-offset-4"
        >
          {t('loyalty.see_vouchers')}
        </LangLink>
      </div>
      <ul className={voucherGridClass(vouchers.length)}>
        {vouchers.map((voucher) => (
          <li key={voucher.id}>
            <OfferedVoucher voucher={voucher} onBought={onBought} level={3} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Vouchers() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const status: OwnVoucherStatus = OWN_VOUCHER_STATUSES.find((each) => each === params.get('status')) ?? 'active';
  const [newId, setNewId] = useState<string | null>(null);
  const show = (next: OwnVoucherStatus) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('status', next);
        return after;
      },
      { preventScrollReset: true, replace: true },
    );
  const showBought = (id: string) => {
    setNewId(id);
    show('active');
  };
  return (
    <>
      <Segments
        label={t('account.vouchers')}
        value={status}
        options={OWN_VOUCHER_STATUSES.map((value) => ({ value, label: t(TAB_LABELS[value]) }))}
        onChange={show}
      />
      <h2 className="sr-only">{t(TAB_LABELS[status])}</h2>
      <OwnVouchers status={status} newId={newId} />
      <MoreVouchers onBought={showBought} />
    </>
  );
}

export function Component() {
  const t = useT();
  return (
    <AccountPage title={t('account.vouchers')} skeleton={<CardSkeleton />}>
      {(me) => <Vouchers key={me.id} />}
    </AccountPage>
  );
}
