/** What breaks in each drill (docs/running.md#drills), and when the drill is over. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster, ClusterOptions, Node } from './cluster.ts';
import { type Disk, makeDisk } from './disk.ts';
import { makeNetwork, type Network } from './network.ts';

/** What a drill works on. */
export type Scene = { cluster: Cluster; network: Network | null; disk: Disk | null; say(line: string): void };

export type Drill = {
  about: string;
  /** Settings of the cluster that it needs. */
  options?: (folder: string) => Partial<ClusterOptions> & { disk?: Disk };
  /** Breaks something and mends it. */
  run(scene: Scene): Promise<void>;
};

const requirePrimary = async (cluster: Cluster): Promise<Node> => {
  const primary = await cluster.findPrimary();
  if (primary === null) throw new Error('The cluster has no primary');
  return primary;
};

const otherNode = (node: Node): Node => (node === 'a' ? 'b' : 'a');

const CUT_SECONDS = 15;
const BEHIND_SECONDS = 30;
const DOWN_SECONDS = 5;
const REDIS_SECONDS = 10;
const FULL_SECONDS = 30;
const CLOCK_SECONDS = 30;

export const DRILLS: Readonly<Record<string, Drill>> = {
  'kill-primary': {
    about: 'kills the primary with its Patroni; the replica takes over, and the old primary comes back as its replica',
    async run({ cluster, say }) {
      const primary = await requirePrimary(cluster);
      await cluster.killNode(primary);
      say(`killed ${primary}`);
      while ((await cluster.findPrimary()) === null) await sleep(100);
      say(`${await cluster.findPrimary()} is the primary`);
      cluster.services.patroni[primary].start();
      await cluster.waitUntilHealthy();
      say(`${primary} is its replica`);
    },
  },
  'network-cut': {
    about: `cuts the network between the shop and the database for ${CUT_SECONDS} s`,
    options: () => ({ network: makeNetwork() }),
    async run({ network, say }) {
      network?.cut();
      say('cut');
      await sleep(CUT_SECONDS * 1_000);
      network?.mend();
      say('mended');
    },
  },
  'replica-behind': {
    about: `stops a replica from replaying for ${BEHIND_SECONDS} s, while it goes on receiving`,
    async run({ cluster, say }) {
      const replica = otherNode(await requirePrimary(cluster));
      await cluster.onNode(replica, 'select pg_wal_replay_pause()');
      say('paused');
      await sleep(BEHIND_SECONDS * 1_000);
      await cluster.onNode(replica, 'select pg_wal_replay_resume()');
      say('resumed');
    },
  },
  'pgbouncer-restart': {
    about: `stops PgBouncer with all of its connections and starts it ${DOWN_SECONDS} s later`,
    async run({ cluster: { services }, say }) {
      await services.pgbouncer.stop();
      say('stopped');
      await sleep(DOWN_SECONDS * 1_000);
      services.pgbouncer.start();
      say('started');
    },
  },
  'redis-gone': {
    about: `kills Redis' master, so that the sentinels promote the replica, then that one too, for ${REDIS_SECONDS} s each`,
    async run({ cluster: { services }, say }) {
      for (const redis of services.redis) {
        await redis.kill();
        say(`killed ${redis.name}`);
        await sleep(REDIS_SECONDS * 1_000);
      }
      for (const redis of services.redis) redis.start();
      say('started both');
    },
  },
  'kill-shop': {
    about: 'kills a process of the shop and the worker, and starts them 5 s later',
    async run({ cluster, say }) {
      const { shops, worker } = cluster.services;
      const [shop] = shops;
      await Promise.all([shop?.kill(), worker.kill()]);
      say('killed');
      await sleep(DOWN_SECONDS * 1_000);
      shop?.start();
      worker.start();
      await cluster.waitUntilShopIsReady(0);
      say('ready again');
    },
  },
  'rolling-restart': {
    about: 'restarts all processes of the shop, one after another, as an upgrade does',
    async run({ cluster, say }) {
      for (const [index, shop] of cluster.services.shops.entries()) {
        await shop.stop();
        shop.start();
        await cluster.waitUntilShopIsReady(index);
        // The balancer's checks find it within a second.
        await sleep(2_000);
        say(`${shop.name} restarted`);
      }
      await cluster.services.worker.stop();
      cluster.services.worker.start();
      say('worker restarted');
    },
  },
  'disk-full': {
    about: `fills the primary's disk, a small tmpfs, for ${FULL_SECONDS} s`,
    options: (folder) => {
      const disk = makeDisk(`${folder}/postgres-a`);
      return { disk };
    },
    async run({ cluster, disk, say }) {
      disk?.fill();
      say('full');
      await sleep(FULL_SECONDS * 1_000);
      disk?.free();
      say('freed');
      await cluster.waitUntilHealthy();
      say(`${await cluster.findPrimary()} is the primary`);
    },
  },
  'clock-off': {
    about: 'runs with one process of the shop 5 minutes ahead and one 5 minutes behind',
    options: () => ({
      shopPrefix: (shop) => (shop > 1 ? [] : ['faketime', '--exclude-monotonic', '-f', shop === 0 ? '+5m' : '-5m']),
    }),
    async run() {
      await sleep(CLOCK_SECONDS * 1_000);
    },
  },
};
