/** Two PostgreSQL servers under Patroni and etcd, with HAProxy before them and pgBackRest's archive behind them. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findServerPrograms } from '../../server/testing/database/own-cluster.ts';
import { onDatabase } from '../databases.ts';
import { LOCAL_HOST, type Machine } from './machine.ts';
import { removeFolder } from './remove-folder.ts';
import { isOk, type Service, signalProcess, waitUntil } from './service.ts';

/** The name of a server. */
export type NodeName = 'a' | 'b';
const NODE_NAMES: readonly NodeName[] = ['a', 'b'];
export const otherNodeOf = (node: NodeName): NodeName => (node === 'a' ? 'b' : 'a');

export type PairOptions = {
  password: string;
  /** Members of etcd: one or three. */
  etcd: number;
  /** Seconds after which PostgreSQL archives a segment that is not full. */
  archiveTimeout: number;
};

export type PostgresPair = {
  /** Returns the URL of the primary by HAProxy. */
  primaryUrl(role: 'shop' | 'postgres'): string;
  patroni: Map<NodeName, Service>;
  /** Runs SQL on one server as superuser. */
  onNode<Row extends object>(node: NodeName, sql: string): Promise<Row[]>;
  findPrimary(): Promise<NodeName | null>;
  requirePrimary(): Promise<NodeName>;
  startReplica(): Promise<void>;
  /** Kills a server with all of its processes, as a machine that goes down. */
  killNode(node: NodeName): Promise<void>;
  /** Suspends a server's processes, as on a machine that hangs; its Patroni goes on. */
  suspendServer(node: NodeName): void;
  resumeServer(node: NodeName): void;
  /** Waits until both servers run, and the replica is synchronous. */
  waitUntilHealthy(): Promise<void>;
  /** Makes a full backup. */
  backUp(): Promise<void>;
  /** Returns the name of the last archived segment. */
  lastArchived(): string;
  /** Kills both servers and removes their data. */
  loseData(): Promise<void>;
  /** Makes the primary from the archive, as a cluster of its own in etcd, and the replica from it. */
  restore(): Promise<void>;
  /** Kills what Patroni leaves behind. */
  killServers(): Promise<void>;
};

async function startEtcd(machine: Machine, count: number): Promise<string[]> {
  const members = Array.from({ length: count }, (_, member) => {
    const { client, peer } = machine.ports.etcd(member);
    return { name: `etcd-${member}`, client: `${LOCAL_HOST}:${client}`, peer: `http://${LOCAL_HOST}:${peer}` };
  });
  const initialCluster = members.map(({ name, peer }) => `${name}=${peer}`).join(',');
  const [first] = members.map(({ name, client, peer }) =>
    machine.startEngine(
      name,
      'etcd',
      `--name=${name}`,
      `--data-dir=${machine.makeFolder(name)}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--listen-client-urls=http://${client}`,
      `--advertise-client-urls=http://${client}`,
      `--initial-cluster=${initialCluster}`,
      '--initial-cluster-state=new',
      '--heartbeat-interval=250',
      '--election-timeout=2500',
    ),
  );
  await waitUntil('etcd', () => isOk(`http://${members[0]?.client}/health`), { service: first });
  return members.map(({ client }) => client);
}

/** Starts etcd, the primary and HAProxy; the replica follows by `startReplica`. */
export async function startPostgresPair(machine: Machine, options: PairOptions): Promise<PostgresPair> {
  const { folder, ports } = machine;
  const etcdHosts = (await startEtcd(machine, options.etcd)).join(',');
  const patroni = new Map<NodeName, Service>();
  const dataFolderOf = (node: NodeName) => join(folder, `postgres-${node}`);
  const archiveConfigOf = (node: NodeName) => join(folder, `pgbackrest-${node}.conf`);
  const hasRole = (node: NodeName, role: string) => isOk(`http://${LOCAL_HOST}:${ports.rest[node]}/${role}`, 'OPTIONS');
  const urlOf = (role: string, port: number, database: string) =>
    `postgres://${role}:${options.password}@${LOCAL_HOST}:${port}/${database}`;
  const runPgbackrest = (node: NodeName, ...rest: string[]) =>
    execFileSync('pgbackrest', [`--config=${archiveConfigOf(node)}`, '--stanza=shop', ...rest], {
      ...machine.user,
      cwd: folder,
      encoding: 'utf8',
    });

  machine.makeFolder('archive');
  machine.makeFolder('log');
  for (const node of NODE_NAMES) {
    machine.makeFolder(`lock-${node}`);
    const values = { NAME: node, DATA: dataFolderOf(node), PORT: ports.postgres[node] };
    machine.writeConfig(`pgbackrest-${node}.conf`, 'pgbackrest.conf', values);
  }

  /** Starts a server; the first of a cluster in etcd makes its database by `method`. */
  function startNode(node: NodeName, scope: string, method: 'initdb' | 'pgbackrest'): Service {
    const config = machine.writeConfig(`patroni-${node}.yml`, 'patroni.yml', {
      SCOPE: scope,
      METHOD: method,
      NAME: node,
      DATA: dataFolderOf(node),
      PROGRAMS: findServerPrograms() ?? '',
      PASSWORD: options.password,
      PORT: ports.postgres[node],
      REST_PORT: ports.rest[node],
      ARCHIVE_TIMEOUT: options.archiveTimeout,
      ETCD_HOSTS: etcdHosts,
    });
    const service = machine.startEngine(`patroni-${node}`, 'patroni', config);
    patroni.set(node, service);
    return service;
  }

  async function startBoth(scope: string, method: 'initdb' | 'pgbackrest'): Promise<void> {
    const service = startNode('a', scope, method);
    await waitUntil('The primary', () => hasRole('a', 'primary'), { service, seconds: 180 });
  }

  async function startReplica(scope = 'shop'): Promise<void> {
    const service = startNode('b', scope, 'initdb');
    await waitUntil('The replica', () => hasRole('b', 'synchronous'), { service, seconds: 180 });
  }

  /** Signals a server and each of its processes. */
  function signalServer(node: NodeName, signal: 'SIGSTOP' | 'SIGCONT'): void {
    const [pid = ''] = readFileSync(join(dataFolderOf(node), 'postmaster.pid'), 'utf8').split('\n');
    const children = execFileSync('pgrep', ['--parent', pid], { encoding: 'utf8' }).trim().split('\n');
    for (const each of [pid, ...children]) signalProcess(Number(each), signal);
  }

  /** Kills the server of a data folder, which is not in the process group of its Patroni, and waits for its end. */
  async function killPostmaster(node: NodeName): Promise<void> {
    const path = join(dataFolderOf(node), 'postmaster.pid');
    if (!existsSync(path)) return;
    const pid = Number(readFileSync(path, 'utf8').split('\n')[0]);
    signalProcess(pid, 'SIGKILL');
    while (existsSync(`/proc/${pid}`)) await sleep(20);
  }

  await startBoth('shop', 'initdb');
  runPgbackrest('a', 'stanza-create');
  const haproxy = machine.startEngine(
    'haproxy-database',
    'haproxy',
    '-db',
    '-f',
    machine.writeConfig('haproxy-database.cfg', 'haproxy-database.cfg', {
      PRIMARY_PORT: ports.primary,
      REPLICA_PORT: ports.replica,
      A_PORT: ports.postgres.a,
      A_REST_PORT: ports.rest.a,
      B_PORT: ports.postgres.b,
      B_REST_PORT: ports.rest.b,
    }),
  );
  // HAProxy takes a server for one that is up until its first check.
  await waitUntil('HAProxy', async () => haproxy.log().includes('Server primary/b is DOWN'), { service: haproxy });
  await onDatabase(urlOf('postgres', ports.primary, 'postgres'), async (admin) => {
    await admin.query(`create role shop login password '${options.password}'`);
    await admin.query("create database shop owner shop template template0 encoding 'UTF8' locale 'C.UTF-8'");
  });

  const pair: PostgresPair = {
    primaryUrl: (role) => urlOf(role, ports.primary, 'shop'),
    patroni,
    onNode: (node, sql) =>
      onDatabase(urlOf('postgres', ports.postgres[node], 'shop'), async (admin) => (await admin.query(sql)).rows),
    async findPrimary() {
      for (const node of NODE_NAMES) if (await hasRole(node, 'primary').catch(() => false)) return node;
      return null;
    },
    async requirePrimary() {
      const primary = await pair.findPrimary();
      if (primary === null) throw new Error('The cluster has no primary');
      return primary;
    },
    startReplica,
    async killNode(node) {
      await patroni.get(node)?.kill();
      await killPostmaster(node);
    },
    suspendServer: (node) => signalServer(node, 'SIGSTOP'),
    resumeServer: (node) => signalServer(node, 'SIGCONT'),
    async waitUntilHealthy() {
      const isInStep = async () => {
        const primary = await pair.findPrimary();
        return primary !== null && hasRole(otherNodeOf(primary), 'synchronous');
      };
      await waitUntil('Two servers in step', isInStep, { seconds: 180 });
    },
    async backUp() {
      runPgbackrest(await pair.requirePrimary(), '--type=full', 'backup');
    },
    lastArchived() {
      const [stanza] = JSON.parse(runPgbackrest('a', '--output=json', 'info'));
      return stanza.archive.at(-1).max;
    },
    async loseData() {
      for (const node of NODE_NAMES) {
        await pair.killNode(node);
        removeFolder(dataFolderOf(node));
      }
    },
    async restore() {
      await startBoth('shop-restored', 'pgbackrest');
      await startReplica('shop-restored');
    },
    async killServers() {
      for (const node of NODE_NAMES) await pair.killNode(node);
    },
  };
  return pair;
}
