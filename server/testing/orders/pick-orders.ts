/** Orders that staff pick, in tests. */
import { operator } from '../staff.ts';
import type { TestServer } from '../test-server.ts';
import { makeDistinctAddress } from './distinct-buyer.ts';
import { makeSignedReport, postForm } from './pay-online.ts';
import { type ApiShopper, newShopper } from './shopper.ts';

export type PickedTestOrder = {
  order: { id: string; order_number: string; grand_total: string; view_token: string };
  email: string;
};

let sequence = 0;

/** Places orders, paid and confirmed where they are paid online, and picks them as the operator. */
export function pickOrders(server: Pick<TestServer, 'api' | 'db' | 'url' | 'config'>) {
  const { api, db, url } = server;
  const staff = operator(server);

  async function place(
    lines: Parameters<ApiShopper['fill']>,
    choices: object = {},
    customer?: { token: string },
  ): Promise<PickedTestOrder> {
    const shopper = await newShopper(server, customer);
    await shopper.fill(...lines);
    const email = `picked${++sequence}@example.com`;
    const cart = await shopper.prepare({ shipping_address: makeDistinctAddress(), customer_email: email, ...choices });
    const { status, body } = await shopper.place(cart);
    if (status !== 201) throw new Error(`No order was placed: ${status} ${body.message}`);
    if (body.payment !== null) {
      const report = makeSignedReport(body.payment.attempt, body.order.grand_total);
      await postForm(`${url}/api/payments/ipay88/notice`, report);
      await db.raw('update payment_attempts set is_confirmed = true where order_id = $1', [body.order.id]);
    }
    return { order: body.order, email };
  }

  const act = ({ order }: PickedTestOrder, path: string, body: object = {}) =>
    staff('POST', `/orders/${order.id}/${path}`, body);

  /** Reads the order as its shopper sees it. */
  async function shown({ order }: PickedTestOrder, lang = 'en') {
    const proof = new URLSearchParams({ order_number: order.order_number, token: order.view_token, lang });
    return (await api('GET', `/order?${proof}`)).body.order;
  }

  /** Counts the pieces of stock that the order has taken. */
  async function pieces({ order }: PickedTestOrder): Promise<number> {
    const text = 'select coalesce(sum(quantity), 0)::int as count from order_stock where order_id = $1';
    return Number((await db.raw(text, [order.id])).rows[0]?.count);
  }

  return { staff, place, act, shown, pieces };
}
