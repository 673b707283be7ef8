/** Whether these pages stand inside an app. */

/** The app's shell brings its bridge along; mini programs name themselves (docs/partners.md#2: Alipay-family containers). */
export const isAppView = (): boolean =>
  typeof window !== 'undefined' && ('Capacitor' in window || /MiniProgram/i.test(window.navigator.userAgent));
