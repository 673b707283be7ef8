/** Chooses which dated backups stay: the newest of each of the last days, weeks and months that have one. */
import { DAY_MS, dayOf, weekdayOf } from '@shop/core/time';

/** The numbers of days, weeks and months of which each newest backup stays. */
export type Retention = { days: number; weeks: number; months: number };

/** Returns the Monday of a moment's week. */
function weekOf(moment: Date): string {
  const daysSinceMonday = (weekdayOf(moment) + 6) % 7;
  return dayOf(new Date(moment.getTime() - daysSinceMonday * DAY_MS));
}

const monthOf = (moment: Date): string => dayOf(moment).slice(0, 7);

/** Returns the backups to remove; the newest one always stays. Days are those of Kuala Lumpur. */
export function chooseExpired<Backup extends { at: Date }>(
  backups: readonly Backup[],
  { days, weeks, months }: Retention,
): Backup[] {
  const newestFirst = backups.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const staying = new Set(newestFirst.slice(0, 1));
  const keepNewestOfEach = (periodOf: (moment: Date) => string, count: number) => {
    const periods = new Set<string>();
    for (const backup of newestFirst) {
      const period = periodOf(backup.at);
      if (periods.has(period)) continue;
      if (periods.size >= count) return;
      periods.add(period);
      staying.add(backup);
    }
  };
  keepNewestOfEach(dayOf, days);
  keepNewestOfEach(weekOf, weeks);
  keepNewestOfEach(monthOf, months);
  return newestFirst.filter((backup) => !staying.has(backup));
}
