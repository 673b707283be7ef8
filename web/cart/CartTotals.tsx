/** What a cart or an order comes to, line by line. Nothing may first appear at the last step (ux.md rule 23). */
import { formatMoney, type Sen } from '@shop/core/money';
import type { ReactNode } from 'react';
import { useT } from '../i18n/shop-words.tsx';
import { classNames } from '../ui/class-names.ts';

/** Amounts in sen, as carts and orders have them. */
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

type CartTotalsProps = {
  amounts: Amounts;
  /** False while no address and method are chosen, so that the fee cannot be known. */
  deliveryKnown?: boolean;
  className?: string;
};

export function CartTotals({ amounts, deliveryKnown = true, className }: CartTotalsProps) {
  const t = useT();
  const { items_total, discount, coupon_discount, coupon_code, delivery_fee, bag_fee, tip, rounding } = amounts;
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
      <Row
        label={t('cart.delivery')}
        amount={
          deliveryKnown ? (delivery_fee === 0 ? t('cart.free') : formatMoney(delivery_fee)) : t('cart.delivery_later')
        }
      />
      {bag_fee > 0 && <Row label={t('cart.bag_fee')} amount={formatMoney(bag_fee)} />}
      {tip > 0 && <Row label={t('cart.tip')} amount={formatMoney(tip)} />}
      {rounding !== 0 && <Row label={t('cart.rounding')} amount={formatMoney(rounding)} />}
      <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3">
        <dt className="text-md font-bold">{t('cart.total')}</dt>
        <dd className="font-display text-xl font-extrabold tabular-nums">
          <bdi>{formatMoney(amounts.grand_total)}</bdi>
        </dd>
      </div>
    </dl>
  );
}
