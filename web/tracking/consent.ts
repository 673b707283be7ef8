/** Whether the shopper lets trackers count along: asked once, kept on the device, changed at any time from the footer. */
import * as v from 'valibot';
import { dataKey } from '../storage.ts';

/** Raised whenever the notice says something else: then it is asked again. */
const NOTICE_VERSION = 1;

const consent = v.object({
  decision: v.picklist(['accepted', 'declined']),
  /** When, as the law on personal data wants it kept (docs/partners.md#7). */
  decided_at: v.string(),
});
export type Decision = v.InferOutput<typeof consent>['decision'];

const stored = dataKey('tracking_consent', NOTICE_VERSION, consent);

/** Null while the shopper was not asked, or did not answer. */
export const readDecision = (): Decision | null => stored.read()?.decision ?? null;

export const writeDecision = (decision: Decision): void =>
  stored.write({ decision, decided_at: new Date().toISOString() });

/** Calls back when this tab or another one changed it. */
export const onDecision = stored.subscribe;

/** First-party cookies that the trackers set: Meta, Google, TikTok. */
const TRACKER_COOKIE = /^(_fbp|_fbc|_ga|_ga_.+|_gcl_.+|_ttp|_tt_enable_cookie|ttcsid.*)$/;

/** Forgets what the trackers left on this device, on this host and those above it. */
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
