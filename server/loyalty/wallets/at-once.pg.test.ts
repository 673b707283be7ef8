/**
 * Everything that changes the wallets of a few customers at once, while two of their accounts are joined, on
 * PostgreSQL: nothing is lost, and nothing stays with the merged account.
 */
import { expect, test } from 'vitest';
import { mergeAccounts } from '../../account/merge-accounts.ts';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { isUnavailable } from '../../http/errors.ts';
import { Refused } from '../../refuse.ts';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { fillWallet, makeVoucher } from '../../testing/make-voucher.ts';
import { makeDistinctAddress, prepareOrder } from '../../testing/orders/distinct-buyer.ts';
import { operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';
import { releaseEarnings } from '../order-wallets.ts';
import { checkWallets } from './check-wallets.ts';
import { expireDueLots } from './expiry.ts';

const server = await testServer();
const { app, api, db } = server;
const staff = operator(server);
await db.raw('update delivery_slot_templates set capacity = 10000');
const product = await makeProduct(db, { price: 2_000, stock: 10_000 });
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
const till = (path: string, body: object) =>
  api('POST', `/till/${path}`, { body, headers: { 'x-api-key': 'demo-till' } });

const ROUNDS = 2;

/** Signs up a customer with a placed order, a redeemed receipt and a checkout to confirm, all with points and coins. */
async function newMember() {
  const customer = await newCustomer(server);
  await fillWallet(server, customer, 'point', 1_000);
  await fillWallet(server, customer, 'store_credit', 1_000);
  const voucher = await makeVoucher(db, { cost_amount: 10 });
  const buy = () => customer.call('POST', '/voucher/activated', { voucher_id: voucher });
  const voucher_id = (await buy()).body.voucher.id;
  const spend = { use_points: 200, use_golds: 100 };
  const prepare = async (choices: object) => {
    const { shopper } = await prepareOrder(server, makeDistinctAddress(), { product, customer });
    return { shopper, cart: await shopper.prepare({ shipping_address: makeDistinctAddress(), ...spend, ...choices }) };
  };
  const first = await prepare({ voucher_id });
  const { order } = (await first.shopper.place(first.cart)).body;
  const receipt = `R-${customer.id}`;
  const redemption = { member_id: customer.id, receipt, kind: 'store_credit', amount: 300 };
  expect((await till('redeem', redemption)).status).toBe(201);
  return { customer, order, receipt, buy, ...(await prepare({})) };
}

test('orders, cancellations, tills, check-ins, vouchers, jobs and a merge at once', async () => {
  const statuses = new Set<number>();
  const failures: unknown[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const members = [await newMember(), await newMember(), await newMember()];
    const requests = members.flatMap(({ customer, order, receipt, buy, shopper, cart }) => [
      shopper.place(cart),
      staff('POST', `/orders/${order.id}/cancel`, { comment: 'Race' }),
      staff('POST', `/orders/${order.id}/advance`, { to: 'processing' }),
      till('award', { member_id: customer.id, receipt: `${receipt}-2`, amount: '40.00' }),
      till('reverse', { receipt }),
      customer.call('POST', '/checkin'),
      buy(),
    ]);
    const [into, from] = members.map(({ customer }) => customer);
    const jobs = [
      mergeAccounts(system(), into?.id ?? '', { kind: 'email', value: from?.email ?? '' }),
      expireDueLots(system()),
      releaseEarnings(system()),
    ];
    for (const { status } of await Promise.all(requests)) statuses.add(status);
    for (const result of await Promise.allSettled(jobs)) {
      const isExpected =
        result.status === 'fulfilled' || result.reason instanceof Refused || isUnavailable(result.reason);
      if (!isExpected) failures.push(result.reason);
    }
  }
  expect(failures).toEqual([]);
  expect([...statuses]).not.toContain(500);
  expect((await db.raw('select from account_merges')).rows.length).toBeGreaterThan(0);
  expect((await checkWallets(system())).wrong).toEqual([]);
  const { rows: orders } = await db.raw(
    `select o.status = 'canceled' as is_canceled, sum(e.amount)::int as balance, o.points_used + o.coins as spent
     from orders o join wallet_entries e on e.order_id = o.id and e.action in ('spend', 'return') group by o.id`,
  );
  for (const { is_canceled, balance, spent } of orders) expect(balance).toBe(is_canceled ? 0 : -Number(spent));
  const { rows: leftovers } = await db.raw(
    `select w.customer_id from wallets w join customers c on c.id = w.customer_id
     where c.status = 'merged' and w.balance <> 0
     union all select v.customer_id from own_vouchers v join customers c on c.id = v.customer_id
     where c.status = 'merged'`,
  );
  expect(leftovers, 'nothing is left with the account that is gone').toEqual([]);
});
