/** Processes of the shop behind a balancer, which connect to PgBouncer and to Redis by its sentinels. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_FLAGS } from '../../tools/ready.mjs';
import { WITHOUT_LIMITS } from '../processes.ts';
import { LOCAL_HOST, type Machine } from './machine.ts';
import type { Network } from './network.ts';
import { isOk, type Service, waitUntil } from './service.ts';

const SERVER_MAIN = join(import.meta.dirname, '../../server/main.ts');

export type ShopProcessesOptions = {
  /** Processes that serve. */
  shops: number;
  password: string;
  /** The network between the shop and its services; undefined for the local one. */
  network?: Network | undefined;
  /** Returns the command before a process of the shop, by its number. */
  shopPrefix?: ((shop: number) => readonly string[]) | undefined;
};

export type ShopProcesses = {
  shops: Service[];
  worker: Service;
  waitUntilReady(shop: number): Promise<void>;
};

/** Starts the processes, and the balancer once all are ready. */
export async function startShopProcesses(machine: Machine, options: ShopProcessesOptions): Promise<ShopProcesses> {
  const { folder, ports } = machine;
  const { network, password, shopPrefix } = options;
  const services = network?.servicesHost ?? LOCAL_HOST;
  const host = network?.shopHost ?? LOCAL_HOST;
  const sentinels = [0, 1, 2].map((index) => `${services}:${ports.sentinel(index)}`).join(',');
  const databaseUrl = (name: string) => `postgres://shop:${password}@${services}:${ports.pgbouncer}/${name}`;
  const secret = randomBytes(32).toString('hex');

  function start(name: string, index: number, role: 'web' | 'worker'): Service {
    const dataDir = join(folder, name);
    mkdirSync(dataDir, { recursive: true });
    const [file = process.execPath, ...rest] = [
      ...(network?.shopPrefix ?? []),
      ...(shopPrefix?.(index) ?? []),
      process.execPath,
      ...SERVER_FLAGS,
      SERVER_MAIN,
    ];
    return machine.start({
      name,
      command: [file, ...rest],
      env: {
        ...WITHOUT_LIMITS,
        DATABASE_URL: databaseUrl('shop'),
        DATABASE_REPLICA_URL: databaseUrl('shop_replica'),
        DATABASE_POOLING: 'transaction',
        REDIS_URL: `redis-sentinel://:${password}@${sentinels}/shop`,
        APP_SECRET: secret,
        DATA_DIR: dataDir,
        DEMO: '0',
        HOST: host,
        PORT: String(ports.shop(index)),
        ROLE: role,
        TRUST_PROXY: network?.balancerHost ?? LOCAL_HOST,
      },
    });
  }

  const shops = Array.from({ length: options.shops }, (_, index) => start(`shop-${index}`, index, 'web'));
  const worker = start('worker', options.shops, 'worker');
  const waitUntilReady = (index: number) =>
    waitUntil(`Shop ${index}`, () => isOk(`http://${host}:${ports.shop(index)}/api/health/ready`), {
      service: shops[index],
    });
  for (const index of shops.keys()) await waitUntilReady(index);
  const servers = shops.map((_, index) => `  server shop-${index} ${host}:${ports.shop(index)} check`).join('\n');
  const values = { BALANCER_PORT: ports.balancer, SERVERS: servers };
  const config = machine.writeConfig('haproxy-shop.cfg', 'haproxy-shop.cfg', values);
  const balancer = machine.startEngine('haproxy-shop', 'haproxy', '-db', '-f', config);
  await waitUntil('The balancer', () => isOk(`http://${LOCAL_HOST}:${ports.balancer}/api/health/ready`), {
    service: balancer,
  });
  return { shops, worker, waitUntilReady };
}
