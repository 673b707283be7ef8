/**
 * Shows the marks of the brands that a payment method's texts name; hidden from screen readers, which read the texts.
 */
import type { PaymentMethod } from '@shop/contract/payments';
import { classNames } from '../../ui/class-names.ts';
import { listPaymentBrands } from './payment-brands.ts';

export function PaymentMarks({ method }: { method: PaymentMethod }) {
  const brands = listPaymentBrands(method);
  if (brands.length === 0) return null;
  return (
    <span aria-hidden className="mt-1.5 flex flex-wrap gap-1">
      {brands.map(({ name, look }) => (
        <span
          key={name}
          className={classNames(
            'rounded-xs px-1.5 py-0.5 font-display text-[0.6875rem] leading-4 font-bold whitespace-nowrap',
            look,
          )}
        >
          {name}
        </span>
      ))}
    </span>
  );
}
