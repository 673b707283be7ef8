import { BAG_KINDS } from '@shop/core/orders/picking';
import type { Text } from '../i18n/text.ts';
import type { Bags } from '../picking/pick-queue.ts';

/** Formats counted bags, such as "2 bags, 1 chilled"; empty before they are counted. */
export function describeBags(bags: Bags | null, t: Text): string {
  if (bags === null) return '';
  const kinds = BAG_KINDS.filter((kind) => (bags[kind] ?? 0) > 0);
  return kinds.map((kind) => t(`delivery.bags_${kind}`, { count: bags[kind] ?? 0 })).join(', ');
}
