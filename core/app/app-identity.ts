/**
 * Defines the app's identity: its id, names, scheme and hosts. Its version is that of package.json, which site and app
 * share. `npm run app:add` writes all of them into the native projects (docs/app.md). Settings of the server may
 * replace the scheme.
 */

/** The shop's id, from which the app's id, scheme and host are built. */
const SHOP_ID = 'sekampit';

export const APP_IDENTITY = {
  /** The package on Android, and the bundle on iOS. */
  id: `example.${SHOP_ID}.app`,
  name: 'Sekampit',
  /** The name on a phone whose language is Chinese. */
  chineseName: '满袋',
  /** The end of the user agent of the app's web view. */
  userAgent: 'SekampitApp',
  /** The scheme of the app's own links, `sekampit://product/kaya`. */
  scheme: SHOP_ID,
  /** Public hosts whose links open in the app. The first is the shop's, which the app calls. */
  hosts: [`${SHOP_ID}.example`],
  /**
   * Other hosts to which the app connects on Android, with their subdomains. Firebase registers the phone there; a shop
   * adds the hosts of its map tiles, and of pictures that are stored elsewhere.
   */
  otherHosts: ['googleapis.com'],
} as const;
