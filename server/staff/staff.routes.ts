import type { StaffOrder, staffEndpoints } from '@shop/contract/staff/staff';
import type { Ctx, Handlers } from '../context.ts';
import { readOrderNotifications } from '../notifications/staff-notifications.ts';
import { listAudit } from './list-audit.ts';
import {
  accountView,
  addStaff,
  changeRoles,
  disableStaff,
  listStaff,
  resetSecondFactor,
  signInStaff,
} from './staff.ts';
import {
  advanceOrder,
  cancelStaffOrder,
  changeStaffDelivery,
  decideCancellationRequest,
  failStaffDelivery,
  listAllCancellations,
  listCashDifferences,
  listStaffOrders,
  requireStaffOrder,
  type StoredStaffOrder,
} from './staff-orders.ts';
import { readSecondFactorState, signOutStaff } from './staff-sessions.ts';

/** Adds the notifications that shoppers got about orders. */
async function withNotifications(ctx: Ctx, orders: readonly StoredStaffOrder[]): Promise<StaffOrder[]> {
  const ids = orders.map(({ id }) => id);
  const notifications = await readOrderNotifications(ctx, ids);
  return orders.map((order) => ({ ...order, notifications: notifications.get(order.id) ?? [] }));
}

/** Builds the response with one order and its notifications. */
async function orderWithNotifications(ctx: Ctx, order: StoredStaffOrder): Promise<{ order: StaffOrder }> {
  const notifications = await readOrderNotifications(ctx, [order.id]);
  return { order: { ...order, notifications: notifications.get(order.id) ?? [] } };
}

export const staffHandlers: Handlers<keyof typeof staffEndpoints> = {
  'staff.signIn': async (ctx, { body }) => {
    const { token, staff, device_token } = await signInStaff(ctx, body);
    const { id, email, roles, has_second_factor: hasSecondFactor } = staff;
    const second_factor = readSecondFactorState(ctx.shop, { roles, hasSecondFactor });
    return { token, device_token, staff: { id, email, roles }, second_factor };
  },

  'staff.signOut': async (ctx) => {
    await signOutStaff(ctx);
    return { success: true };
  },

  'staff.accounts': async (ctx) => ({ data: (await listStaff(ctx)).map(accountView) }),

  'staff.addAccount': async (ctx, { body }) => {
    const { staff, password } = await addStaff(ctx, body);
    return { staff: accountView(staff), password };
  },

  'staff.disableAccount': async (ctx, { params }) => ({ staff: accountView(await disableStaff(ctx, params.id)) }),

  'staff.changeRoles': async (ctx, { params, body }) => ({
    staff: accountView(await changeRoles(ctx, params.id, body)),
  }),

  'staff.resetSecondFactor': async (ctx, { params }) => ({
    staff: accountView(await resetSecondFactor(ctx, params.id)),
  }),

  'staff.audit': (ctx, { query }) => listAudit(ctx, query),

  'staff.orders': async (ctx, { query }) => {
    const page = await listStaffOrders(ctx, query);
    return { ...page, data: await withNotifications(ctx, page.data) };
  },

  'staff.order': async (ctx, { params }) => orderWithNotifications(ctx, await requireStaffOrder(ctx, params.id)),

  'staff.advanceOrder': async (ctx, { params, body }) =>
    orderWithNotifications(ctx, await advanceOrder(ctx, params.id, body)),

  'staff.failDelivery': async (ctx, { params, body }) =>
    orderWithNotifications(ctx, await failStaffDelivery(ctx, params.id, body)),

  'staff.changeDelivery': async (ctx, { params, body }) =>
    orderWithNotifications(ctx, await changeStaffDelivery(ctx, params.id, body)),

  'staff.cashDifferences': (ctx, { query }) => listCashDifferences(ctx, query),

  'staff.cancelOrder': async (ctx, { params, body }) =>
    orderWithNotifications(ctx, await cancelStaffOrder(ctx, params.id, body.comment)),

  'staff.cancellations': (ctx, { query }) => listAllCancellations(ctx, query),

  'staff.approveCancellation': (ctx, { params, body }) =>
    decideCancellationRequest(ctx, params.id, 'approved', body.comment ?? null),

  'staff.rejectCancellation': (ctx, { params, body }) =>
    decideCancellationRequest(ctx, params.id, 'rejected', body.comment),
};
