import { expect, test } from 'vitest';
import { chooseExpired } from './retention.ts';

const backupsAt = (...moments: string[]) => moments.map((moment) => ({ at: new Date(moment) }));
const listRemaining = (backups: readonly { at: Date }[], days: number, weeks: number, months: number): string[] => {
  const expiredBackups = new Set(chooseExpired(backups, { days, weeks, months }));
  return backups.filter((backup) => !expiredBackups.has(backup)).map(({ at }) => at.toISOString().slice(0, 16));
};

test('keeps the newest backup of each of the last days', () => {
  const backups = backupsAt(
    '2026-11-26T10:00Z',
    '2026-11-26T04:00Z',
    // In Kuala Lumpur this is after midnight, so on the same day as the two above.
    '2026-11-25T17:00Z',
    '2026-11-25T10:00Z',
    '2026-11-20T10:00Z',
  );
  expect(listRemaining(backups, 2, 0, 0)).toEqual(['2026-11-26T10:00', '2026-11-25T10:00']);
});

test('keeps the newest of each week, which begins on Monday, and of each month', () => {
  const days = Array.from({ length: 100 }, (_, index) => new Date(Date.UTC(2026, 10, 26, 2) - index * 86_400_000));
  const backups = days.map((at) => ({ at }));
  expect(listRemaining(backups, 2, 3, 3)).toEqual([
    '2026-11-26T02:00',
    '2026-11-25T02:00',
    '2026-11-22T02:00',
    '2026-11-15T02:00',
    '2026-10-31T02:00',
    '2026-09-30T02:00',
  ]);
});

test('never removes the newest backup', () => {
  expect(listRemaining(backupsAt('2026-01-01T00:00Z', '2026-01-02T00:00Z'), 0, 0, 0)).toEqual(['2026-01-02T00:00']);
  expect(chooseExpired([], { days: 0, weeks: 0, months: 0 })).toEqual([]);
});
