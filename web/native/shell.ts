/**
 * Recognises the app's shell, which injects Capacitor's bridge before any script of the page (docs/partners.md#4). All
 * else of the app is loaded only inside it.
 */
import type { AppPlatform } from '@shop/core/app/version';

declare global {
  var Capacitor: { getPlatform?: () => string } | undefined;
}

/** Returns the platform of the app around the page; null in a browser and on the server. */
export function appPlatform(): AppPlatform | null {
  // Every page loads this file: no more than it needs.
  const platform = globalThis.Capacitor?.getPlatform?.();
  return platform === 'android' || platform === 'ios' ? platform : null;
}
