import type { staffEndpoints } from '@shop/contract/staff/staff';
import type { Handlers } from '../context.ts';
import { resendOrderMail } from '../notifications/resend-mail.ts';
import { addNotifications, buildOrderWithNotifications } from '../notifications/staff-notifications.ts';
import { inTransaction } from '../transaction.ts';
import { recordAudit } from './audit.ts';
import { listAudit, listRecordAudit } from './list-audit.ts';
import {
  accountView,
  addStaff,
  changeRoles,
  disableStaff,
  enableStaff,
  endAccountSessions,
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
  requireOrderRow,
  requireStaffOrder,
} from './staff-orders.ts';
import { computeSecondFactorState, signOutStaff } from './staff-sessions.ts';

export const staffHandlers: Handlers<keyof typeof staffEndpoints> = {
  'staff.signIn': async (ctx, { body }) => {
    const { token, staff, device_token } = await signInStaff(ctx, body);
    const { id, email, roles, has_second_factor: hasSecondFactor } = staff;
    const second_factor = computeSecondFactorState(ctx.shop, { roles, hasSecondFactor });
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
  'staff.enableAccount': async (ctx, { params }) => ({ staff: accountView(await enableStaff(ctx, params.id)) }),
  'staff.endAccountSessions': async (ctx, { params }) => ({
    staff: accountView(await endAccountSessions(ctx, params.id)),
  }),

  'staff.changeRoles': async (ctx, { params, body }) => ({
    staff: accountView(await changeRoles(ctx, params.id, body)),
  }),

  'staff.resetSecondFactor': async (ctx, { params }) => ({
    staff: accountView(await resetSecondFactor(ctx, params.id)),
  }),

  'staff.audit': (ctx, { query }) => listAudit(ctx, query),

  'staff.recordAudit': (ctx, { params, query }) => listRecordAudit(ctx, params, query),

  'staff.orders': async (ctx, { query }) => {
    const page = await listStaffOrders(ctx, query);
    return { ...page, data: await addNotifications(ctx, page.data) };
  },

  'staff.order': async (ctx, { params }) => buildOrderWithNotifications(ctx, await requireStaffOrder(ctx, params.id)),

  'staff.advanceOrder': async (ctx, { params, body }) =>
    buildOrderWithNotifications(ctx, await advanceOrder(ctx, params.id, body)),

  'staff.resendMail': async (ctx, { params, body }) => {
    const { id, order_number } = await requireOrderRow(ctx, params.id);
    await inTransaction(ctx, async (ctx) => {
      await resendOrderMail(ctx, id, body.kind);
      const subject = `order ${order_number}`;
      await recordAudit(ctx, { action: 'staff.resendMail', subject, before: null, after: { kind: body.kind } });
    });
    return buildOrderWithNotifications(ctx, await requireStaffOrder(ctx, id));
  },

  'staff.failDelivery': async (ctx, { params, body }) =>
    buildOrderWithNotifications(ctx, await failStaffDelivery(ctx, params.id, body)),

  'staff.changeDelivery': async (ctx, { params, body }) =>
    buildOrderWithNotifications(ctx, await changeStaffDelivery(ctx, params.id, body)),

  'staff.cashDifferences': (ctx, { query }) => listCashDifferences(ctx, query),

  'staff.cancelOrder': async (ctx, { params, body }) =>
    buildOrderWithNotifications(ctx, await cancelStaffOrder(ctx, params.id, body.comment)),

  'staff.cancellations': (ctx, { query }) => listAllCancellations(ctx, query),

  'staff.approveCancellation': (ctx, { params, body }) =>
    decideCancellationRequest(ctx, params.id, 'approved', body.comment ?? null),

  'staff.rejectCancellation': (ctx, { params, body }) =>
    decideCancellationRequest(ctx, params.id, 'rejected', body.comment),
};
