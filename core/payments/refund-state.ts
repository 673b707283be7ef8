/** The life of a refund. The gateway has no refund call: staff pay back in its portal (docs/partners.md#1.8). */
export const REFUND_STATES = ['requested', 'approved', 'sent', 'settled', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** Whether a refund is still to be paid back. */
export const isOpenRefund = (state: RefundState): boolean => state !== 'settled' && state !== 'failed';
