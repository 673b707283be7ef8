/**
 * Circuit breakers of partners (docs/security.md#c8): after five failures in a row, calls of a partner are rejected for
 * 30 s. Counts the calls of each partner.
 */
import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { type BreakerState, breakerStates, partnerCalls, partnerSeconds } from '../metrics/measurements.ts';
import { tracePartnerCall } from '../tracing/traces.ts';

const MAX_FAILURES = 5;
export const OPEN_MS = 30_000;

const STATE_NAMES: Readonly<Record<CircuitState, BreakerState>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half_open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
};

/** Runs a call of the partner, or rejects it while the breaker is open. */
export type Breaker = <T>(call: () => Promise<T>) => Promise<T>;

/** Creates the circuit breaker of one partner, whose name is a label of the metrics and the name of its spans. */
export function createBreaker(partner: string): Breaker {
  const breaker = circuitBreaker(handleAll, { halfOpenAfter: OPEN_MS, breaker: new ConsecutiveBreaker(MAX_FAILURES) });
  breakerStates.set(partner, 'closed');
  breaker.onStateChange((state) => breakerStates.set(partner, STATE_NAMES[state]));
  return async (call) => {
    const startedAt = performance.now();
    try {
      const result = await tracePartnerCall(partner, () => breaker.execute(call));
      partnerCalls.add({ partner, outcome: 'ok' });
      return result;
    } catch (error) {
      partnerCalls.add({ partner, outcome: error instanceof BrokenCircuitError ? 'rejected' : 'failed' });
      throw error;
    } finally {
      partnerSeconds.add({ partner }, (performance.now() - startedAt) / 1_000);
    }
  };
}
