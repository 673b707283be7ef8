/** Enquiries to payment providers: their results, in the same words for every provider, and their limits. */

/**
 * `unknown`: anything that the protocol does not define, such as a web page; it counts neither as paid nor as failed.
 * `refused`: the enquiry itself was malformed or above the limit.
 */
export type EnquiryResult = 'paid' | 'failed' | 'pending' | 'not_found' | 'wrong_amount' | 'refused' | 'unknown';

const CONCLUSIVE_RESULTS: readonly EnquiryResult[] = ['paid', 'failed', 'pending', 'not_found'];

/** Returns whether a result says if the payment is paid; any other result says nothing about it. */
export const saysWhetherPaid = (result: EnquiryResult): boolean => CONCLUSIVE_RESULTS.includes(result);

export type EnquiryLimits = {
  /** Enquiries that the provider accepts per day. */
  perDay: number;
  /** Seconds after the start of a payment when its result is enquired, if it is still unknown. */
  afterSeconds: readonly number[];
};
