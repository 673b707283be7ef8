/** Lists the amounts of a cart or an order. No amount appears only at the last step (docs/ux.md#rule-23). */
import type { Cart } from '@shop/contract/cart';
import { formatMoney, type Sen } from '@shop/core/money';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { classNames } from '../../ui/class-names.ts';

/** Amounts in sen. */
type Amounts = {
  items_total: Sen;
  discount: Sen;
  coupon_discount: Sen;
  coupon_code?: string | null;
  delivery_fee: Sen;
  bag_fee: Sen;
  tip: Sen;
  rounding: Sen;
  grand_total: Sen;
};

/** The amounts of an order, or a cart, whose delivery fee may still be unknown. */
type TotalsProps = { amounts: Amounts | Cart; className?: string };

/** Formats the delivery fee: final, the lowest possible, or impossible. */
function useDeliveryText(amounts: TotalsProps['amounts']): string {
  const t = useT();
  const feeText = (fee: Sen) => (fee === 0 ? t('cart.free') : formatMoney(fee));
  if (!('estimated_total' in amounts) || amounts.delivery_fee_known) return feeText(amounts.delivery_fee);
  const { delivery_fee_from: from, destination } = amounts;
  if (from === null) return t(destination === null ? 'cart.delivery_later' : 'cart.delivery_none');
  return from === 0 ? t('cart.free') : t('cart.delivery_from', { amount: formatMoney(from) });
}

function Row({ label, amount, saving = false }: { label: ReactNode; amount: ReactNode; saving?: boolean }) {
  return (
    <div
      className={classNames('flex items-baseline justify-between gap-4', saving ? 'text-action-strong' : 'text-ink-2')}
    >
      <dt>{label}</dt>
      <dd className="font-semibold tabular-nums">
        <bdi>{amount}</bdi>
      </dd>
    </div>
  );
}

/** Lists the amounts of which the total is the sum. */
export function TotalRows({ amounts, className }: TotalsProps) {
  const t = useT();
  const { items_total, discount, coupon_discount, coupon_code, bag_fee, tip, rounding } = amounts;
  return (
    <dl className={classNames('grid gap-1.5 text-sm', className)}>
      <Row label={t('cart.subtotal')} amount={formatMoney(items_total)} />
      {discount > 0 && <Row saving label={t('cart.discount')} amount={formatMoney(-discount)} />}
      {coupon_discount > 0 && (
        <Row
          saving
          label={coupon_code ? t('cart.coupon_named', { code: coupon_code }) : t('cart.coupon')}
          amount={formatMoney(-coupon_discount)}
        />
      )}
      <Row label={t('cart.delivery')} amount={useDeliveryText(amounts)} />
      {bag_fee > 0 && <Row label={t('cart.bag_fee')} amount={formatMoney(bag_fee)} />}
      {tip > 0 && <Row label={t('cart.tip')} amount={formatMoney(tip)} />}
      {rounding !== 0 && <Row label={t('cart.rounding')} amount={formatMoney(rounding)} />}
    </dl>
  );
}

type GrandTotalProps = {
  amount: Sen;
  /** The delivery fee is still unknown. */
  isEstimate?: boolean;
  className?: string;
};

function GrandTotal({ amount, isEstimate = false, className }: GrandTotalProps) {
  const t = useT();
  return (
    <p className={classNames('flex items-baseline justify-between gap-4', className)}>
      <span className="text-md font-bold">{t(isEstimate ? 'cart.total_estimated' : 'cart.total')}</span>
      <bdi className="font-display text-xl font-extrabold tabular-nums">{formatMoney(amount)}</bdi>
    </p>
  );
}

/** The total of a cart: with the lowest delivery fee until the fee is known, so that it rises by no surprise. */
export function CartGrandTotal({ cart, className }: { cart: Cart; className?: string }) {
  return <GrandTotal amount={cart.estimated_total} isEstimate={!cart.delivery_fee_known} className={className} />;
}

/** Lists all amounts and the total. */
export function CartTotals({ amounts, className }: TotalsProps) {
  const totalClass = 'mt-2.5 border-t border-line pt-3';
  return (
    <div className={className}>
      <TotalRows amounts={amounts} />
      {'estimated_total' in amounts ? (
        <CartGrandTotal cart={amounts} className={totalClass} />
      ) : (
        <GrandTotal amount={amounts.grand_total} className={totalClass} />
      )}
    </div>
  );
}
