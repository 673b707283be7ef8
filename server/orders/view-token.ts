/** Signed links to one order, for the result page and the mail; derived, never stored (docs/readings.md#26). */
import type { Lang } from '@shop/core/lang';
import { sign } from '../secrets/sign.ts';

/** Derives the token that opens only this order. */
export const deriveViewToken = (secret: string, order_id: string): string => sign(secret, `order ${order_id}`);

/** Builds the signed link's page address, in the language of the order. */
export function buildViewLink(
  publicUrl: string,
  secret: string,
  order: { id: string; order_number: string; lang: Lang },
): string {
  const query = new URLSearchParams({ order_number: order.order_number, token: deriveViewToken(secret, order.id) });
  if (order.lang !== 'en') query.set('lang', order.lang);
  return `${publicUrl}/track-order/view?${query}`;
}
