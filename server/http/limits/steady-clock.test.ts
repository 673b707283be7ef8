import { expect, test } from 'vitest';
import { createSteadyClock } from './steady-clock.ts';

test('follows the system clock forward, and advances by elapsed time when that is set back', () => {
  let system = 10_000;
  let elapsed = 0;
  const clock = createSteadyClock(
    () => new Date(system),
    () => elapsed,
  );
  const pass = (ms: number, setBy = 0) => {
    system += ms + setBy;
    elapsed += ms;
    return clock().getTime();
  };
  expect(clock().getTime()).toBe(10_000);
  expect(pass(500)).toBe(10_500);
  expect(pass(100, -7_200_000)).toBe(10_600);
  expect(pass(100)).toBe(10_700);
  // A step back that is shorter than the elapsed time is invisible: the clock still advances.
  expect(pass(100, -50)).toBe(10_750);
  expect(pass(0, 60_000)).toBe(70_750);
});
