/**
 * The life of a refund. Staff approve it; then the shop calls the gateway, or staff make it in the gateway's portal and
 * record it (docs/partners.md#1.8).
 */

export const REFUND_STATES = ['requested', 'approved', 'sent', 'settled', 'failed', 'withdrawn'] as const;
/**
 * `sent`: the gateway has it, by a call or by staff in its portal. `settled`: the gateway has paid it back.
 * `withdrawn`: staff took the request back, and its effects were undone.
 */
export type RefundState = (typeof REFUND_STATES)[number];

/** Steps of staff, or of the gateway's answer to a call. */
export const REFUND_STEPS = ['approve', 'send', 'settle', 'fail', 'withdraw'] as const;
export type RefundStep = (typeof REFUND_STEPS)[number];

/** The state after each step; a step without an entry is refused. */
const NEXT_STATES: Readonly<Record<RefundState, Readonly<Partial<Record<RefundStep, RefundState>>>>> = {
  // A refund that was paid back before its approval is settled at once.
  requested: { approve: 'approved', settle: 'settled', fail: 'failed', withdraw: 'withdrawn' },
  approved: { send: 'sent', settle: 'settled', fail: 'failed' },
  sent: { settle: 'settled', fail: 'failed' },
  settled: {},
  // Its money is still owed: staff request it again as another refund.
  failed: {},
  withdrawn: {},
};

/** Returns the state after a step; null if the step is not possible. */
export const findNextRefundState = (state: RefundState, step: RefundStep): RefundState | null =>
  NEXT_STATES[state][step] ?? null;

/**
 * Refunds by staff: of the whole order, of items, of an amount as goodwill (docs/readings.md#56), or of the difference to
 * a lower delivery fee (docs/readings.md#81).
 */
const STAFF_REFUND_REASONS = ['whole_order', 'items', 'goodwill', 'delivery_changed'] as const;

/**
 * The reason for a refund: the order was canceled, was paid twice, or was canceled before it was paid; goods were short
 * when it was picked (docs/readings.md#95); or staff refund it.
 */
export const REFUND_REASONS = ['order_canceled', 'paid_twice', 'paid_late', 'short', ...STAFF_REFUND_REASONS] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

export const isStaffRefund = (reason: RefundReason): boolean => STAFF_REFUND_REASONS.some((each) => each === reason);

/** The states of a refund that the shopper sees. */
export const SHOWN_REFUND_STATES = ['due', 'refunded'] as const;
export const toShownRefundState = (state: RefundState): (typeof SHOWN_REFUND_STATES)[number] =>
  state === 'settled' ? 'refunded' : 'due';
