/** Adds the notifications of shoppers to responses with orders. */
import type { StaffOrder } from '@shop/contract/staff/staff';
import type { Ctx } from '../context.ts';
import { readOrderNotifications } from '../notifications/staff-notifications.ts';
import type { StoredStaffOrder } from './staff-orders.ts';

/** Adds the notifications that shoppers got about orders. */
export async function withNotifications(ctx: Ctx, orders: readonly StoredStaffOrder[]): Promise<StaffOrder[]> {
  const ids = orders.map(({ id }) => id);
  const notifications = await readOrderNotifications(ctx, ids);
  return orders.map((order) => ({ ...order, notifications: notifications.get(order.id) ?? [] }));
}

/** Builds the response with one order and its notifications. */
export async function orderWithNotifications(ctx: Ctx, order: StoredStaffOrder): Promise<{ order: StaffOrder }> {
  const notifications = await readOrderNotifications(ctx, [order.id]);
  return { order: { ...order, notifications: notifications.get(order.id) ?? [] } };
}
