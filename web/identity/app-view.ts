/** Detects the app's web view. */

/**
 * The app's shell injects its bridge; mini programs identify themselves in the user agent (docs/partners.md#2:
 * Alipay-family containers).
 */
export const isAppView = (): boolean =>
  typeof window !== 'undefined' && ('Capacitor' in window || /MiniProgram/i.test(window.navigator.userAgent));
