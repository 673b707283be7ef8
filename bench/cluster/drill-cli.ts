/**
 * `npm run drill -- NAME` breaks something of a cluster while guests order, and checks what is left
 * (docs/running.md#drills); without a name it lists the drills. Exits with 1 if a check fails.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { wantedLines } from '../shoppers.ts';
import { checkAcknowledged, checkJobs, checkOrders, setStock, type Verdict } from './check-drill.ts';
import { type Cluster, removeFolder, startCluster } from './cluster.ts';
import type { Disk } from './disk.ts';
import { DRILLS } from './drills.ts';
import { type Guests, longestPause, makeGuests } from './guests.ts';
import type { Network } from './network.ts';
import { drillPointInTime, POINT_IN_TIME } from './point-in-time.ts';
import { missingPackages } from './programs.ts';

const SHOPS = 3;
const PRODUCTS = 300;
/** Guests at once while the cluster's rate is measured, and for how long, in seconds. */
const MEASURING_GUESTS = 12;
const WARM_UP_SECONDS = 10;
const MEASURE_SECONDS = 15;
const CALM_SECONDS = 10;
const FIRST_PORT = 28_600;

const say = (line: string) => process.stdout.write(`${line}\n`);

function fail(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** Measures what the cluster places undisturbed, and lets guests in at a third of it. */
async function letGuestsIn(cluster: Cluster): Promise<{ guests: Guests; rate: number; stop(): Promise<void> }> {
  const [scarce, ...wanted] = await wantedLines(cluster.balancerPort);
  if (scarce === undefined) throw new Error('The shop has no products');
  await setStock(cluster.url, scarce.id);
  const guests = makeGuests(cluster.balancerPort, wanted, scarce);
  await guests.comeInTurns(MEASURING_GUESTS, WARM_UP_SECONDS);
  const most = await guests.comeInTurns(MEASURING_GUESTS, MEASURE_SECONDS);
  const rate = most / 3;
  say(`Undisturbed: ${most.toFixed(1)} orders a second; guests now order ${rate.toFixed(1)} a second`);
  guests.outcomes.clear();
  return { guests, rate, ...guests.comeAtRate(rate) };
}

const inWords = (counts: Map<string, number>) =>
  [...counts].map(([name, count]) => `${name}: ${count}`).join(', ') || 'none';

function report(verdicts: readonly Verdict[], guests: Guests, pause: number | null): void {
  if (pause !== null) say(`Longest time without an order: ${pause.toFixed(1)} s`);
  say(`Responses: ${inWords(guests.outcomes)}`);
  say(`Orders refused: ${inWords(guests.refused)}; guests without a result: ${guests.gaveUp}`);
  for (const { line } of verdicts) say(line);
}

const [name, ...rest] = process.argv.slice(2);
if (name === undefined || rest.length > 0) {
  say('npm run drill -- NAME');
  for (const [each, { about }] of Object.entries(DRILLS)) say(`  ${each.padEnd(18)} ${about}`);
  say(`  ${'point-in-time'.padEnd(18)} ${POINT_IN_TIME}`);
  process.exit(rest.length > 0 ? 1 : 0);
}
const drill = DRILLS[name];
if (drill === undefined && name !== 'point-in-time') {
  fail(`There is no drill ${name}; there are ${[...Object.keys(DRILLS), 'point-in-time'].join(', ')}`);
}
const missing = missingPackages();
if (missing.length > 0) fail(`A drill needs Debian's packages: apt-get install ${missing.join(' ')}`);
if (process.getuid?.() !== 0) fail('A drill needs root, for networks, disks and the user postgres');

const folder = mkdtempSync(join(tmpdir(), 'shop-drill-'));
let cluster: Cluster | null = null;
let network: Network | null = null;
let disk: Disk | null = null;
let isStopping = false;

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await cluster?.stop();
  disk?.remove();
  if (process.env.KEEP_CLUSTER === undefined) removeFolder(folder);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop().finally(() => process.exit(1)));

try {
  const { disk: ownDisk = null, ...options } = drill?.options?.(folder) ?? {};
  disk = ownDisk;
  network = options.network ?? null;
  cluster = await startCluster({
    folder,
    port: FIRST_PORT,
    shops: SHOPS,
    etcd: 3,
    products: PRODUCTS,
    archiveTimeout: 10,
    ...options,
  });
  const { guests, stop: closeDoors } = await letGuestsIn(cluster);
  await sleep(CALM_SECONDS * 1_000);
  let verdicts: Verdict[];
  let pause: number | null = null;
  if (drill === undefined) {
    verdicts = await drillPointInTime(cluster, guests, closeDoors, say);
  } else {
    const from = performance.now();
    const sayAt = (line: string) => say(`  ${((performance.now() - from) / 1_000).toFixed(1)} s: ${line}`);
    await drill.run({ cluster, network, disk, say: sayAt });
    await sleep(CALM_SECONDS * 1_000);
    pause = longestPause(guests.acknowledged, from, performance.now());
    await closeDoors();
    verdicts = [
      await checkAcknowledged(cluster.url, guests.acknowledged),
      ...(await checkOrders(cluster.url, guests.acknowledged)),
      await checkJobs(cluster.url),
    ];
  }
  report(verdicts, guests, pause);
  process.exitCode = verdicts.every(({ isRight }) => isRight) && guests.gaveUp === 0 ? 0 : 1;
} finally {
  await stop();
}
process.exit();
