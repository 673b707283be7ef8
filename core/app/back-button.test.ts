import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BackPress, EXIT_WINDOW_MS, pressBack } from './back-button.ts';

const onHome: BackPress = { hasOverlay: false, hasHistory: false, warnedAt: null, now: 10_000 };

test.each<[string, Partial<BackPress>, string]>([
  ['an open overlay is closed', { hasOverlay: true }, 'close-overlay'],
  ['an open overlay is closed before going back', { hasOverlay: true, hasHistory: true }, 'close-overlay'],
  ['an open overlay is closed after a warning', { hasOverlay: true, warnedAt: 9_999 }, 'close-overlay'],
  ['goes back', { hasHistory: true }, 'back'],
  ['goes back after a warning', { hasHistory: true, warnedAt: 9_999 }, 'back'],
  ['docs/spec.md §8: "\'Press again to exit\'"', {}, 'warn'],
  ['exits on a second press at once', { warnedAt: 10_000 }, 'exit'],
  ['exits on a second press within 2,000 ms', { warnedAt: 10_000 - EXIT_WINDOW_MS }, 'exit'],
  ['warns again after 2,000 ms', { warnedAt: 10_000 - EXIT_WINDOW_MS - 1 }, 'warn'],
  ['warns again if the clock was set back', { warnedAt: 10_001 }, 'warn'],
])('%s', (_, press, action) => {
  expect(pressBack({ ...onHome, ...press })).toBe(action);
});

test('never exits without a warning in the 2,000 ms before', () => {
  const press = fc.record<BackPress>({
    hasOverlay: fc.boolean(),
    hasHistory: fc.boolean(),
    warnedAt: fc.option(fc.nat(20_000)),
    now: fc.nat(20_000),
  });
  fc.assert(
    fc.property(press, (each) => {
      if (pressBack(each) !== 'exit') return;
      expect([each.hasOverlay, each.hasHistory]).toEqual([false, false]);
      expect(each.now - Number(each.warnedAt)).toBeLessThanOrEqual(EXIT_WINDOW_MS);
    }),
  );
});
