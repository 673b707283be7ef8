/** Reads the responses of iPay88's enquiry (docs/partners.md#1.6). */
import type { EnquiryResult } from '@shop/core/payments/enquiry-result';

const RESULT_OF_ANSWER: ReadonlyMap<string, EnquiryResult> = new Map([
  ['00', 'paid'],
  ['payment fail', 'failed'],
  ['m88admin', 'failed'],
  ['record not found', 'not_found'],
  ['incorrect amount', 'wrong_amount'],
  ['invalid parameters', 'refused'],
  ['limited by per day maximum number of requery', 'refused'],
  ['payment pending', 'pending'],
  ['pending', 'pending'],
  ["haven't paid", 'pending'],
]);

const normalize = (text: string): string => text.trim().toLowerCase();

/**
 * Reads the whole text of a response, ignoring case and surrounding space; `unknown` for a text that is not in
 * `RESULT_OF_ANSWER`.
 */
export const parseEnquiryAnswer = (text: string): EnquiryResult => RESULT_OF_ANSWER.get(normalize(text)) ?? 'unknown';

const AMOUNT_DISPUTES: readonly string[] = ['incorrect amount', 'invalid parameters'];

/** Returns whether a response may mean that the gateway expects the amount in its other form. */
export const disputesAmount = (text: string): boolean => AMOUNT_DISPUTES.includes(normalize(text));
