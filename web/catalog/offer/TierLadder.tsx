/** The unit price per quantity tier (docs/ux.md#rule-20); marks the tier that the quantity reaches. */
import type { ProductRow, VariationOption } from '@shop/contract/catalog';
import { computeMaxQuantity } from '@shop/core/cart/limits';
import { buildTierLadder, findActiveStepIndex, findTierNudge } from '@shop/core/catalog/price';
import { formatMoney } from '@shop/core/money';
import { toCartLine } from '../../cart/add/to-cart-line.ts';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { classNames } from '../../ui/class-names.ts';

type TierLadderProps = {
  product: ProductRow;
  option: VariationOption | null;
  /** Units that decide the tier: those in the cart that will be checked out, and those about to be added. */
  quantity: number;
};

export function TierLadder({ product, option, quantity }: TierLadderProps) {
  const t = useT();
  const offer = option ?? product;
  const highest = computeMaxQuantity(toCartLine(product, option));
  const ladder = buildTierLadder(offer);
  if (ladder.length < 2) return null;
  const active = findActiveStepIndex(ladder, quantity);
  const nudge = quantity === 0 ? null : findTierNudge(offer, quantity, highest);
  return (
    <div className="grid gap-2">
      <table className="w-full max-w-md table-fixed border-separate [border-spacing:0] overflow-hidden rounded-md border border-line text-center">
        <caption className="sr-only">{t('product.tiers')}</caption>
        <thead>
          <tr>
            {ladder.map(({ qty }, index) => (
              <th
                key={qty}
                scope="col"
                className={classNames(
                  'px-1 pt-2 text-xs font-semibold tabular-nums not-first:border-s not-first:border-line',
                  index === active ? 'bg-pandan-100 text-action-strong' : 'bg-surface text-ink-2',
                )}
              >
                {qty}+
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {ladder.map(({ qty, price }, index) => (
              <td
                key={qty}
                aria-current={index === active ? 'true' : undefined}
                className={classNames(
                  'px-1 pb-2 font-display font-bold tabular-nums not-first:border-s not-first:border-line',
                  index === active ? 'bg-pandan-100 text-action-strong' : 'bg-surface',
                )}
              >
                <bdi>{formatMoney(price)}</bdi>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <p role="status" className={classNames('text-sm font-semibold text-action-strong', nudge === null && 'hidden')}>
        {nudge !== null && t('product.tier_nudge', { count: nudge.add, price: formatMoney(nudge.price) })}
      </p>
    </div>
  );
}
