/** The unguessable link to one order, which the result page and the mail carry; derived, never stored (docs/readings.md#26). */
import type { Lang } from '@shop/core/lang';
import { sign } from '../secrets/sign.ts';

/** The token that opens the order of that id and nothing else. */
export const viewToken = (secret: string, order_id: string): string => sign(secret, `order ${order_id}`);

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
