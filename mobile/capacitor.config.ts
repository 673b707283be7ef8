/**
 * The shell around the site. `npm run app:add` makes the native projects from it, `npm run app:build` brings the site
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
  // The origins that the server lets in (SHELL_ORIGINS).
  server: { androidScheme: 'https', iosScheme: 'capacitor', hostname: 'localhost' },
  // Until the page is drawn, the window's own colour shows through, which is that of the splash in both themes.
  android: { backgroundColor: '#00000000' },
  plugins: {
    // In the foreground the page shows its own toast.
    FirebaseMessaging: { presentationOptions: [] },
    Keyboard: { resize: KeyboardResize.Native },
    // The page draws below the bar, and chooses its style by the theme.
    StatusBar: { overlaysWebView: true, style: 'DEFAULT' },
    // Only Google's library is packed. The plugin writes this into its own package at each sync.
    SocialLogin: { providers: { google: true, facebook: false, apple: false, twitter: false }, logLevel: 1 },
  },
  experimental: {
    // The plugin's folder has the name of Firebase's own package, which Swift's package manager confuses with it.
    ios: { spm: { packageOptions: { '@capacitor-firebase/messaging': { symlink: true } } } },
  },
};

export default config;
