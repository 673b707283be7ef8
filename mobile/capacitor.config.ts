/**
 * The shell around the site. `npm run app:add` makes the native projects from it, `npm run app:build` copies the site
 * into them (docs/app.md).
 */
import type { CapacitorConfig } from '@capacitor/cli';
import { KeyboardResize } from '@capacitor/keyboard';
import { APP_IDENTITY } from '@shop/core/app/app-identity';

const config: CapacitorConfig = {
  appId: APP_IDENTITY.id,
  appName: APP_IDENTITY.name,
  webDir: '../web/dist/app',
  appendUserAgent: APP_IDENTITY.userAgent,
  // The origins that the server accepts (SHELL_ORIGINS).
  server: { androidScheme: 'https', iosScheme: 'capacitor', hostname: 'localhost' },
  // Transparent until the page is drawn, so that the window's own colour, which is the splash screen's in both themes,
  // shows.
  android: { backgroundColor: '#00000000' },
  plugins: {
    // In the foreground the page shows its own toast.
    FirebaseMessaging: { presentationOptions: [] },
    Keyboard: { resize: KeyboardResize.Native },
    // The page is drawn below the status bar, and sets the bar's style by its theme.
    StatusBar: { overlaysWebView: true, style: 'DEFAULT' },
    // Includes Google's library only. The plugin writes this choice into its own package at each sync.
    SocialLogin: { providers: { google: true, facebook: false, apple: false, twitter: false }, logLevel: 1 },
  },
  experimental: {
    // A symbolic link, because the plugin's folder has the same name as Firebase's own package, and Swift's package
    // manager confuses them.
    ios: { spm: { packageOptions: { '@capacitor-firebase/messaging': { symlink: true } } } },
  },
};

export default config;
