/**
 * Starts a shop on many machines' engines on this one: etcd, two PostgreSQL under Patroni, HAProxy, PgBouncer, Redis
 * with Sentinel, processes of the shop and their balancer (docs/running.md#many-machines).
 */
import { randomBytes } from 'node:crypto';
import { SESSION_SETTINGS } from '../../server/db/pool.ts';
import { fillShop } from '../databases.ts';
import { reportProgress } from '../report.ts';
import { LOCAL_HOST, openMachine } from './machine.ts';
import type { Network } from './network.ts';
import { type PostgresPair, startPostgresPair } from './postgres-pair.ts';
import type { Service } from './service.ts';
import { type ShopProcesses, startShopProcesses } from './shop-processes.ts';

export type ClusterOptions = {
  folder: string;
  /** The first of a hundred ports. */
  port: number;
  /** Processes that serve. */
  shops: number;
  /** Members of etcd: one or three. */
  etcd: number;
  products: number;
  /** Seconds after which PostgreSQL archives a segment that is not full. */
  archiveTimeout: number;
  /** The network between the shop and its services; undefined for the local one. */
  network?: Network | undefined;
  /** Returns the command before a process of the shop, by its number. */
  shopPrefix?: ((shop: number) => readonly string[]) | undefined;
};

export type Cluster = {
  balancerPort: number;
  /** The primary by HAProxy, without PgBouncer, as the shop's role. */
  url: string;
  postgres: PostgresPair;
  pgbouncer: Service;
  redis: readonly Service[];
  shop: ShopProcesses;
};

/**
 * Starts the cluster. `onStop` receives a function that stops it, before anything starts, so that a start that fails or
 * is interrupted leaves nothing behind.
 */
export async function startCluster(
  options: ClusterOptions,
  onStop: (stop: () => Promise<void>) => void,
): Promise<Cluster> {
  const machine = openMachine(options.folder, options.port);
  const { ports } = machine;
  const host = options.network?.servicesHost ?? LOCAL_HOST;
  const password = randomBytes(16).toString('hex');
  let postgres: PostgresPair | null = null;
  onStop(async () => {
    await machine.stop();
    await postgres?.killServers();
  });

  reportProgress('Starting etcd and the primary');
  postgres = await startPostgresPair(machine, { ...options, password });
  const url = postgres.primaryUrl('shop');
  reportProgress('Filling the shop');
  await fillShop(url, options.products);
  reportProgress('Starting the replica');
  await postgres.startReplica();

  reportProgress('Starting PgBouncer, Redis and its sentinels');
  machine.writeConfig('userlist.txt', 'userlist.txt', { PASSWORD: password });
  const pgbouncer = machine.startEngine(
    'pgbouncer',
    'pgbouncer',
    machine.writeConfig('pgbouncer.ini', 'pgbouncer.ini', {
      LISTEN: host,
      PORT: ports.pgbouncer,
      PRIMARY_PORT: ports.primary,
      REPLICA_PORT: ports.replica,
      SESSION_SETTINGS: Object.entries(SESSION_SETTINGS)
        .map(([name, value]) => `set ${name} = ${value}`)
        .join('; '),
    }),
  );
  const redis = [0, 1].map((index) => {
    const name = `redis-${index}`;
    const config = machine.writeConfig(`${name}.conf`, 'redis.conf', {
      LISTEN: host,
      PORT: ports.redis(index),
      DATA: machine.makeFolder(name),
      PASSWORD: password,
      REPLICA_OF: index === 0 ? 'no one' : `${host} ${ports.redis(0)}`,
    });
    return machine.startEngine(name, 'redis-server', config);
  });
  for (const index of [0, 1, 2]) {
    const name = `sentinel-${index}`;
    const config = machine.writeConfig(`${name}.conf`, 'sentinel.conf', {
      LISTEN: host,
      PORT: ports.sentinel(index),
      DATA: machine.makeFolder(name),
      MASTER: `${host} ${ports.redis(0)}`,
      PASSWORD: password,
    });
    machine.startEngine(name, 'redis-sentinel', config);
  }

  reportProgress('Starting the shop');
  const shop = await startShopProcesses(machine, { ...options, password });
  return { balancerPort: ports.balancer, url, postgres, pgbouncer, redis, shop };
}
