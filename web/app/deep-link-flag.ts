/** Reads whether this document tries to open the app (docs/spec.md §2 "A mobile browser with query deeplink=1"). */
import { tabKey } from '../storage.ts';

/**
 * Time in ms at which this tab followed a universal link. A browser that does not pass the link to the app loads the
 * shop again; the new document finds this time and continues the launch (docs/readings.md#72).
 */
export const linkFollowedAt = tabKey('followed_app_link');

/** Reads the flag from the document's address. */
export const hasDeepLinkFlag = (): boolean => new URLSearchParams(window.location.search).get('deeplink') === '1';

/** Returns whether this document tries to open the app; false on the server. */
export const triesToOpenApp = (): boolean =>
  typeof window !== 'undefined' && (hasDeepLinkFlag() || linkFollowedAt.read() !== null);
