/**
 * The marks of the brands in a payment method's texts, which screen readers read. Their colours are set by scripts: step
 * 3 of the checkout is not rendered on the server, whose style attributes the content security policy forbids.
 */
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
