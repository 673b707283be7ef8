/** The unguessable link to one order, which the result page and the mail carry; derived, never stored (readings 26). */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Lang } from '@shop/core/lang';

/** The token that opens the order of that id and nothing else. */
export const viewToken = (secret: string, order_id: string): string =>
  createHmac('sha256', secret).update(`order ${order_id}`).digest('base64url');

/** The page that shows an order to whoever holds the link, in the language that it was placed in. */
export function viewLink(
  publicUrl: string,
  secret: string,
  order: { id: string; order_number: string; lang: Lang },
): string {
  const query = new URLSearchParams({ order_number: order.order_number, token: viewToken(secret, order.id) });
  if (order.lang !== 'en') query.set('lang', order.lang);
  return `${publicUrl}/track-order/view?${query}`;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether two texts are the same, in a time that does not tell how far they are. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));
