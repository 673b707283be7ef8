/** Answers of iPay88's enquiry (docs/partners.md#1.6). */

/**
 * `unknown`: anything that the protocol does not name, such as a web page. It is never paid and never failed.
 * `refused`: the enquiry itself was wrong or one too many.
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

/** Reads an answer's text: whole, trimmed, in any case. */
export const readEnquiry = (text: string): EnquiryResult => RESULTS.get(text.trim().toLowerCase()) ?? 'unknown';
