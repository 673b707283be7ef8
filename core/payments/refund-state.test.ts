import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findNextRefundState, REFUND_STATES, REFUND_STEPS, type RefundState } from './refund-state.ts';

test.each([
  ['requested', 'approve', 'approved'],
  ['approved', 'send', 'sent'],
  ['sent', 'settle', 'settled'],
  ['requested', 'fail', 'failed'],
  ['sent', 'fail', 'failed'],
  ['requested', 'send', null],
  ['requested', 'withdraw', 'withdrawn'],
  ['approved', 'withdraw', null],
  ['sent', 'withdraw', null],
  ['requested', 'settle', 'settled'],
  ['approved', 'settle', 'settled'],
  ['failed', 'settle', null],
] as const)('%s, %s: %s', (state, step, next) => {
  expect(findNextRefundState(state, step)).toBe(next);
});

test.each(['settled', 'failed', 'withdrawn'] as const)('a %s refund stays so', (state) => {
  for (const step of REFUND_STEPS) expect(findNextRefundState(state, step)).toBeNull();
});

test('only an owed refund settles', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...REFUND_STEPS)), (steps) => {
      let state: RefundState = 'requested';
      for (const step of steps) {
        const next = findNextRefundState(state, step);
        if (next === 'settled') expect(['requested', 'approved', 'sent']).toContain(state);
        state = next ?? state;
      }
      expect(REFUND_STATES).toContain(state);
    }),
  );
});
