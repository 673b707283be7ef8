/** Stores in this tab the guest's order for which an account can be created: number, view token, email and name. */
import { tabKey } from '../../storage.ts';

const orderToComplete = tabKey('order_to_complete');

export type OrderToComplete = { order_number: string; token: string; email: string; name: string };

export const saveOrderToComplete = (order: OrderToComplete): void => orderToComplete.write(JSON.stringify(order));

export function readOrderToComplete(): OrderToComplete | null {
  const json = orderToComplete.read();
  if (json === null) return null;
  try {
    // Written by `saveOrderToComplete` in this tab.
    return JSON.parse(json) as OrderToComplete;
  } catch {
    return null;
  }
}

export const clearOrderToComplete = (): void => orderToComplete.remove();
