/** The states of a payment attempt and their transitions, as one table. */

export const ATTEMPT_STATES = ['created', 'sent', 'pending', 'paid', 'failed', 'expired', 'paid_late'] as const;
/**
 * `sent`: the shopper went to the gateway. `pending`: they came back without a result. `expired`: the order was
 * canceled meanwhile. `paid_late`: paid although the order was canceled or paid already, so that the money goes back.
 */
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/** Events that move an attempt to another state. */
export const ATTEMPT_EVENTS = ['send', 'return', 'pay', 'pay_late', 'fail', 'expire'] as const;
export type AttemptEvent = (typeof ATTEMPT_EVENTS)[number];

const OPEN_TRANSITIONS = {
  send: 'sent',
  return: 'pending',
  pay: 'paid',
  pay_late: 'paid_late',
  fail: 'failed',
} as const;

/** The state after each event; events without an entry change nothing. A paid state is final. */
const NEXT_STATES: Readonly<Record<AttemptState, Readonly<Partial<Record<AttemptEvent, AttemptState>>>>> = {
  created: { ...OPEN_TRANSITIONS, expire: 'expired' },
  sent: { ...OPEN_TRANSITIONS, expire: 'expired' },
  pending: { ...OPEN_TRANSITIONS, expire: 'expired' },
  // The gateway accepts another payment under the same reference.
  failed: { ...OPEN_TRANSITIONS, expire: 'expired' },
  expired: { pay: 'paid', pay_late: 'paid_late' },
  paid: {},
  paid_late: {},
};

/** Returns the state after an event; null if it changes nothing. */
export function findNextAttemptState(state: AttemptState, event: AttemptEvent): AttemptState | null {
  const next = NEXT_STATES[state][event] ?? state;
  return next === state ? null : next;
}

/** Returns whether the gateway has taken the money. */
export const isCaptured = (state: AttemptState): boolean => state === 'paid' || state === 'paid_late';
