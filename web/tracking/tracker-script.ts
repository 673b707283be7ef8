/** What all trackers share: how their script is fetched, and what they may know of the page. */

/** Fetches a tracker's script, once; where it does not come, what it should have sent stays unsent. */
export function loadTracker(address: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = address;
  document.head.append(script);
}

const SECRET = /[?&]token=/;

/**
 * Whether this page, or the one before it, opens an order to whoever knows its address: a tracker would read it there.
 * "No PII in parameters or page URLs (order_id in query is fine, tokens are not)" (docs/partners.md#8).
 */
export const isSecretPage = (): boolean => SECRET.test(window.location.search) || SECRET.test(document.referrer);

/** The page's address with what names the page, and nothing that a shopper typed. */
export function plainAddress(): string {
  const { origin, pathname, search } = window.location;
  const slug = new URLSearchParams(search).get('slug');
  return `${origin}${pathname}${slug === null ? '' : `?slug=${encodeURIComponent(slug)}`}`;
}
