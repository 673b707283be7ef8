/** A network of its own for the shop, so that its way to the database can be cut. Needs root. */
import { execFileSync } from 'node:child_process';

const NAMESPACE = 'shop-drill';
/** Links to the services (database, Redis) and to the balancer: the end on this machine, the end in the namespace. */
const SERVICES_LINK = { here: 'shop-drill-db', there: 'db', address: '10.213.1.1', shop: '10.213.1.2' };
const BALANCER_LINK = { here: 'shop-drill-web', there: 'web', address: '10.213.2.1', shop: '10.213.2.2' };

export type Network = {
  servicesHost: string;
  balancerHost: string;
  shopHost: string;
  shopPrefix: readonly string[];
  /** Cuts the link to the services without a word to either end. */
  cut(): void;
  mend(): void;
  remove(): void;
};

const runIp = (...rest: string[]) => execFileSync('ip', rest, { stdio: ['ignore', 'ignore', 'pipe'] });

/** Makes the namespace with both links. */
export function makeNetwork(): Network {
  runIp('netns', 'add', NAMESPACE);
  try {
    runIp('-n', NAMESPACE, 'link', 'set', 'lo', 'up');
    for (const { here, there, address, shop } of [SERVICES_LINK, BALANCER_LINK]) {
      runIp('link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', NAMESPACE);
      runIp('address', 'add', `${address}/24`, 'dev', here);
      runIp('link', 'set', here, 'up');
      runIp('-n', NAMESPACE, 'address', 'add', `${shop}/24`, 'dev', there);
      runIp('-n', NAMESPACE, 'link', 'set', there, 'up');
    }
  } catch (error) {
    runIp('netns', 'delete', NAMESPACE);
    throw error;
  }
  return {
    servicesHost: SERVICES_LINK.address,
    balancerHost: BALANCER_LINK.address,
    shopHost: BALANCER_LINK.shop,
    shopPrefix: ['ip', 'netns', 'exec', NAMESPACE],
    cut: () => runIp('link', 'set', SERVICES_LINK.here, 'down'),
    mend: () => runIp('link', 'set', SERVICES_LINK.here, 'up'),
    remove: () => runIp('netns', 'delete', NAMESPACE),
  };
}
