/** /my-account/vouchers: the customer's vouchers by status. */
import { OWN_VOUCHER_STATUSES, type OwnVoucherStatus } from '@shop/core/loyalty/voucher';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { AccountPage, CardSkeleton } from '../../account/AccountFrame.tsx';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { pageRequest } from '../../page-loader.ts';
import { Segments } from '../../ui/Segments.tsx';
import { requireLoyalty } from '../require-loyalty.ts';
import { OwnVouchers } from './OwnVouchers.tsx';

export async function loader(args: LoaderFunctionArgs): Promise<null> {
  await requireLoyalty(pageRequest(args));
  return null;
}

const LABEL = { active: 'loyalty.tab_active', used: 'loyalty.tab_used', expired: 'loyalty.tab_expired' } as const;

function Vouchers() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const status: OwnVoucherStatus = OWN_VOUCHER_STATUSES.find((each) => each === params.get('status')) ?? 'active';
  return (
    <>
      <Segments
        label={t('account.vouchers')}
        value={status}
        options={OWN_VOUCHER_STATUSES.map((value) => ({ value, label: t(LABEL[value]) }))}
        onChange={(value) =>
          setParams(
            (before) => {
              const after = new URLSearchParams(before);
              after.set('status', value);
              return after;
            },
            { preventScrollReset: true, replace: true },
          )
        }
      />
      <h2 className="sr-only">{t(LABEL[status])}</h2>
      <OwnVouchers status={status} />
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
