/** Paid online orders and their refunds by staff, in tests. */

import { operator } from '../staff.ts';
import type { TestResponse, TestServer } from '../test-server.ts';
import { makeDistinctAddress } from './distinct-buyer.ts';
import { makeSignedReport, type OnlineOrder, placeOnline, postForm } from './pay-online.ts';

type OrderRef = { order: Pick<OnlineOrder['order'], 'id' | 'order_number'> };
type StaffRefundBody = { id: string; amount: string; reason: string; state: string; replaced_by: string | null };

type RefundTestAction = 'approve' | 'send' | 'settle' | 'fail' | 'request-again' | 'withdraw';

/** Places orders that are paid online, and acts as the operator for them. */
export function staffPayments(server: Pick<TestServer, 'api' | 'db' | 'url' | 'config'>) {
  const { db, url } = server;
  const staff = operator(server);

  /** Reports a payment as the gateway's server does. */
  const notify = (fields: Record<string, string> | string): Promise<TestResponse> =>
    postForm(`${url}/api/payments/ipay88/notice`, fields);

  /** Places an online order and reports it as paid. */
  async function placePaid(fields: Parameters<typeof placeOnline>[1] = {}): Promise<OnlineOrder> {
    const onlineOrder = await placeOnline(server, { shipping_address: makeDistinctAddress(), ...fields });
    await notify(makeSignedReport(onlineOrder.payment.attempt, onlineOrder.order.grand_total));
    return onlineOrder;
  }

  /** Confirms an order's payment, as an enquiry does, and completes the order. */
  async function complete({ order }: OrderRef): Promise<void> {
    await db.raw('update payment_attempts set is_confirmed = true where order_id = $1', [order.id]);
    for (const to of ['processing', 'packed', 'delivery', 'complete']) {
      const { status, body } = await staff('POST', `/orders/${order.id}/advance`, { to });
      if (status !== 200) throw new Error(`The order was not moved to ${to}: ${status} ${body.message}`);
    }
  }

  const cancel = ({ order }: OrderRef) => staff('POST', `/orders/${order.id}/cancel`, { comment: 'No stock' });

  /** Requests a refund of an order. */
  const refund = ({ order }: OrderRef, body: object) => staff('POST', `/orders/${order.id}/refund`, body);

  /** Lists an order's refunds, oldest first. */
  async function listRefunds({ order }: OrderRef): Promise<StaffRefundBody[]> {
    return (await staff('GET', `/payments/refunds?search=order_number:${order.order_number}`)).body.data;
  }

  const BODIES = {
    ...{ send: { operator_reference: 'R-1' }, settle: { operator_reference: 'R-1' } },
    ...{ withdraw: { reason: 'The goods were found' } },
    ...{ fail: { reason: 'The account is closed' }, approve: undefined, 'request-again': undefined },
  };

  /** Takes a step with a refund. */
  const move = (id: string, step: RefundTestAction, body: object | undefined = BODIES[step]) =>
    staff('POST', `/payments/refunds/${id}/${step}`, body);

  /** Pays a refund back: approve, send, settle. */
  async function payBack(id: string): Promise<void> {
    for (const step of ['approve', 'send', 'settle'] as const) {
      const { status, body } = await move(id, step);
      if (status !== 200) throw new Error(`The refund did not ${step}: ${status} ${body.message}`);
    }
  }

  return { staff, notify, placePaid, complete, cancel, refund, listRefunds, move, payBack };
}
