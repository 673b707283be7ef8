import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatGatewayAmount } from './gateway-amount.ts';
import { isPaymentReference, paymentReference } from './payment-reference.ts';
import { responseMessage } from './signed-message.ts';

const code = fc.string({ unit: fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'), minLength: 8, maxLength: 8 });
const reference = fc.tuple(code, code).map(([first, second]) => paymentReference(first, second));

test('a reference is 18 characters with a letter at both ends (docs/partners.md#1.4)', () => {
  fc.assert(
    fc.property(reference, (text) => {
      expect(text).toMatch(/^[A-Z].{16}[A-Z]$/);
      expect(isPaymentReference(text)).toBe(true);
    }),
  );
});

test.each(['', 'ORD12', 'K0123456789ABCDEFX', 'k0123456789ABCDEFx', 'K0123456789ABCDEF1', 'K0123456789ABCDEFGXX', 'x'])(
  '%j is no reference',
  (text) => {
    expect(isPaymentReference(text)).toBe(text === 'K0123456789ABCDEFX');
  },
);

test('no other reference and amount have the signature of a payment: digits cannot be moved between them', () => {
  const fields = { MerchantCode: 'M00003', PaymentId: '2', Currency: 'MYR', Status: '1' };
  const amount = fc.integer({ min: 1, max: 9_999_999 });
  fc.assert(
    fc.property(reference, amount, reference, amount, (RefNo, sen, otherRefNo, otherSen) => {
      const one = responseMessage('apple', { ...fields, RefNo, Amount: formatGatewayAmount(sen) });
      const other = responseMessage('apple', { ...fields, RefNo: otherRefNo, Amount: formatGatewayAmount(otherSen) });
      expect(one === other).toBe(RefNo === otherRefNo && sen === otherSen);
    }),
  );
  // What the weakness looks like: a digit of the reference becomes one of the amount.
  const paid = { ...fields, RefNo: 'ORD12', Amount: '1.00' };
  const forged = { ...fields, RefNo: 'ORD1', Amount: '21.00' };
  expect(responseMessage('apple', paid)).toBe(responseMessage('apple', forged));
  expect(isPaymentReference('ORD1') || isPaymentReference('ORD12')).toBe(false);
});
