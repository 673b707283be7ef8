/** The notifications of orders and customers with their deliveries, as staff see them (docs/api.md#staff-api). */
import type { StaffNotification } from '@shop/contract/staff/staff';
import type { Ctx } from '../context.ts';
import { notificationsOfCustomer, notificationsOfOrders, type StaffNotificationRow } from './notifications.sql.ts';

/** Maximum number of a customer's notifications that staff see. */
const MAX_NOTIFICATIONS = 50;

const staffNotificationView = ({ kind, created_at, deliveries }: StaffNotificationRow): StaffNotification => ({
  kind,
  created_at,
  deliveries: deliveries.map((delivery) => ({ ...delivery, at: new Date(delivery.at) })),
});

/** Adds the notifications that shoppers got about orders, oldest first. One statement. */
export async function addNotifications<Order extends { id: string }>(
  ctx: Ctx,
  orders: readonly Order[],
): Promise<(Order & { notifications: StaffNotification[] })[]> {
  const rows = orders.length === 0 ? [] : await ctx.db.rows(notificationsOfOrders, [orders.map(({ id }) => id)]);
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id ?? '');
  return orders.map((order) => ({ ...order, notifications: (byOrder.get(order.id) ?? []).map(staffNotificationView) }));
}

/** Builds the response with one order and its notifications. */
export async function buildOrderWithNotifications<Order extends { id: string }>(
  ctx: Ctx,
  order: Order,
): Promise<{ order: Order & { notifications: StaffNotification[] } }> {
  const [complete] = await addNotifications(ctx, [order]);
  return { order: complete ?? { ...order, notifications: [] } };
}

/** Reads a customer's latest notifications, newest first. */
export const readCustomerNotifications = async (ctx: Ctx, customer_id: string): Promise<StaffNotification[]> =>
  (await ctx.db.rows(notificationsOfCustomer, [customer_id, MAX_NOTIFICATIONS])).map(staffNotificationView);
