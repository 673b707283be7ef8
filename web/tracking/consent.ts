/** Stores the shopper's consent to tracking on the device; the footer lets them change it. */
import * as v from 'valibot';
import { dataKey } from '../storage.ts';

/** Raise it when the notice's text changes: the notice then appears again. */
const NOTICE_VERSION = 1;

const consent = v.object({
  decision: v.picklist(['accepted', 'declined']),
  /** Time of the decision, which the data protection law requires (docs/partners.md#7). */
  decided_at: v.string(),
});
export type Decision = v.InferOutput<typeof consent>['decision'];

const storedConsent = dataKey('tracking_consent', NOTICE_VERSION, consent);

/** Null before the shopper decides. */
export const readDecision = (): Decision | null => storedConsent.read()?.decision ?? null;

export const writeDecision = (decision: Decision): void =>
  storedConsent.write({ decision, decided_at: new Date().toISOString() });

/** Subscribes to changes by this tab or another one. */
export const onDecision = storedConsent.subscribe;

/** First-party cookies that the trackers set: Meta, Google, TikTok. */
const TRACKER_COOKIE = /^(_fbp|_fbc|_ga|_ga_.+|_gcl_.+|_ttp|_tt_enable_cookie|ttcsid.*)$/;

/** Deletes the trackers' cookies, for this host and its parent domains. */
export function dropTrackerCookies(): void {
  const host = window.location.hostname.split('.');
  const domains = ['', ...host.map((_, index) => `; domain=${host.slice(index).join('.')}`)];
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=');
    if (!TRACKER_COOKIE.test(name)) continue;
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
    for (const domain of domains) document.cookie = `${name}=; path=/; max-age=0${domain}`;
  }
}
