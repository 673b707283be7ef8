/** Lists the amounts of a cart or an order. No amount appears only at the last step (docs/ux.md#rule-23). */
import type { Cart, LineChange } from '@shop/contract/cart';
import { type Amounts, listAmounts, type NamedPromotion } from '@shop/core/cart/amount-lines';
import { formatMoney, type Sen } from '@shop/core/money';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ChangeNote } from './line-parts.tsx';

type TotalsProps = {
  /** Amounts of an order, or of a cart, whose delivery fee may still be unknown. */
  amounts: (Amounts & { grand_total: Sen }) | Cart;
  /** Changes of amounts that the shopper has not read yet, shown below them. */
  notes?: readonly LineChange[];
  className?: string;
};

/**
 * Formats the delivery fee before promotions on delivery: the final or the lowest fee, or that it is unknown or that no
 * method delivers.
 */
function useDeliveryText(amounts: TotalsProps['amounts'], fee: Sen): string {
  const t = useT();
  if (!('estimated_total' in amounts) || amounts.delivery_fee_known)
    return fee === 0 ? t('cart.free') : formatMoney(fee);
  const { delivery_fee_from: from, destination } = amounts;
  if (from === null) return t(destination === null ? 'cart.delivery_later' : 'cart.delivery_none');
  return from === 0 ? t('cart.free') : t('cart.delivery_from', { amount: formatMoney(from) });
}

function AmountRow({ label, amount, saving = false }: { label: ReactNode; amount: ReactNode; saving?: boolean }) {
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

/** Renames a cart's amounts to the fields of an order's amounts. */
function toAmounts(amounts: TotalsProps['amounts']): Amounts {
  if (!('point_info' in amounts)) return amounts;
  const { voucher_discount, point_info } = amounts;
  const { points_redeem_value, coins_redeem_value } = point_info;
  return { ...amounts, voucher: voucher_discount, points: points_redeem_value, coins: coins_redeem_value };
}

const AMOUNT_LABELS = {
  items_total: 'cart.subtotal',
  discount: 'cart.discount',
  coupon_discount: 'cart.coupon',
  delivery_fee: 'cart.delivery',
  bag_fee: 'cart.bag_fee',
  tip: 'cart.tip',
  voucher: 'cart.voucher',
  points: 'cart.points',
  coins: 'cart.coins',
  undelivered: 'orders.undelivered',
  rounding: 'cart.rounding',
} as const;

/** Fields whose changes are about amounts instead of lines. */
const AMOUNT_FIELDS: ReadonlySet<LineChange['field']> = new Set(['fee', 'promo', 'total']);

/** Shows a promotion's name, and the code that was entered for it. */
function PromotionName({ promotion: { name, code } }: { promotion: NamedPromotion }) {
  return (
    <>
      <span dir="auto">{name}</span>
      {code !== null && (
        <>
          {' '}
          <bdi className="rounded-xs border border-current px-1 text-xs font-semibold">{code}</bdi>
        </>
      )}
    </>
  );
}

/** Lists the amounts above the total, each promotion by its name. */
export function TotalRows({ amounts, notes = [], className }: TotalsProps) {
  const t = useT();
  const lines = listAmounts(toAmounts(amounts));
  const delivery = lines.find(({ kind }) => kind === 'delivery_fee');
  const deliveryText = useDeliveryText(amounts, delivery?.amount ?? 0);
  return (
    <dl className={classNames('grid gap-1.5 text-sm', className)}>
      {lines.map((line) => (
        <AmountRow
          key={line.kind === 'promotion' ? line.promotion.id : line.kind}
          saving={line.amount < 0 && line.kind !== 'rounding'}
          label={line.kind === 'promotion' ? <PromotionName promotion={line.promotion} /> : t(AMOUNT_LABELS[line.kind])}
          amount={line.kind === 'delivery_fee' ? deliveryText : formatMoney(line.amount)}
        />
      ))}
      {notes
        .filter(({ field }) => AMOUNT_FIELDS.has(field))
        .map(({ field, message }) => (
          <div key={field}>
            <dt className="sr-only">{t('cart.changed')}</dt>
            <dd>
              <ChangeNote>{message}</ChangeNote>
            </dd>
          </div>
        ))}
    </dl>
  );
}

type GrandTotalProps = {
  amount: Sen;
  /** Whether the delivery fee is still unknown. */
  isEstimate?: boolean;
  className?: string;
};

function GrandTotal({ amount, isEstimate = false, className }: GrandTotalProps) {
  const t = useT();
  return (
    <p className={classNames('flex flex-wrap items-baseline justify-between gap-x-4', className)}>
      <span className="text-md font-bold">{t(isEstimate ? 'cart.total_estimated' : 'cart.total')}</span>
      <bdi className="font-display text-xl font-extrabold tabular-nums">{formatMoney(amount)}</bdi>
    </p>
  );
}

/**
 * Shows the total of a cart. Until the delivery fee is known, the total includes the lowest fee, so that the fee is not
 * added as a surprise later.
 */
export function CartGrandTotal({ cart, className }: { cart: Cart; className?: string }) {
  return <GrandTotal amount={cart.estimated_total} isEstimate={!cart.delivery_fee_known} className={className} />;
}

export function CartTotals({ amounts, notes, className }: TotalsProps) {
  const totalClass = 'mt-2.5 border-t border-line pt-3';
  return (
    <div className={className}>
      <TotalRows amounts={amounts} {...(notes && { notes })} />
      {'estimated_total' in amounts ? (
        <CartGrandTotal cart={amounts} className={totalClass} />
      ) : (
        <GrandTotal amount={amounts.grand_total} className={totalClass} />
      )}
    </div>
  );
}
