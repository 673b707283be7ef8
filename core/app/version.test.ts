import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareVersions, decideUpdate, isVersion, showsUpdate } from './version.ts';

test.each([
  ['1.4.0', '1.4.0', 0],
  ['1.4', '1.4.0', 0],
  ['1', '1.0.0.0', 0],
  ['1.9.0', '1.10.0', -1],
  ['2.0', '1.99.99', 1],
  ['1.4.0.2', '1.4.0.10', -1],
  ['01.4', '1.4', 0],
])('%s against %s', (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign);
});

test.each(['', 'v1.0', '1.', '.1', '1..2', '1.0-beta', '1.0.0.0.0', '1234567890', '１.0', '1.0\n'])(
  '%j is no version',
  (text) => {
    expect(isVersion(text)).toBe(false);
  },
);

test('versions have one order, each way round', () => {
  const version = fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }).map((numbers) => numbers.join('.'));
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      expect(isVersion(a)).toBe(true);
      expect(Math.sign(compareVersions(a, b))).toBe(0 - Math.sign(compareVersions(b, a)));
      if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
        expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});

test.each([
  ['0.9', 'required'],
  ['1.1.9', 'required'],
  ['1.2', 'optional'],
  ['1.9.9', 'optional'],
  ['2.0.0', 'none'],
  ['2.1', 'none'],
  ['dev', 'none'],
])('the app %s with minimum 1.2.0 and latest 2.0.0: an update is %s', (installed, update) => {
  expect(decideUpdate(installed, { minimum: '1.2.0', latest: '2.0.0' })).toBe(update);
});

describe('the update is shown', () => {
  const morning = new Date('2026-12-24T09:00:00+08:00');

  test.each([
    ['a required one, however often', 'required', morning, true],
    ['an optional one that was never dismissed', 'optional', null, true],
    ['an optional one that was dismissed yesterday at 23:59', 'optional', new Date('2026-12-23T23:59:00+08:00'), true],
    ['not: dismissed today at 00:00', 'optional', new Date('2026-12-24T00:00:00+08:00'), false],
    ['not: dismissed just now', 'optional', morning, false],
    ['not: none', 'none', null, false],
  ] as const)('%s', (_, update, dismissedAt, isShown) => {
    expect(showsUpdate(update, dismissedAt, morning)).toBe(isShown);
  });
});
