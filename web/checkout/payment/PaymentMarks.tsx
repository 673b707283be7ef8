/** The marks of the brands that a payment method names; its texts name them to screen readers. */
import type { PaymentMethod } from '@shop/contract/payments';
import { paymentBrands } from './payment-brands.ts';

export function PaymentMarks({ method }: { method: PaymentMethod }) {
  const brands = paymentBrands(method);
  if (brands.length === 0) return null;
  return (
    <span aria-hidden className="mt-1.5 flex flex-wrap gap-1">
      {brands.map(({ name, ground, ink }) => (
        <span
          key={name}
          className="rounded-xs px-1.5 py-0.5 font-display text-[0.6875rem] leading-4 font-bold whitespace-nowrap"
          style={{ background: ground, color: ink }}
        >
          {name}
        </span>
      ))}
    </span>
  );
}
