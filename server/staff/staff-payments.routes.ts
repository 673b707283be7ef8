import type { staffPaymentsEndpoints } from '@shop/contract/staff/staff-payments';
import type { Handlers } from '../context.ts';
import { reconcileCsv, reconcilePayments } from './reconcile-payments.ts';
import {
  listAttempts,
  listRefunds,
  moveStaffRefund,
  readOrderPayments,
  refundStaffOrder,
  requeryPayment,
  requestStaffRefundAgain,
  withdrawStaffRefund,
} from './staff-payments.ts';

export const staffPaymentsHandlers: Handlers<keyof typeof staffPaymentsEndpoints> = {
  'staff.attempts': (ctx, { query }) => listAttempts(ctx, query),

  'staff.requery': (ctx, { params }) => requeryPayment(ctx, params.reference),

  'staff.orderPayments': (ctx, { params }) => readOrderPayments(ctx, params.id),
  'staff.paymentRefunds': (ctx, { query }) => listRefunds(ctx, query),

  'staff.refundOrder': (ctx, { params, body }) =>
    refundStaffOrder(ctx, params.id, body.of === 'goodwill' ? { ...body, restock: false } : body),

  'staff.approveRefund': (ctx, { params }) => moveStaffRefund(ctx, params.id, { step: 'approve' }),

  'staff.sendRefund': (ctx, { params, body }) => moveStaffRefund(ctx, params.id, { step: 'send', ...body }),

  'staff.settleRefund': (ctx, { params, body }) => moveStaffRefund(ctx, params.id, { step: 'settle', ...body }),

  'staff.failRefund': (ctx, { params, body }) =>
    moveStaffRefund(ctx, params.id, { step: 'fail', failure: body.reason }),

  'staff.requestRefundAgain': (ctx, { params }) => requestStaffRefundAgain(ctx, params.id),

  'staff.withdrawRefund': (ctx, { params, body }) => withdrawStaffRefund(ctx, params.id, body.reason),

  'staff.reconcile': async (ctx, { body, query }) =>
    'csv' in body ? reconcileCsv(ctx, body.csv, query) : { ...(await reconcilePayments(ctx, body)), problems: [] },
};
