/**
 * Recognizes the app's shell, which injects Capacitor's bridge before any script of the page (docs/partners.md#4). All
 * other code for the app loads only inside the shell.
 */
import type { AppPlatform } from '@shop/core/app/version';

declare global {
  var Capacitor: { getPlatform?: () => string } | undefined;
}

/** Returns the platform of the app around the page; null in a browser and on the server. */
export function appPlatform(): AppPlatform | null {
  // Reads only what it needs, because every page loads this file.
  const platform = globalThis.Capacitor?.getPlatform?.();
  return platform === 'android' || platform === 'ios' ? platform : null;
}
