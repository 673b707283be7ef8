/** Loses the whole database at a random second, and restores it from pgBackRest's archive. */
import { setTimeout as sleep } from 'node:timers/promises';
import { checkOrders, type DrillVerdict, listLostOrders } from './check-drill.ts';
import type { Cluster } from './cluster.ts';
import type { Guests } from './guests.ts';
import { otherNodeOf } from './postgres-pair.ts';

export const POINT_IN_TIME_ABOUT =
  'loses both servers with their data at a random second, and restores them with pgBackRest';

/** Seconds of orders before the loss: a fixed part and a random one. */
const MIN_SECONDS = 25;
const RANDOM_SECONDS = 20;
/** Time to archive a segment, in seconds, besides `archiveTimeout`. */
const ARCHIVING_SECONDS = 5;

/** The segment that the log had reached at a moment (`performance.now()`). */
type ReachedPoint = { at: number; segment: string };

export type PointInTimeScene = {
  cluster: Cluster;
  guests: Guests;
  archiveTimeout: number;
  /** Stops new guests, and waits for those who are ordering. */
  closeDoors(): Promise<void>;
  say(line: string): void;
};

/** Runs the drill; returns its checks. */
export async function drillPointInTime(scene: PointInTimeScene): Promise<DrillVerdict[]> {
  const { cluster, guests, archiveTimeout, say } = scene;
  const { postgres, shop } = cluster;
  await postgres.backUp();
  say('backed up');
  const primary = await postgres.requirePrimary();
  const reachedPoints: ReachedPoint[] = [];
  const until = performance.now() + 1_000 * (MIN_SECONDS + Math.random() * RANDOM_SECONDS);
  while (performance.now() < until) {
    const at = performance.now();
    const [row] = await postgres.onNode<{ segment: string }>(
      primary,
      'select pg_walfile_name(pg_current_wal_insert_lsn()) as segment',
    );
    if (row !== undefined) reachedPoints.push({ at, segment: row.segment });
    await sleep(200);
  }
  const lostAt = performance.now();
  await postgres.loseData();
  const last = postgres.lastArchived();
  // An order that was acknowledged before the log reached the segment's end is in it or in an earlier one.
  const archivedAt = Math.max(...reachedPoints.filter(({ segment }) => segment <= last).map(({ at }) => at));
  say(`lost ${primary} and ${otherNodeOf(primary)}; the last archived segment is ${last}`);
  await postgres.restore();
  say('restored');
  // A process may have read changes that are no longer there.
  for (const [index, process] of shop.shops.entries()) {
    await process.stop();
    process.start();
    await shop.waitUntilReady(index);
  }
  await shop.worker.stop();
  shop.worker.start();
  const backAt = performance.now();
  while (!guests.acknowledged.some(({ at }) => at > backAt)) await sleep(100);
  say('the shop takes orders again');
  await scene.closeDoors();

  const before = guests.acknowledged.filter(({ at }) => at <= lostAt);
  const lostOrders = await listLostOrders(cluster.url, before);
  const seconds = lostOrders.length === 0 ? 0 : (lostAt - Math.min(...lostOrders.map(({ at }) => at))) / 1_000;
  const archivedAndLost = lostOrders.filter(({ at }) => at <= archivedAt);
  const maxSeconds = archiveTimeout + ARCHIVING_SECONDS;
  const toVerdict = (isRight: boolean, text: string): DrillVerdict => ({
    isRight,
    line: `${isRight ? 'ok    ' : 'WRONG '} ${text}`,
  });
  const otherOrders = guests.acknowledged.filter((each) => !lostOrders.includes(each));
  return [
    toVerdict(
      archivedAndLost.length === 0,
      `archive: ${archivedAndLost.length} of ${before.filter(({ at }) => at <= archivedAt).length} orders lost that were acknowledged before the last archived segment ended`,
    ),
    toVerdict(
      seconds <= maxSeconds,
      `archive: the last ${seconds.toFixed(1)} s are lost, ${lostOrders.length} orders (at most ${maxSeconds} s)`,
    ),
    toVerdict((await listLostOrders(cluster.url, otherOrders)).length === 0, 'orders: all others are there'),
    ...(await checkOrders(cluster.url)),
  ];
}
