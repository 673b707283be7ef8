/**
 * The branch of this tab's session: the partner's app around the site (docs/partners.md#2). A flag in the page's URL
 * claims a branch, `connect-bridge.ts` confirms it, and only then do API calls carry it.
 */
import { type Branch, parseBranch } from '@shop/core/branch';
import type { Platform } from '@shop/core/content/banners';
import { useSyncExternalStore } from 'react';
import { appPlatform } from '../native/shell.ts';
import { tabKey } from '../storage.ts';

const FLAG_PARAMETER = 'branch';

export const sessionBranch = tabKey('branch');

/** The URL of the document that was reloaded to add the flag; removed once the flag has arrived. */
export const restoredAddress = tabKey('branch_restored');

const PLATFORMS: Readonly<Record<Branch, Platform>> = { tng: 'TNG' };

/** Returns the confirmed branch; null in an ordinary browser. */
export const readBranch = (): Branch | null => parseBranch(sessionBranch.read());

/** Returns the confirmed branch; null without one, on the server and before hydration. */
export const useBranch = (): Branch | null => useSyncExternalStore(sessionBranch.subscribe, readBranch, () => null);

/** Returns the platform of this client, which requests send. */
export const platformOf = (branch: Branch | null): Platform =>
  branch === null ? (appPlatform() ?? 'web') : PLATFORMS[branch];

let flaggedBranch: Branch | null = null;

/** Returns the branch in the flag of the document's URL, confirmed or not; navigations in the page do not change it. */
export const readFlaggedBranch = (): Branch | null => flaggedBranch;

/** Adds the flag of the session's branch to the address of another document. */
export function withBranchFlag(address: string): string {
  const branch = readBranch();
  if (branch === null) return address;
  const url = new URL(address, window.location.href);
  url.searchParams.set(FLAG_PARAMETER, branch);
  return url.href;
}

/**
 * Reads the document's flag, before navigations in the page drop it. In a session with a branch, a document without the
 * flag is loaded again with it, because its content security policy blocks the app's script. Only once, because the
 * flag may get lost on the way. Returns true if the document is being replaced.
 */
export function readBranchFlag(): boolean {
  const { href } = window.location;
  flaggedBranch = parseBranch(new URL(href).searchParams.get(FLAG_PARAMETER));
  if (flaggedBranch !== null || readBranch() === null || restoredAddress.read() === href) return false;
  restoredAddress.write(href);
  window.location.replace(withBranchFlag(href));
  return true;
}
