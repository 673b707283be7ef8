import { useSyncExternalStore } from 'react';
import { readBranch, sessionBranch } from '../mini-program/branch.ts';
import { appPlatform } from '../native/shell.ts';

/**
 * Returns whether the page is in an app's web view: the shell injects its bridge; mini-programs identify themselves in
 * the user agent (docs/partners.md#2: Alipay-family containers), or their app has confirmed the session's branch.
 */
const isAppView = (): boolean =>
  appPlatform() !== null || /MiniProgram/i.test(window.navigator.userAgent) || readBranch() !== null;

/** Whether the page is in an app's web view; false on the server and before hydration. */
export const useAppView = (): boolean => useSyncExternalStore(sessionBranch.subscribe, isAppView, () => false);
