/** docs/security.md "Payments": staff's cancellation of an unpaid order enquires first. */
import { expect, test } from 'vitest';
import { offerOnlinePayment, openPayment, payAt, placeOnline, readPayments } from '../testing/orders/pay-online.ts';
import { operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer();
await offerOnlinePayment(server);
const staff = operator(server);

/** Places an order and pays it at the gateway, which sends no notice; `enquiry` is how it answers enquiries. */
async function payUnnoticed(enquiry = '') {
  const one = await placeOnline(server);
  await payAt((await openPayment(server, one.payment.url)).body.form, `outcome=silent${enquiry}`);
  return one;
}

test('a payment without a notice is found and refunded, whether staff cancel or approve a request', async () => {
  const canceled = await payUnnoticed();
  const requested = await payUnnoticed();
  const { order_number, view_token: token } = requested.order;
  const request = await server.api('POST', '/refunds', { body: { order_number, token, reason: 'Please' } });
  await staff('POST', `/orders/${canceled.order.id}/cancel`, { comment: 'Closed on that day' });
  await staff('POST', `/refunds/${request.body.id}/approve`, {});
  for (const { order } of [canceled, requested]) {
    const payments = await readPayments(server, order.id);
    expect([payments.order, payments.attempts]).toEqual([['canceled', 'refund_due'], ['paid']]);
    expect(payments.refunds).toMatchObject([{ state: 'requested' }]);
  }
});

test('an unclear answer does not stop staff', async () => {
  const one = await payUnnoticed('&enquiry=html');
  const { status } = await staff('POST', `/orders/${one.order.id}/cancel`, { comment: 'Closed on that day' });
  expect(status).toBe(200);
  expect((await readPayments(server, one.order.id)).order).toEqual(['canceled', 'unpaid']);
});
