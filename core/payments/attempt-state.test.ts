import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ATTEMPT_EVENTS,
  ATTEMPT_STATES,
  type AttemptState,
  findNextAttemptState,
  isCaptured,
} from './attempt-state.ts';

test.each([
  ['created', 'send', 'sent'],
  ['sent', 'return', 'pending'],
  ['sent', 'pay', 'paid'],
  ['pending', 'fail', 'failed'],
  ['failed', 'pay', 'paid'],
  ['pending', 'expire', 'expired'],
  ['expired', 'pay_late', 'paid_late'],
  ['pending', 'pay_late', 'paid_late'],
] as const)('%s, %s: %s', (state, event, next) => {
  expect(findNextAttemptState(state, event)).toBe(next);
});

test('a paid attempt stays paid after any later report', () => {
  for (const state of ATTEMPT_STATES.filter(isCaptured)) {
    for (const event of ATTEMPT_EVENTS) expect(findNextAttemptState(state, event)).toBeNull();
  }
});

test('money is recorded in every state, and only once', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ATTEMPT_EVENTS)), (events) => {
      let state: AttemptState = 'created';
      let captures = 0;
      for (const event of events) {
        const next = findNextAttemptState(state, event);
        if (next !== null && isCaptured(next)) captures++;
        state = next ?? state;
      }
      const isPaid = events.some((event) => event === 'pay' || event === 'pay_late');
      expect(isCaptured(state)).toBe(isPaid);
      expect(captures).toBe(isPaid ? 1 : 0);
    }),
  );
});
