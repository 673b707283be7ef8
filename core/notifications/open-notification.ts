/**
 * Resolves where an opened notification leads, by one rule for the site's inbox and the app's taps (docs/spec.md §2).
 */
import { accountPath, homePath, orderPath } from '../links/paths.ts';

export type NotificationTarget = {
  action: string | null;
  action_data: Readonly<Record<string, unknown>> | null;
  action_url: string | null;
};

/** A path of the shop, or an address for the external browser. */
export type NotificationDestination = { open: 'inside'; path: string } | { open: 'outside'; url: string };

const openInsideShop = (path: string): NotificationDestination => ({ open: 'inside', path });

/** Returns whether an address is a path of this shop: with one slash at its start, it cannot name another host. */
const isRelative = (url: string): boolean => /^\/(?![/\\])/.test(url);

/** Returns whether `action_url` leads anywhere: a path of the shop, or an address with http or https. */
export function isActionUrl(url: string): boolean {
  // A browser drops tabs and line breaks in an address, so that they could hide a second slash.
  if (/\s/.test(url)) return false;
  return isRelative(url) || /^https?:$/.test(URL.parse(url)?.protocol ?? '');
}

/**
 * Resolves a notification's destination: by its action, else by its `action_url`. `hosts` are the shop's own, with
 * port: their addresses open inside, other http(s) addresses in the external browser, anything else opens home
 * (docs/readings.md#62).
 */
export function resolveDestination(
  { action, action_data, action_url }: NotificationTarget,
  hosts: readonly string[],
): NotificationDestination {
  switch (action) {
    case 'order-placed':
    case 'order-updated': {
      const id = action_data?.order_id;
      if (typeof id === 'string' && id !== '') return openInsideShop(orderPath({ id }));
      break;
    }
    case 'offline-transaction-reward':
    case 'offline-transaction-redeem':
    case 'points-expiring':
      return openInsideShop(accountPath('wallet'));
  }
  if (action_url === null || !isActionUrl(action_url)) return openInsideShop(homePath());
  if (isRelative(action_url)) return openInsideShop(action_url);
  const url = new URL(action_url);
  return hosts.includes(url.host)
    ? openInsideShop(`${url.pathname}${url.search}${url.hash}`)
    : { open: 'outside', url: url.href };
}
