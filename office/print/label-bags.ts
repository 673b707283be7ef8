/** The bags of an order, each of which gets a label. */
import { BAG_KINDS, type BagKind } from '@shop/core/orders/picking';
import type { StaffOrderRecord } from '../api/data-provider.ts';

/** Lists the counted bags by kind; one without a kind before they are counted. */
export function listBags({ picking }: Pick<StaffOrderRecord, 'picking'>): (BagKind | null)[] {
  const bags = BAG_KINDS.flatMap((kind) => Array<BagKind>(picking?.bags?.[kind] ?? 0).fill(kind));
  return bags.length === 0 ? [null] : bags;
}
