/**
 * `npm run drill -- NAME` breaks something of a cluster while guests order, and checks what is left
 * (docs/running.md#drills); without a name it lists the drills. Exits with 1 if a check fails.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listWantedLines } from '../shoppers.ts';
import { checkAcknowledged, checkJobs, checkOrders, type DrillVerdict, setStock } from './check-drill.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { DRILLS, prepareDrill } from './drills.ts';
import { findLongestPause, type Guests, makeGuests } from './guests.ts';
import { drillPointInTime, POINT_IN_TIME_ABOUT } from './point-in-time.ts';
import { runOnce } from './run-once.ts';

const POINT_IN_TIME = 'point-in-time';

const SHOP_PROCESSES = 3;
const ETCD_MEMBERS = 3;
const PRODUCT_COUNT = 300;
const ARCHIVE_TIMEOUT_SECONDS = 10;
const FIRST_PORT = 28_600;

/** Concurrent guests while the cluster's rate is measured, and the duration of that. */
const MEASURING_GUESTS = 12;
const WARM_UP_SECONDS = 10;
const MEASURE_SECONDS = 15;
/** Seconds of orders before and after the fault. */
const CALM_SECONDS = 10;

const printLine = (line: string) => process.stdout.write(`${line}\n`);

/** Measures what the cluster places undisturbed, and lets guests in at a third of it. */
async function letGuestsIn(cluster: Cluster): Promise<{ guests: Guests; closeDoors(): Promise<void> }> {
  const [scarce, ...wanted] = await listWantedLines(cluster.balancerPort);
  if (scarce === undefined) throw new Error('The shop has no products');
  await setStock(cluster.url, scarce.id);
  const guests = makeGuests(cluster.balancerPort, wanted, scarce);
  await guests.comeInTurns(MEASURING_GUESTS, WARM_UP_SECONDS);
  const undisturbedRate = await guests.comeInTurns(MEASURING_GUESTS, MEASURE_SECONDS);
  printLine(
    `Undisturbed: ${undisturbedRate.toFixed(1)} orders a second; guests now order ${(undisturbedRate / 3).toFixed(1)} a second`,
  );
  guests.outcomes.clear();
  guests.refused.clear();
  const visits = guests.comeAtRate(undisturbedRate / 3);
  await sleep(CALM_SECONDS * 1_000);
  return { guests, closeDoors: visits.stop };
}

/** Prints the report; returns whether all checks passed. */
function printReport(verdicts: readonly DrillVerdict[], { outcomes, refused, gaveUp }: Guests): boolean {
  const formatCounts = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([name, count]) => `${name}: ${count}`).join(', ') || 'none';
  printLine(`Responses: ${formatCounts(outcomes)}`);
  printLine(`Guests refused: ${formatCounts(refused)}; without a result: ${gaveUp}`);
  for (const { line } of verdicts) printLine(line);
  return verdicts.every(({ isRight }) => isRight);
}

/** Runs one drill in a folder; returns whether all of its checks hold. */
async function runDrill(
  name: string,
  folder: string,
  onStop: (stop: () => Promise<void> | void) => void,
): Promise<boolean> {
  const drill = DRILLS[name];
  const { network, disk } = drill === undefined ? { network: null, disk: null } : prepareDrill(drill, folder);
  onStop(() => {
    network?.remove();
    disk?.remove();
  });
  const cluster = await startCluster(
    {
      folder,
      port: FIRST_PORT,
      shops: SHOP_PROCESSES,
      etcd: ETCD_MEMBERS,
      products: PRODUCT_COUNT,
      archiveTimeout: ARCHIVE_TIMEOUT_SECONDS,
      network: network ?? undefined,
      shopPrefix: drill?.shopPrefix,
    },
    onStop,
  );
  const { guests, closeDoors } = await letGuestsIn(cluster);
  const from = performance.now();
  const sayAt = (line: string) => printLine(`  ${((performance.now() - from) / 1_000).toFixed(1)} s: ${line}`);
  if (drill === undefined) {
    const scene = { cluster, guests, archiveTimeout: ARCHIVE_TIMEOUT_SECONDS, closeDoors, say: sayAt };
    return printReport(await drillPointInTime(scene), guests);
  }
  await drill.run({ cluster, network, disk, say: sayAt });
  await sleep(CALM_SECONDS * 1_000);
  const pause = findLongestPause(guests.acknowledged, from, performance.now());
  await closeDoors();
  printLine(`Longest time without an order: ${pause.toFixed(1)} s`);
  const verdicts = [
    await checkAcknowledged(cluster.url, guests.acknowledged),
    ...(await checkOrders(cluster.url)),
    await checkJobs(cluster.url),
  ];
  return printReport(verdicts, guests) && guests.gaveUp === 0 && !guests.outcomes.has('500');
}

const [name, ...rest] = process.argv.slice(2);
const names = [...Object.keys(DRILLS), POINT_IN_TIME];
if (name === undefined) {
  printLine('npm run drill -- NAME');
  for (const each of names) printLine(`  ${each.padEnd(18)} ${DRILLS[each]?.about ?? POINT_IN_TIME_ABOUT}`);
} else if (!names.includes(name) || rest.length > 0) {
  process.stderr.write(`There is no drill ${[name, ...rest].join(' ')}; there are ${names.join(', ')}\n`);
  process.exitCode = 1;
} else {
  const folder = mkdtempSync(join(tmpdir(), 'shop-drill-'));
  await runOnce(folder, (onStop) => runDrill(name, folder, onStop));
}
