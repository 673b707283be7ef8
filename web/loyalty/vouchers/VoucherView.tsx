/**
 * The modal view of a voucher (docs/spec.md §2 "voucher view"): its benefit, its terms, and the button that buys it or
 * shows its code.
 */

import { ApiError } from '@shop/contract/api/api-error';
import type { OwnVoucher, Voucher } from '@shop/contract/vouchers';
import { orderPath, signInPath, vouchersPath } from '@shop/core/links/paths';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { api } from '../../api/api.ts';
import { langQuery } from '../../api/query-client.ts';
import { useTokenScope } from '../../api/tokens.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { useBranch } from '../../mini-program/branch.ts';
import type { VoucherViewData } from '../../modals/modal-data.ts';
import { closeModal, openModal } from '../../modals/modal-store.ts';
import { CopyNumber } from '../../orders/CopyNumber.tsx';
import { createRandomId } from '../../random-id.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { toast } from '../../ui/toasts/toast.ts';
import { formatLastDay } from '../last-day.ts';
import { refreshWallets } from '../loyalty-queries.ts';
import { stubClass, VoucherPicture } from './VoucherCard.tsx';
import { shopPath, useCostText, useDatesText, useSpendText, useUsableText } from './voucher-texts.ts';

type VoucherText = Pick<Voucher, 'name' | 'value' | 'description' | 'terms' | 'image' | 'kind' | 'conditions'>;

function VoucherDetails({
  voucher,
  details,
  children,
}: {
  voucher: VoucherText;
  details: readonly string[];
  children: ReactNode;
}) {
  const t = useT();
  return (
    <div className="grid gap-4">
      <VoucherPicture image={voucher.image} className="rounded-lg" />
      <div className={classNames('grid gap-1 rounded-lg p-4', stubClass(voucher))}>
        <p className="font-display text-2xl font-extrabold">{voucher.value}</p>
        <p className="font-semibold text-ink">{voucher.name}</p>
      </div>
      {voucher.description !== '' && <p>{voucher.description}</p>}
      <ul className="grid gap-2">
        {[...voucher.conditions, ...details].map((detail) => (
          <li key={detail} className="flex items-start gap-2">
            <Icon name="check" className="mt-0.5 size-5 shrink-0 text-action" />
            {detail}
          </li>
        ))}
      </ul>
      {voucher.terms !== '' && (
        <div className="text-sm text-ink-2">
          <h3 className="font-sans text-sm font-bold">{t('loyalty.terms')}</h3>
          <p>{voucher.terms}</p>
        </div>
      )}
      {children}
    </div>
  );
}

function ReasonNote({ children }: { children: string }) {
  return (
    <p className="flex items-start gap-2 rounded-md bg-kunyit-50 p-3 font-semibold text-coin-ink">
      <Icon name="info" className="mt-0.5 size-5 shrink-0" />
      {children}
    </p>
  );
}

/** Returns a function that buys the voucher, once even if the request is repeated. */
function useBuyVoucher(voucher: Voucher, onBought: (id: string) => void) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  const key = useRef(createRandomId());
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  return {
    isBusy,
    error,
    async buy() {
      setBusy(true);
      setError(null);
      try {
        const response = await api(
          'vouchers.buy',
          { body: { voucher_id: voucher.id }, query: langQuery(lang) },
          { idempotencyKey: key.current },
        );
        closeModal();
        toast(t('loyalty.bought', { name: voucher.name }), { kind: 'success' });
        onBought(response.voucher.id);
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        setError(failure.message || t('ui.error_network'));
        // The server has responded, so the next press is another purchase.
        if (failure.status !== 0) key.current = createRandomId();
        setBusy(false);
      } finally {
        void refreshWallets(queries);
      }
    },
  };
}

function OfferedVoucherDetails({ voucher, onBought }: { voucher: Voucher; onBought: (id: string) => void }) {
  const t = useT();
  const lang = useLang();
  const formatCost = useCostText();
  const formatSpend = useSpendText();
  const formatUsable = useUsableText();
  const isSignedIn = useTokenScope() !== 'guest';
  const inBrowser = useBranch() === null;
  const { buy, isBusy, error } = useBuyVoucher(voucher, onBought);
  const details = [
    formatSpend(voucher),
    formatUsable(voucher.usable),
    ...(voucher.valid_to === null ? [] : [t('loyalty.voucher_until', { when: formatLastDay(voucher.valid_to, lang) })]),
    ...(voucher.left === null ? [] : [t('loyalty.voucher_left', { count: voucher.left })]),
  ];
  return (
    <VoucherDetails voucher={voucher} details={details}>
      {voucher.why_not !== null && <ReasonNote>{voucher.why_not}</ReasonNote>}
      <FormError text={error ?? ''} />
      {isSignedIn ? (
        <Button wide busy={isBusy} disabled={voucher.why_not !== null} onClick={() => void buy()}>
          {voucher.cost.amount === 0
            ? t('loyalty.redeem_free')
            : t('loyalty.redeem', { cost: formatCost(voucher.cost) })}
        </Button>
      ) : (
        <LangLink to={signInPath(vouchersPath())} className={buttonClass('primary', 'regular', true)}>
          {t(inBrowser ? 'loyalty.sign_in_to_redeem' : 'tng.continue')}
        </LangLink>
      )}
    </VoucherDetails>
  );
}

function OwnVoucherDetails({ voucher }: { voucher: OwnVoucher }) {
  const t = useT();
  const formatSpend = useSpendText();
  const formatDates = useDatesText();
  const formatUsable = useUsableText();
  const isActive = voucher.status === 'active';
  const isFree = isActive && !voucher.locked;
  const inStore = voucher.usable.includes('store');
  return (
    <VoucherDetails
      voucher={voucher}
      details={[formatSpend(voucher), formatUsable(voucher.usable), formatDates(voucher)]}
    >
      {isActive && (
        <div className="grid gap-1">
          <CopyNumber label={t('loyalty.voucher_number')} number={voucher.code} />
          <p className="text-sm text-ink-2">
            {t(isFree && inStore ? 'loyalty.voucher_number_text' : 'loyalty.voucher_number_online')}
          </p>
        </div>
      )}
      {voucher.locked && <ReasonNote>{t('loyalty.voucher_locked')}</ReasonNote>}
      {voucher.order_id !== null && (
        <LangLink to={orderPath({ id: voucher.order_id })} className={buttonClass('secondary', 'regular', true)}>
          {t('loyalty.to_order')}
        </LangLink>
      )}
      {isFree && inStore && (
        <Button wide onClick={() => openModal('VOUCHER_QR', { voucher })}>
          <Icon name="barcode" className="size-5" />
          {t('loyalty.voucher_show')}
        </Button>
      )}
      {isFree && voucher.usable.includes('online') && (
        <div className="grid gap-2">
          <LangLink to={shopPath(voucher)} className={buttonClass(inStore ? 'secondary' : 'primary', 'regular', true)}>
            {t('loyalty.voucher_use')}
          </LangLink>
          <p className="text-sm text-ink-2">{t('loyalty.voucher_online')}</p>
        </div>
      )}
    </VoucherDetails>
  );
}

export function VoucherView({ data }: { data: VoucherViewData }) {
  return 'own' in data ? (
    <OwnVoucherDetails voucher={data.own} />
  ) : (
    <OfferedVoucherDetails voucher={data.voucher} onBought={data.onBought} />
  );
}
