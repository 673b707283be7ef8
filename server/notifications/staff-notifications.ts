/** The notifications of orders and customers with their deliveries, as staff see them (docs/api.md#staff-api). */
import type { StaffNotification } from '@shop/contract/staff/staff';
import type { Ctx } from '../context.ts';
import { notificationsOfCustomer, notificationsOfOrders, type StaffNotificationRow } from './notifications.sql.ts';

/** Maximum number of a customer's notifications that staff see. */
const LATEST = 50;

const staffView = ({ kind, created_at, deliveries }: StaffNotificationRow): StaffNotification => ({
  kind,
  created_at,
  deliveries: deliveries.map((delivery) => ({ ...delivery, at: new Date(delivery.at) })),
});

/** Reads the notifications of orders, by order, oldest first. One statement. */
export async function readOrderNotifications(
  ctx: Ctx,
  order_ids: readonly string[],
): Promise<ReadonlyMap<string, StaffNotification[]>> {
  const rows = order_ids.length === 0 ? [] : await ctx.db.rows(notificationsOfOrders, [order_ids]);
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id ?? '');
  return new Map([...byOrder].map(([id, all]) => [id, all.map(staffView)]));
}

/** Reads a customer's latest notifications, newest first. */
export const readCustomerNotifications = async (ctx: Ctx, customer_id: string): Promise<StaffNotification[]> =>
  (await ctx.db.rows(notificationsOfCustomer, [customer_id, LATEST])).map(staffView);
