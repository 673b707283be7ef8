/** The app's listings in the stores. */

/**
 * Reads Apple's number of the app from its listing, `https://apps.apple.com/my/app/sekampit/id123`; null without one.
 */
export const parseAppleAppId = (listing: string): string | null =>
  /^https:\/\/(?:apps|itunes)\.apple\.com\/[^?#]*\bid(\d+)(?:[/?#]|$)/.exec(listing)?.[1] ?? null;

/**
 * Adds the token of a deferred link to an Android listing, which gives it to the installed app (docs/readings.md#71).
 */
export function withReferrer(listing: string, token: string): string {
  const url = new URL(listing);
  url.searchParams.set('referrer', `token=${token}`);
  return url.href;
}
