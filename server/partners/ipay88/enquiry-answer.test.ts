import fc from 'fast-check';
import { expect, test } from 'vitest';
import { disputesAmount, parseEnquiryAnswer } from './enquiry-answer.ts';

test.each([
  ['00', 'paid'],
  [' 00\r\n', 'paid'],
  ['Payment fail', 'failed'],
  ['PAYMENT FAIL', 'failed'],
  ['M88Admin', 'failed'],
  ['Record not found', 'not_found'],
  ['Incorrect amount', 'wrong_amount'],
  ['Invalid parameters', 'refused'],
  ['Limited by per day maximum number of requery', 'refused'],
  ['Payment Pending', 'pending'],
  ['', 'unknown'],
  ['0', 'unknown'],
  ['000', 'unknown'],
  ['00 Payment fail', 'unknown'],
  ['<html><body>00</body></html>', 'unknown'],
  ['constructor', 'unknown'],
  ['__proto__', 'unknown'],
])('docs/partners.md#1.6: the response %j is %s', (text, result) => {
  expect(parseEnquiryAnswer(text)).toBe(result);
});

test('a response that the protocol does not define is unknown: never paid, never failed', () => {
  const knownAnswers = new Set(['00', 'payment fail', 'm88admin', 'record not found', 'incorrect amount', 'pending']);
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!knownAnswers.has(text.trim().toLowerCase()));
      expect(parseEnquiryAnswer(text)).toBe('unknown');
    }),
  );
});

test.each([
  ['Incorrect amount', true],
  [' invalid parameters\r\n', true],
  ['Limited by per day maximum number of requery', false],
  ['Record not found', false],
  ['', false],
])('docs/partners.md#1.6: the response %j may mean another form of the amount: %s', (text, isDisputed) => {
  expect(disputesAmount(text)).toBe(isDisputed);
});
