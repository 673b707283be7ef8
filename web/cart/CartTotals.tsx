/** Lists the amounts of a cart or an order. No amount appears only at the last step (docs/ux.md#rule-23). */
import { formatMoney, type Sen } from '@shop/core/money';
import type { ReactNode } from 'react';
import { useT } from '../i18n/MessagesProvider.tsx';
import { classNames } from '../ui/class-names.ts';

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

type TotalsProps = {
  amounts: Amounts;
  /** False while no address and method are chosen, so that the fee is unknown. */
  deliveryKnown?: boolean;
  className?: string;
};

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

/** Lists the amounts above the total. */
export function TotalRows({ amounts, deliveryKnown = true, className }: TotalsProps) {
  const t = useT();
  const { items_total, discount, coupon_discount, coupon_code, delivery_fee, bag_fee, tip, rounding } = amounts;
  const delivery = delivery_fee === 0 ? t('cart.free') : formatMoney(delivery_fee);
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
      <Row label={t('cart.delivery')} amount={deliveryKnown ? delivery : t('cart.delivery_later')} />
      {bag_fee > 0 && <Row label={t('cart.bag_fee')} amount={formatMoney(bag_fee)} />}
      {tip > 0 && <Row label={t('cart.tip')} amount={formatMoney(tip)} />}
      {rounding !== 0 && <Row label={t('cart.rounding')} amount={formatMoney(rounding)} />}
    </dl>
  );
}

export function GrandTotal({ amount, className }: { amount: Sen; className?: string }) {
  const t = useT();
  return (
    <p className={classNames('flex items-baseline justify-between gap-4', className)}>
      <span className="text-md font-bold">{t('cart.total')}</span>
      <bdi className="font-display text-xl font-extrabold tabular-nums">{formatMoney(amount)}</bdi>
    </p>
  );
}

/** Lists all amounts and the total. */
export function CartTotals({ amounts, deliveryKnown, className }: TotalsProps) {
  return (
    <div className={className}>
      <TotalRows amounts={amounts} deliveryKnown={deliveryKnown} />
      <GrandTotal amount={amounts.grand_total} className="mt-2.5 border-t border-line pt-3" />
    </div>
  );
}
