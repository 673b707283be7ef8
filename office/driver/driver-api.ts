/**
 * API calls of a driver: the token of the link gives access to one run. The token is removed from the address at once
 * and stored for this tab.
 */
import { createClient } from '@shop/contract/api/client';
import { staffPaths } from '@shop/contract/staff/staff-paths';
import { tabStorage } from '../browser-storage.ts';
import { prepareRunCopy } from '../offline/copies.ts';

const TOKEN_KEY = 'office.run';

const paths = {
  'deliveryRuns.current': staffPaths['deliveryRuns.current'],
  'deliveryRuns.addPhoto': staffPaths['deliveryRuns.addPhoto'],
  'deliveryRuns.deliver': staffPaths['deliveryRuns.deliver'],
  'deliveryRuns.fail': staffPaths['deliveryRuns.fail'],
} as const;

/** Moves the token of a fresh link from the address to the tab. */
export function adoptLinkToken(): void {
  const token = window.location.hash.slice(1);
  if (token === '') return;
  tabStorage.setItem(TOKEN_KEY, token);
  window.history.replaceState(null, '', window.location.pathname);
}

const readLinkToken = () => tabStorage.getItem(TOKEN_KEY) ?? '';

/** Returns the name of the copy of this link's run, which a reload without network opens. */
export const openRunCopy = (): Promise<string> => prepareRunCopy(readLinkToken());

export const callRun = createClient({
  paths,
  host: '',
  headers: () => ({ Authorization: `Bearer ${readLinkToken()}` }),
});
