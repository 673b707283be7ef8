/** Loads trackers' scripts, and limits which pages and URLs they see. */

/** Adds a tracker's script to the page. If it does not load, its queued events are not sent. */
export function loadTracker(address: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = address;
  document.head.append(script);
}

const TOKEN_PARAMETER = /[?&]token=/;

/**
 * Returns whether the URL of this page or its referrer has an order's token, which a tracker's script would transmit.
 * docs/partners.md#8: "No PII in parameters or page URLs (order_id in query is fine, tokens are not)".
 */
export const isSecretPage = (): boolean =>
  TOKEN_PARAMETER.test(window.location.search) || TOKEN_PARAMETER.test(document.referrer);

/**
 * Returns the page's URL with the slug as its only parameter, because others may hold typed text, such as search terms.
 */
export function toPlainAddress(): string {
  const { origin, pathname, search } = window.location;
  const slug = new URLSearchParams(search).get('slug');
  return `${origin}${pathname}${slug === null ? '' : `?slug=${encodeURIComponent(slug)}`}`;
}
