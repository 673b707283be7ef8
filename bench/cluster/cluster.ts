/**
 * Starts a shop on many machines' engines on this one: etcd, two PostgreSQL under Patroni, HAProxy, PgBouncer, Redis
 * with Sentinel, processes of the shop and their balancer (docs/running.md#many-machines).
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SESSION_SETTINGS } from '../../server/db/pool.ts';
import { serverPrograms } from '../../server/testing/database/own-cluster.ts';
import { SERVER_FLAGS } from '../../tools/ready.mjs';
import { fillShop, onDatabase } from '../databases.ts';
import { WITHOUT_LIMITS } from '../processes.ts';
import { say } from '../report.ts';
import type { Network } from './network.ts';
import { isOk, type Program, type Service, serviceUser, signalProcess, startService, waitUntil } from './service.ts';

const CONFIG = join(import.meta.dirname, 'config');
const MAIN = join(import.meta.dirname, '../../server/main.ts');
const LOCAL = '127.0.0.1';

export type ClusterOptions = {
  folder: string;
  /** The first of the hundred ports. */
  port: number;
  /** Processes that serve. */
  shops: number;
  /** Members of etcd: one or three. */
  etcd: number;
  products: number;
  /** Seconds after which PostgreSQL archives a segment that is not full. */
  archiveTimeout: number;
  /** The network between the shop and its services; the local one by default. */
  network?: Network | undefined;
  /** Command before each process of the shop, by its number. */
  shopPrefix?: (shop: number) => readonly string[];
};

/** The name of a PostgreSQL server. */
export type Node = 'a' | 'b';
const NODES: readonly Node[] = ['a', 'b'];

export type Cluster = {
  folder: string;
  balancerPort: number;
  /** URLs of the primary by HAProxy, without PgBouncer, as the shop's role and as superuser. */
  url: string;
  adminUrl: string;
  services: {
    etcd: Service[];
    patroni: Record<Node, Service>;
    balancer: Service;
    pgbouncer: Service;
    redis: Service[];
    sentinels: Service[];
    shops: Service[];
    worker: Service;
  };
  dataFolder(node: Node): string;
  postgresPort(node: Node): number;
  /** Runs SQL on one server as superuser. */
  onNode<Row extends object>(node: Node, sql: string): Promise<Row[]>;
  findPrimary(): Promise<Node | null>;
  /** Kills a server with all of its processes, as a machine that goes down. */
  killNode(node: Node): Promise<void>;
  /** Waits until both servers run, and the replica is synchronous. */
  waitUntilHealthy(): Promise<void>;
  waitUntilShopIsReady(shop: number): Promise<void>;
  stop(): Promise<void>;
};

/** Fills a template's `{{NAME}}`. Throws if one has no value. */
function render(template: string, values: Readonly<Record<string, string | number>>): string {
  return readFileSync(join(CONFIG, template), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${template}: no value for ${name}`);
    return String(value);
  });
}

/** Starts the cluster; `keep` receives each service as it starts, so that a failed start can be stopped too. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, port, network } = options;
  const host = network?.servicesHost ?? LOCAL;
  const shopHost = network?.shopHost ?? LOCAL;
  const user = serviceUser();
  const password = randomBytes(16).toString('hex');
  const programs = serverPrograms() ?? '';
  const ports = {
    etcd: (member: number, kind: 'client' | 'peer') => port + 2 * member + (kind === 'client' ? 0 : 1),
    postgres: { a: port + 6, b: port + 7 },
    rest: { a: port + 8, b: port + 9 },
    primary: port + 10,
    replica: port + 11,
    pgbouncer: port + 12,
    redis: (index: number) => port + 13 + index,
    sentinel: (index: number) => port + 15 + index,
    balancer: port + 18,
    // The stand-ins of a process's partners have the ports after its own.
    shop: (index: number) => port + 20 + 10 * index,
  };
  const started: Service[] = [];
  const start = (program: Omit<Program, 'folder'>): Service => {
    const service = startService({ folder, ...program });
    started.push(service);
    return service;
  };
  const startEngine = (name: string, ...command: [string, ...string[]]) => start({ name, command, user });
  const dataFolder = (node: Node) => join(folder, `postgres-${node}`);

  const makeFolder = (path: string) => {
    mkdirSync(path, { recursive: true });
    if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
    chmodSync(path, 0o700);
    return path;
  };
  const writeConfig = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
    return path;
  };

  /** Ends the server of a data folder; it is not in the process group of its Patroni. */
  const killPostmaster = (node: Node) => {
    const path = join(dataFolder(node), 'postmaster.pid');
    if (existsSync(path)) signalProcess(Number(readFileSync(path, 'utf8').split('\n')[0]), 'SIGKILL');
  };
  const stop = async () => {
    for (const service of started.toReversed()) {
      if (service.name.startsWith('patroni')) await service.kill();
      else await service.stop();
    }
    for (const node of NODES) killPostmaster(node);
    network?.remove();
  };

  try {
    makeFolder(folder);
    for (const name of ['archive', 'lock', 'log']) makeFolder(join(folder, name));

    say('Starting etcd');
    const members = Array.from({ length: options.etcd }, (_, member) => member);
    const peer = (member: number) => `http://${LOCAL}:${ports.etcd(member, 'peer')}`;
    const client = (member: number) => `http://${LOCAL}:${ports.etcd(member, 'client')}`;
    const etcd = members.map((member) =>
      startEngine(
        `etcd-${member}`,
        'etcd',
        `--name=etcd-${member}`,
        `--data-dir=${makeFolder(join(folder, `etcd-${member}`))}`,
        `--listen-peer-urls=${peer(member)}`,
        `--initial-advertise-peer-urls=${peer(member)}`,
        `--listen-client-urls=${client(member)}`,
        `--advertise-client-urls=${client(member)}`,
        `--initial-cluster=${members.map((each) => `etcd-${each}=${peer(each)}`).join(',')}`,
        '--initial-cluster-state=new',
        '--heartbeat-interval=250',
        '--election-timeout=2500',
      ),
    );
    await waitUntil('etcd', () => isOk(`${client(0)}/health`), { service: etcd[0] });

    const pgbackrest = writeConfig(
      'pgbackrest.conf',
      render('pgbackrest.conf', {
        FOLDER: folder,
        A_DATA: dataFolder('a'),
        A_PORT: ports.postgres.a,
        B_DATA: dataFolder('b'),
        B_PORT: ports.postgres.b,
      }),
    );
    const startNode = (node: Node) => {
      const config = writeConfig(
        `patroni-${node}.yml`,
        render('patroni.yml', {
          NAME: node,
          FOLDER: folder,
          DATA: dataFolder(node),
          PROGRAMS: programs,
          PASSWORD: password,
          PORT: ports.postgres[node],
          REST_PORT: ports.rest[node],
          ARCHIVE_TIMEOUT: options.archiveTimeout,
          ETCD_HOSTS: members.map((member) => `${LOCAL}:${ports.etcd(member, 'client')}`).join(','),
        }),
      );
      return startEngine(`patroni-${node}`, 'patroni', config);
    };
    const hasRole = (node: Node, role: string) => isOk(`http://${LOCAL}:${ports.rest[node]}/${role}`, 'OPTIONS');

    say('Starting the primary');
    const a = startNode('a');
    await waitUntil('The primary', () => hasRole('a', 'primary'), { service: a });
    startEngine(
      'haproxy-database',
      'haproxy',
      '-db',
      '-f',
      writeConfig(
        'haproxy-database.cfg',
        render('haproxy-database.cfg', {
          PRIMARY_PORT: ports.primary,
          REPLICA_PORT: ports.replica,
          A_PORT: ports.postgres.a,
          A_REST_PORT: ports.rest.a,
          B_PORT: ports.postgres.b,
          B_REST_PORT: ports.rest.b,
        }),
      ),
    );
    const at = (role: string, databasePort: number, database: string, on = LOCAL) =>
      `postgres://${role}:${password}@${on}:${databasePort}/${database}`;
    const url = at('shop', ports.primary, 'shop');
    const adminUrl = at('postgres', ports.primary, 'shop');
    await waitUntil('HAProxy', () => onDatabase(at('postgres', ports.primary, 'postgres'), async () => true));
    await onDatabase(at('postgres', ports.primary, 'postgres'), async (admin) => {
      await admin.query(`create role shop login password '${password}'`);
      await admin.query("create database shop owner shop template template0 encoding 'UTF8' locale 'C.UTF-8'");
    });
    execFileSync('pgbackrest', [`--config=${pgbackrest}`, '--stanza=shop', 'stanza-create', '--no-online'], user);
    say('Filling the shop');
    await fillShop(url, options.products);

    say('Starting the replica');
    const b = startNode('b');
    await waitUntil('The replica', () => hasRole('b', 'synchronous'), { service: b, seconds: 120 });

    writeConfig('userlist.txt', `"shop" "${password}"\n`);
    const pgbouncerIni = writeConfig(
      'pgbouncer.ini',
      render('pgbouncer.ini', {
        FOLDER: folder,
        LISTEN: host,
        PORT: ports.pgbouncer,
        PRIMARY_PORT: ports.primary,
        REPLICA_PORT: ports.replica,
        SESSION_SETTINGS: Object.entries(SESSION_SETTINGS)
          .map(([name, value]) => `set ${name} = ${value}`)
          .join('; '),
      }),
    );
    const pgbouncer = startEngine('pgbouncer', 'pgbouncer', pgbouncerIni);

    say('Starting Redis and its sentinels');
    const redis = [0, 1].map((index) => {
      const config = render('redis.conf', {
        LISTEN: host,
        PORT: ports.redis(index),
        DATA: makeFolder(join(folder, `redis-${index}`)),
        PASSWORD: password,
      });
      const replicaOf = index === 0 ? '' : `replicaof ${host} ${ports.redis(0)}\n`;
      return startEngine(`redis-${index}`, 'redis-server', writeConfig(`redis-${index}.conf`, config + replicaOf));
    });
    const sentinels = [0, 1, 2].map((index) => {
      const config = render('sentinel.conf', {
        LISTEN: host,
        PORT: ports.sentinel(index),
        DATA: makeFolder(join(folder, `sentinel-${index}`)),
        MASTER_HOST: host,
        MASTER_PORT: ports.redis(0),
        PASSWORD: password,
      });
      return startEngine(`sentinel-${index}`, 'redis-sentinel', writeConfig(`sentinel-${index}.conf`, config));
    });

    say('Starting the shop');
    const sentinelHosts = sentinels.map((_, index) => `${host}:${ports.sentinel(index)}`).join(',');
    const secret = randomBytes(32).toString('hex');
    const startShop = (name: string, index: number, env: Record<string, string>) => {
      const dataDir = join(folder, name);
      mkdirSync(dataDir, { recursive: true });
      const command = [
        ...(network?.shopPrefix ?? []),
        ...(options.shopPrefix?.(index) ?? []),
        process.execPath,
        ...SERVER_FLAGS,
        MAIN,
      ] as unknown as Program['command'];
      return start({
        name,
        command,
        env: {
          ...WITHOUT_LIMITS,
          DATABASE_URL: at('shop', ports.pgbouncer, 'shop', host),
          DATABASE_REPLICA_URL: at('shop', ports.pgbouncer, 'shop_replica', host),
          DATABASE_POOLING: 'transaction',
          REDIS_URL: `redis-sentinel://:${password}@${sentinelHosts}/shop`,
          APP_SECRET: secret,
          DATA_DIR: dataDir,
          HOST: shopHost,
          PORT: String(ports.shop(index)),
          DEMO: '0',
          TRUST_PROXY: network?.balancerHost ?? LOCAL,
          ...env,
        },
      });
    };
    const shops = Array.from({ length: options.shops }, (_, index) =>
      startShop(`shop-${index}`, index, { ROLE: 'web' }),
    );
    const worker = startShop('worker', options.shops, { ROLE: 'worker' });
    const waitUntilShopIsReady = (index: number) =>
      waitUntil(`Shop ${index}`, () => isOk(`http://${shopHost}:${ports.shop(index)}/api/health/ready`), {
        service: shops[index],
      });
    for (const index of shops.keys()) await waitUntilShopIsReady(index);
    const servers = shops.map((_, index) => `  server shop-${index} ${shopHost}:${ports.shop(index)} check\n`).join('');
    const balancer = startEngine(
      'haproxy-shop',
      'haproxy',
      '-db',
      '-f',
      writeConfig('haproxy-shop.cfg', render('haproxy-shop.cfg', { BALANCER_PORT: ports.balancer, SERVERS: servers })),
    );
    await waitUntil('The balancer', () => isOk(`http://${LOCAL}:${ports.balancer}/api/health/ready`), {
      service: balancer,
    });

    const patroni = { a, b };
    const cluster: Cluster = {
      folder,
      balancerPort: ports.balancer,
      url,
      adminUrl,
      services: { etcd, patroni, balancer, pgbouncer, redis, sentinels, shops, worker },
      dataFolder,
      postgresPort: (node) => ports.postgres[node],
      onNode: (node, sql) =>
        onDatabase(at('postgres', ports.postgres[node], 'shop'), async (admin) => (await admin.query(sql)).rows),
      async findPrimary() {
        for (const node of NODES) if (await hasRole(node, 'primary').catch(() => false)) return node;
        return null;
      },
      async killNode(node) {
        await patroni[node].kill();
        killPostmaster(node);
      },
      async waitUntilHealthy() {
        await waitUntil(
          'Two servers in step',
          async () => {
            const primary = await cluster.findPrimary();
            return primary !== null && hasRole(primary === 'a' ? 'b' : 'a', 'synchronous');
          },
          { seconds: 180 },
        );
      },
      waitUntilShopIsReady,
      stop,
    };
    return cluster;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Removes a cluster's folder. */
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });
