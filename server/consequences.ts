/**
 * What follows from what happened, in one place and in the caller's transaction: rows and jobs, never a call to a
 * partner. A throw undoes everything.
 */

/** What the nouns announce, in the past tense. */
export type ShopEvent = { type: 'order.placed'; order_id: string };
