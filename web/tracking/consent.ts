/** Stores the shopper's consent to tracking on the device; the footer lets them change it. */
import * as v from 'valibot';
import { dataKey } from '../storage.ts';

/** Raise the version when the notice's text changes: the notice then appears again. */
const NOTICE_VERSION = 1;

const consentSchema = v.object({
  decision: v.picklist(['accepted', 'declined']),
  /** Time of the decision, which the data protection law requires (docs/partners.md#7). */
  decided_at: v.string(),
});
export type ConsentDecision = v.InferOutput<typeof consentSchema>['decision'];

const storedConsent = dataKey('tracking_consent', NOTICE_VERSION, consentSchema);

/** Reads the decision; null before the shopper decides. */
export const readDecision = (): ConsentDecision | null => storedConsent.read()?.decision ?? null;

export const writeDecision = (decision: ConsentDecision): void =>
  storedConsent.write({ decision, decided_at: new Date().toISOString() });

/** Subscribes to changes by this tab or another one. */
export const subscribeToDecision = storedConsent.subscribe;

/** Matches the names of the first-party cookies that Meta, Google and TikTok set. */
const TRACKER_COOKIE = /^(_fbp|_fbc|_ga|_ga_.+|_gcl_.+|_ttp|_tt_enable_cookie|ttcsid.*)$/;

/** Deletes the trackers' cookies, for this host and its parent domains. */
export function deleteTrackerCookies(): void {
  const host = window.location.hostname.split('.');
  const domains = ['', ...host.map((_, index) => `; domain=${host.slice(index).join('.')}`)];
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=');
    if (!TRACKER_COOKIE.test(name)) continue;
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
    for (const domain of domains) document.cookie = `${name}=; path=/; max-age=0${domain}`;
  }
}
