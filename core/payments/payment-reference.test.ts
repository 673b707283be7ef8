import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPaymentReference, makePaymentReference } from './payment-reference.ts';

const code = fc.string({ unit: fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'), minLength: 8, maxLength: 8 });
const reference = fc.tuple(code, code).map(([first, second]) => makePaymentReference(first, second));

test('a reference is 18 characters with a letter at both ends (docs/partners.md#1.4)', () => {
  fc.assert(
    fc.property(reference, (text) => {
      expect(text).toMatch(/^[A-Z].{16}[A-Z]$/);
      expect(isPaymentReference(text)).toBe(true);
    }),
  );
});

test.each(['', 'ORD12', 'k0123456789ABCDEFx', 'K0123456789ABCDEF1', 'K0123456789ABCDEFGXX', 'x'])(
  '%j is no reference',
  (text) => {
    expect(isPaymentReference(text)).toBe(false);
  },
);
