/** The drills: each breaks a part of the cluster and mends it (docs/running.md#drills). */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onDatabase } from '../databases.ts';
import { fetchJson } from '../shoppers.ts';
import type { Cluster, ClusterOptions } from './cluster.ts';
import { type Disk, makeDisk } from './disk.ts';
import { makeNetwork, type Network } from './network.ts';
import { otherNodeOf } from './postgres-pair.ts';

/** The parts that a drill works on, and its output. */
export type DrillScene = { cluster: Cluster; network: Network | null; disk: Disk | null; say(line: string): void };

export type Drill = {
  about: string;
  /** Whether the shop has a network of its own. */
  hasNetwork?: true;
  /** Whether the primary has a small disk. */
  hasDisk?: true;
  shopPrefix?: ClusterOptions['shopPrefix'];
  /** Breaks something and mends it. */
  run(scene: DrillScene): Promise<void>;
};

const CUT_SECONDS = 15;
const BEHIND_SECONDS = 30;
const HANGING_SECONDS = 40;
const DOWN_SECONDS = 5;
const REDIS_SECONDS = 10;
const FULL_SECONDS = 30;
const CLOCK_SECONDS = 30;
/** Time in which the balancer finds a process that is ready again. */
const BALANCER_CHECK_MS = 2_000;

/** Time for a new price to be shown, whatever the replica does. */
const MAX_PRICE_SECONDS = 5;
/** Responses in a row, so that each process of the shop is among them. */
const CONSECUTIVE_RESPONSES = 12;

const waitSeconds = (seconds: number) => sleep(seconds * 1_000);

/** Changes a product's price, and returns the seconds until every process shows it. */
async function timePriceChange({ balancerPort, url }: Cluster): Promise<number> {
  const { data } = await fetchJson(balancerPort, '/api/products?limit=100');
  // A product without options or sale, whose prices are stored elsewhere.
  const plain = data.find(
    (each: { variation_options: unknown[]; is_sale?: boolean }) => each.variation_options.length === 0 && !each.is_sale,
  );
  if (plain === undefined) throw new Error('Every product has options');
  const { id, slug } = plain;
  await onDatabase(url, async (client) => {
    await client.query('begin');
    await client.query('update products set price = 12345 where id = $1', [id]);
    await client.query(
      `update product_listing set doc = jsonb_set(doc::jsonb, '{price}', '12345') where product_id = $1`,
      [id],
    );
    await client.query(`insert into catalog_changes (product_id, kind) values ($1, 'price')`, [id]);
    await client.query('commit');
  });
  const changedAt = performance.now();
  for (let inARow = 0; inARow < CONSECUTIVE_RESPONSES && performance.now() - changedAt < BEHIND_SECONDS * 1_000; ) {
    const { price } = await fetchJson(balancerPort, `/api/products/${slug}`);
    inARow = price === '123.45' ? inARow + 1 : 0;
    if (inARow === 0) await sleep(50);
  }
  return (performance.now() - changedAt) / 1_000;
}

export const DRILLS: Readonly<Record<string, Drill>> = {
  'kill-primary': {
    about: 'kills the primary with its Patroni; the replica takes over, and the old primary comes back as its replica',
    async run({ cluster: { postgres }, say }) {
      const primary = await postgres.requirePrimary();
      await postgres.killNode(primary);
      say(`killed ${primary}`);
      while ((await postgres.findPrimary()) === null) await sleep(100);
      say(`${otherNodeOf(primary)} is the primary`);
      postgres.patroni.get(primary)?.start();
      await postgres.waitUntilHealthy();
      say(`${primary} is its replica`);
    },
  },
  'network-cut': {
    about: `cuts the network between the shop and PgBouncer for ${CUT_SECONDS} s`,
    hasNetwork: true,
    async run({ network, say }) {
      network?.cut();
      say('cut');
      await waitSeconds(CUT_SECONDS);
      network?.mend();
      say('mended');
    },
  },
  'replica-behind': {
    about: `stops the replica from replaying for ${BEHIND_SECONDS} s, while it goes on receiving; a price changes meanwhile`,
    async run({ cluster, say }) {
      const { postgres } = cluster;
      const replica = otherNodeOf(await postgres.requirePrimary());
      await postgres.onNode(replica, 'select pg_wal_replay_pause()');
      say('paused');
      const mendAt = performance.now() + BEHIND_SECONDS * 1_000;
      const seconds = await timePriceChange(cluster);
      say(`a new price is shown by all processes after ${seconds.toFixed(1)} s`);
      if (seconds > MAX_PRICE_SECONDS) throw new Error(`A new price took longer than ${MAX_PRICE_SECONDS} s`);
      await sleep(Math.max(0, mendAt - performance.now()));
      await postgres.onNode(replica, 'select pg_wal_replay_resume()');
      say('resumed');
    },
  },
  'standby-hangs': {
    about: `suspends the synchronous standby for ${HANGING_SECONDS} s: its connections stay open and nothing is confirmed`,
    async run({ cluster: { postgres }, say }) {
      const standby = otherNodeOf(await postgres.requirePrimary());
      postgres.suspendServer(standby);
      say(`suspended ${standby}`);
      await waitSeconds(HANGING_SECONDS);
      postgres.resumeServer(standby);
      say('resumed');
      await postgres.waitUntilHealthy();
      say(`${await postgres.findPrimary()} is the primary`);
    },
  },
  'pgbouncer-restart': {
    about: `stops PgBouncer with all of its connections and starts it ${DOWN_SECONDS} s later`,
    async run({ cluster: { pgbouncer }, say }) {
      await pgbouncer.stop();
      say('stopped');
      await waitSeconds(DOWN_SECONDS);
      pgbouncer.start();
      say('started');
    },
  },
  'redis-gone': {
    about: `kills Redis' master, then the replica that the sentinels promoted, ${REDIS_SECONDS} s each`,
    async run({ cluster: { redis }, say }) {
      for (const each of redis) {
        await each.kill();
        say(`killed ${each.name}`);
        await waitSeconds(REDIS_SECONDS);
      }
      for (const each of redis) each.start();
      say('started both');
    },
  },
  'kill-shop': {
    about: `kills a process of the shop and the worker, and starts them ${DOWN_SECONDS} s later`,
    async run({ cluster: { shop }, say }) {
      const [first] = shop.shops;
      await Promise.all([first?.kill(), shop.worker.kill()]);
      say('killed');
      await waitSeconds(DOWN_SECONDS);
      first?.start();
      shop.worker.start();
      await shop.waitUntilReady(0);
      say('ready again');
    },
  },
  'rolling-restart': {
    about: 'restarts all processes of the shop, one after another, as an upgrade does',
    async run({ cluster: { shop }, say }) {
      for (const [index, each] of shop.shops.entries()) {
        await each.stop();
        each.start();
        await shop.waitUntilReady(index);
        await sleep(BALANCER_CHECK_MS);
        say(`${each.name} restarted`);
      }
      await shop.worker.stop();
      shop.worker.start();
      say('worker restarted');
    },
  },
  'disk-full': {
    about: `fills the primary's disk, a small tmpfs, for ${FULL_SECONDS} s`,
    hasDisk: true,
    async run({ cluster: { postgres }, disk, say }) {
      disk?.fill();
      say('full');
      await waitSeconds(FULL_SECONDS);
      disk?.free();
      say('freed');
      await postgres.waitUntilHealthy();
      say(`${await postgres.findPrimary()} is the primary`);
    },
  },
  'clock-off': {
    about: 'runs with one process of the shop 5 minutes ahead and one 5 minutes behind',
    shopPrefix: (shop) => (shop > 1 ? [] : ['faketime', '--exclude-monotonic', '-f', shop === 0 ? '+5m' : '-5m']),
    run: () => waitSeconds(CLOCK_SECONDS),
  },
};

/** Makes the network and the disk that a drill needs. */
export const prepareDrill = ({ hasNetwork, hasDisk }: Drill, folder: string): Pick<DrillScene, 'network' | 'disk'> => ({
  network: hasNetwork === true ? makeNetwork() : null,
  disk: hasDisk === true ? makeDisk(join(folder, 'postgres-a')) : null,
});
