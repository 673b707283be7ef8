import { isPaymentReference, makePaymentReference } from '@shop/core/payments/payment-reference';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatGatewayAmount } from './gateway-amount.ts';
import { buildResponseMessage } from './signed-message.ts';

const code = fc.string({ unit: fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'), minLength: 8, maxLength: 8 });
const reference = fc.tuple(code, code).map(([first, second]) => makePaymentReference(first, second));

test('no other reference and amount have the signature of a payment: digits cannot be moved between them', () => {
  const fields = { MerchantCode: 'M00003', PaymentId: '2', Currency: 'MYR', Status: '1' };
  const amount = fc.integer({ min: 1, max: 9_999_999 });
  fc.assert(
    fc.property(reference, amount, reference, amount, (RefNo, sen, otherRefNo, otherSen) => {
      const one = buildResponseMessage('apple', { ...fields, RefNo, Amount: formatGatewayAmount(sen) });
      const other = buildResponseMessage('apple', {
        ...fields,
        RefNo: otherRefNo,
        Amount: formatGatewayAmount(otherSen),
      });
      expect(one === other).toBe(RefNo === otherRefNo && sen === otherSen);
    }),
  );
  // Shows the weakness: a digit moves from the reference to the amount, and the signed text is the same.
  const paidFields = { ...fields, RefNo: 'ORD12', Amount: '1.00' };
  const forgedFields = { ...fields, RefNo: 'ORD1', Amount: '21.00' };
  expect(buildResponseMessage('apple', paidFields)).toBe(buildResponseMessage('apple', forgedFields));
  expect(isPaymentReference('ORD1') || isPaymentReference('ORD12')).toBe(false);
});
