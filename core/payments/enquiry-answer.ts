/** Reads the responses of iPay88's enquiry (docs/partners.md#1.6). */

/**
 * `unknown`: anything that the protocol does not define, such as a web page; it counts neither as paid nor as failed.
 * `refused`: the enquiry itself was malformed or above the limit.
 */
export type EnquiryResult = 'paid' | 'failed' | 'pending' | 'not_found' | 'wrong_amount' | 'refused' | 'unknown';

const RESULTS: ReadonlyMap<string, EnquiryResult> = new Map([
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

/** Reads a response's text: all of it, trimmed, in any case. */
export const readEnquiry = (text: string): EnquiryResult => RESULTS.get(text.trim().toLowerCase()) ?? 'unknown';

const SAYS_WHETHER_PAID: readonly EnquiryResult[] = ['paid', 'failed', 'pending', 'not_found'];

/** Returns whether a result says that the payment is paid or not yet; any other says nothing about it. */
export const saysWhetherPaid = (result: EnquiryResult): boolean => SAYS_WHETHER_PAID.includes(result);
