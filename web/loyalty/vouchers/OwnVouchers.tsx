/** Lists the customer's vouchers of a status. */
import type { OwnVoucher } from '@shop/contract/vouchers';
import { vouchersPath } from '@shop/core/links/paths';
import type { OwnVoucherStatus } from '@shop/core/loyalty/voucher';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTokenScope } from '../../api/tokens.ts';
import emptySack from '../../art/sack-gift.svg?no-inline';
import { useCart } from '../../cart/use-cart.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { openModal } from '../../modals/modal-store.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState, ErrorBlock } from '../../ui/EmptyState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { ownVoucherPages } from '../loyalty-queries.ts';
import { VouchersSkeleton } from './RedeemList.tsx';
import { VoucherCard, voucherGridClass } from './VoucherCard.tsx';
import { shopPath, useDatesText, useSpendText } from './voucher-texts.ts';

const NO_VOUCHERS_TEXTS = {
  active: 'loyalty.none_active',
  used: 'loyalty.none_used',
  expired: 'loyalty.none_expired',
} as const;

function NoVouchers({ status, onRedeem }: { status: OwnVoucherStatus; onRedeem?: () => void }) {
  const t = useT();
  return (
    <EmptyState
      art={emptySack}
      title={t(NO_VOUCHERS_TEXTS[status])}
      level={3}
      action={
        status === 'active' && (
          <LangLink to={vouchersPath()} onClick={onRedeem} className={buttonClass()}>
            {t('loyalty.see_vouchers')}
          </LangLink>
        )
      }
    />
  );
}

/** Links to the shop or, for an outlet's voucher, opens the code for the till. Lies above the card's own button. */
function UseVoucher({ voucher }: { voucher: OwnVoucher }) {
  const t = useT();
  const classes = classNames(buttonClass('secondary', 'compact'), 'relative z-1 mt-auto w-fit');
  if (voucher.usable.includes('online')) {
    return (
      <LangLink to={shopPath(voucher)} className={classes}>
        {t('loyalty.voucher_use')}
      </LangLink>
    );
  }
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => openModal('VOUCHER_QR', { voucher })}
      className={classes}
    >
      {t('loyalty.voucher_use')}
    </button>
  );
}

function OwnVoucherCard({ voucher, isNew }: { voucher: OwnVoucher; isNew: boolean }) {
  const t = useT();
  const formatSpend = useSpendText();
  const formatDates = useDatesText();
  const isActive = voucher.status === 'active';
  const isFree = isActive && !voucher.locked;
  return (
    <VoucherCard
      voucher={voucher}
      details={[...(isActive ? [formatSpend(voucher)] : []), formatDates(voucher)]}
      isGrey={!isActive}
      isNew={isNew}
      whyNot={voucher.locked ? t('loyalty.voucher_locked') : null}
      onOpen={() => openModal('VOUCHER_VIEW', { own: voucher })}
    >
      {isFree && <UseVoucher voucher={voucher} />}
    </VoucherCard>
  );
}

type OwnVouchersProps = {
  status: OwnVoucherStatus;
  /** The voucher that was just bought. */
  newId?: string | null;
  /** Receives a press of the link to vouchers that can be bought; without it, a list with vouchers has no such link. */
  onRedeem?: () => void;
};

export function OwnVouchers({ status, newId = null, onRedeem }: OwnVouchersProps) {
  const t = useT();
  const formatSpend = useSpendText();
  const vouchers = useInfiniteQuery(ownVoucherPages(useLang(), useTokenScope(), status));
  const cart = useCart((state) => state.cart);
  const { data, isError, refetch } = vouchers;
  if (data === undefined) return isError ? <ErrorBlock onRetry={() => void refetch()} /> : <VouchersSkeleton />;
  const rows = data.pages.flatMap((page) => page.data);
  const offers = status === 'active' ? (cart?.waiting_offers ?? []) : [];
  const hasLink = status === 'active' && onRedeem !== undefined;
  if (rows.length + offers.length === 0) return <NoVouchers status={status} onRedeem={onRedeem} />;
  return (
    <>
      <ul className={voucherGridClass(offers.length + rows.length + (hasLink ? 1 : 0))}>
        {offers.map((offer) => (
          <li key={offer.id}>
            <VoucherCard
              voucher={{ ...offer, image: null }}
              details={[formatSpend(offer), t('loyalty.offer_applies')]}
            />
          </li>
        ))}
        {rows.map((voucher) => (
          <li key={voucher.id}>
            <OwnVoucherCard voucher={voucher} isNew={voucher.id === newId} />
          </li>
        ))}
        {hasLink && (
          <li>
            <LangLink
              to={vouchersPath()}
              onClick={onRedeem}
              className="press grid h-full min-h-24 place-items-center rounded-lg border-2 border-dashed border-edge p-4 text-center font-bold text-action-strong hover:bg-sunken"
            >
              {t('loyalty.see_vouchers')}
            </LangLink>
          </li>
        )}
      </ul>
      <LoadMore list={vouchers} />
    </>
  );
}
