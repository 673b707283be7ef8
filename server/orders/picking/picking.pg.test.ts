/**
 * Picking on PostgreSQL: races of pickers, and generated orders whose money, wallets and stock add up to the sen
 * (docs/readings.md#95).
 */

import { shareOfPart } from '@shop/core/cart/prorate';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeProduct, readStock } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { makePromotion } from '../../testing/make-promotion.ts';
import { fillWallet, makeVoucher } from '../../testing/make-voucher.ts';
import { offerOnlinePayment } from '../../testing/orders/pay-online.ts';
import { type PickedTestOrder, pickOrders } from '../../testing/orders/pick-orders.ts';
import { newStaff } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { db } = server;
await offerOnlinePayment(server);
await db.raw('update delivery_slot_templates set capacity = 10000');
await makePromotion(db, { code: 'PICKED', percent: 7, usage_limit: 10_000 });
const { staff, place, act, pieces } = pickOrders(server);

const sen = (text: string) => Math.round(Number(text) * 100);

test('two pickers who claim and decide at once: one claim, one decision, one refund', async () => {
  const pickers = [await newStaff(server, ['picker']), await newStaff(server, ['picker'])];
  for (let round = 0; round < 6; round++) {
    const milk = await makeProduct(db, { price: 7_60, stock: 10 });
    const testOrder = await place([[milk, 4]], { payment_method: 'fpx' });
    const path = `/orders/${testOrder.order.id}/lines/0`;
    const responses = await Promise.all(
      pickers.flatMap(({ call }, index) => [
        call('POST', `${path}/short`, { quantity_found: index + 1 }),
        call('POST', `${path}/short`, { quantity_found: index + 1 }),
      ]),
    );
    const decisions = responses.filter(({ status }) => status === 200);
    const codes = responses.filter(({ status }) => status !== 200).map(({ body }) => body.code);
    expect([decisions.length, codes]).toEqual([2, ['picking.claimed', 'picking.claimed']]);
    const { order } = (await staff('GET', `/orders/${testOrder.order.id}`)).body;
    const { rows } = await db.raw('select amount::int from refunds where order_id = $1', [testOrder.order.id]);
    const { quantity_delivered } = order.items[0];
    expect(rows).toEqual([{ amount: (4 - quantity_delivered) * 7_60 }]);
    expect(await pieces(testOrder)).toBe(quantity_delivered);
  }
});

test('orders that replace each other’s goods at once do not deadlock, and stock is never below zero', async () => {
  for (let round = 0; round < 6; round++) {
    const [one, other] = [
      await makeProduct(db, { price: 5_00, stock: 3 }),
      await makeProduct(db, { price: 5_00, stock: 3 }),
    ];
    const testOrders = [await place([[one, 1]]), await place([[other, 1]])];
    const goods = [other, one];
    const responses = await Promise.all(
      testOrders.map((each, index) =>
        act(each, 'lines/0/replace', { product: { id: goods[index]?.id }, quantity: 1, stock_left: 2 }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect([await readStock(db, one), await readStock(db, other)]).toEqual([1, 1]);
    expect(await Promise.all(testOrders.map(pieces))).toEqual([1, 1]);
  }
});

test('a line decided while the order is canceled: the money goes back once', async () => {
  for (let round = 0; round < 6; round++) {
    const milk = await makeProduct(db, { price: 7_60, stock: 10 });
    const testOrder = await place([[milk, 3]], { payment_method: 'fpx' });
    await Promise.all([
      act(testOrder, 'lines/0/short', { quantity_found: 2, stock_left: 9 }),
      act(testOrder, 'cancel', { comment: 'Race' }),
    ]);
    const { rows } = await db.raw('select coalesce(sum(amount), 0)::int as sum from refunds where order_id = $1', [
      testOrder.order.id,
    ]);
    expect(rows[0]?.sum).toBe(sen(testOrder.order.grand_total));
    expect(await pieces(testOrder)).toBe(0);
  }
});

const lineArbitrary = fc.record({
  price: fc.integer({ min: 1, max: 4_999 }),
  quantity: fc.integer({ min: 1, max: 5 }),
  isBundle: fc.boolean(),
  hasTiers: fc.boolean(),
  found: fc.nat({ max: 5 }),
  replaced: fc.nat({ max: 3 }),
  replacements: fc.integer({ min: 1, max: 3 }),
  replacementPrice: fc.integer({ min: 1, max: 5_999 }),
  stock_left: fc.nat({ max: 30 }),
  isUndoneFirst: fc.boolean(),
  /** Units that staff refund before the line is picked; none of an order that is paid on delivery. */
  refunded: fc.nat({ max: 5 }),
});
const orderArbitrary = fc.record({
  lines: fc.array(lineArbitrary, { minLength: 1, maxLength: 4 }),
  isCash: fc.boolean(),
  hasCoupon: fc.boolean(),
  hasVoucher: fc.boolean(),
  coins: fc.nat({ max: 6_000 }),
  points: fc.constantFrom(0, 500, 1_000),
  isCanceled: fc.boolean(),
});

type DrawnLine = (typeof lineArbitrary extends fc.Arbitrary<infer Line> ? Line : never) & {
  id: string;
  other: string;
  /** Units to pick: the ordered ones without those that were refunded before. */
  left: number;
};

/** Refunds units of a paid order as they were generated, unless that is refused: all of it, or goods for nothing. */
async function refundFirst(testOrder: PickedTestOrder, line: DrawnLine): Promise<void> {
  const quantity = Math.min(line.refunded, line.quantity);
  if (quantity === 0) return;
  const items = [{ id: line.id, variation_option_id: null, quantity }];
  const { status, body } = await act(testOrder, 'refund', { of: 'items', items, comment: 'By phone', restock: true });
  if (status === 201) line.left -= quantity;
  else expect(['refund.cancel_instead', 'refund.nothing']).toContain(body.code);
}

/** Decides a line as it was generated. */
async function decide(testOrder: PickedTestOrder, position: number, line: DrawnLine) {
  const foundUnits = Math.min(line.found, line.left);
  const replacedUnits = Math.min(line.replaced, line.left - foundUnits);
  const { stock_left } = line;
  if (replacedUnits === 0) return act(testOrder, `lines/${position}/short`, { quantity_found: foundUnits, stock_left });
  return act(testOrder, `lines/${position}/replace`, {
    ...{ product: { id: line.other }, quantity: line.replacements },
    ...{ quantity_found: foundUnits, quantity_replaced: replacedUnits, stock_left },
  });
}

/** Reads what each line of an order costs after discounts, in sen. */
async function readPrices(id: string): Promise<number[]> {
  const { rows } = await db.raw(
    `select (price_total - discount - voucher_discount)::int as paid from order_lines where order_id = $1 order by position`,
    [id],
  );
  return rows.map((row) => Number(row.paid));
}

/**
 * Returns what a line costs less: the missing units cost their share, and a replacement at most the share of the units
 * that it replaces.
 */
function computeUndelivered(line: DrawnLine, paid: number): number {
  const foundUnits = Math.min(line.found, line.left);
  const replacedUnits = Math.min(line.replaced, line.left - foundUnits);
  const missingUnits = line.left - foundUnits - replacedUnits;
  const before = line.quantity - line.left;
  const share = shareOfPart(paid, line.quantity, before + missingUnits, replacedUnits);
  const replacementCost = replacedUnits === 0 ? 0 : Math.min(line.replacementPrice * line.replacements, share);
  return shareOfPart(paid, line.quantity, before, missingUnits + replacedUnits) - replacementCost;
}

/** Reads what is stored of a picked order, in sen. */
async function readPicked(id: string) {
  const { rows } = await db.raw(
    `select o.grand_total::int, o.rounding::int, o.customer_id, o.earn_points::int as earn_points,
       coalesce(o.undelivered, 0)::int as undelivered,
       (select coalesce(sum(amount), 0)::int from refunds where order_id = o.id and state <> 'withdrawn') as money,
       (select coalesce(sum(coins + points_value), 0)::int from refunds where order_id = o.id and state <> 'withdrawn') as wallet,
       (select coalesce(sum(goods), 0)::int from refunds where order_id = o.id and state <> 'withdrawn') as goods,
       (select coalesce(sum(price_total - discount - voucher_discount), 0)::int from order_lines where order_id = o.id) as ordered,
       (select p.amount::int from pending_earnings p where p.order_id = o.id and p.action = 'order' and p.state = 'pending') as earned
     from orders o where o.id = $1`,
    [id],
  );
  return rows[0] as Record<string, number>;
}

/** Sums all stock of products, for sale and in orders. */
async function sumStock(ids: readonly string[]): Promise<number> {
  const { rows } = await db.raw(
    `select coalesce(sum(i.quantity + coalesce((select sum(quantity) from order_stock s where s.inventory_id = i.id), 0)), 0)::int as count
     from inventory i where i.product_id = any($1::bigint[])`,
    [ids],
  );
  return Number(rows[0]?.count);
}

/** Sums the stock that decisions removed: missing goods, and counts that were corrected to those of the shelf. */
async function sumWrittenOff(order_id: string): Promise<number> {
  const { rows } = await db.raw(
    `select coalesce(-sum((change ->> 'pieces')::int + (change ->> 'sale')::int), 0)::int as count
     from order_picks k, jsonb_array_elements(k.stock) change where k.order_id = $1`,
    [order_id],
  );
  return Number(rows[0]?.count);
}

test('generated orders: what is paid less what goes back is the price of what is delivered; stock is conserved', async () => {
  const customer = await newCustomer(server);
  await fillWallet(server, customer, 'store_credit', 500_000);
  await fillWallet(server, customer, 'point', 500_000);
  const voucher = await makeVoucher(db, { off: 433 });
  await fc.assert(
    fc.asyncProperty(
      orderArbitrary,
      async ({ lines: drawn, isCash, hasCoupon, hasVoucher, coins, points, isCanceled }) => {
        const lines: DrawnLine[] = [];
        const products: string[] = [];
        const cart: Parameters<typeof place>[0] = [];
        for (const line of drawn) {
          const own = {
            price: line.price,
            stock: 30,
            ...(line.hasTiers && { tiers: [{ qty: 3, tier_price: Math.ceil(line.price / 2) }] }),
          };
          const part = await makeProduct(db, own);
          // The price of two pieces below three sen rounds down to a free bundle; a voucher for nothing is refused.
          const isBundle = line.isBundle && line.price >= 3;
          const goods = isBundle
            ? await makeProduct(db, { price: line.price, parts: [{ product: part, quantity: 2 }] })
            : part;
          const other = await makeProduct(db, { price: line.replacementPrice, stock: 10 });
          lines.push({ ...line, id: goods.id, other: other.id, left: line.quantity });
          products.push(part.id, other.id);
          cart.push([goods, line.quantity]);
        }
        const purchase =
          hasVoucher && !hasCoupon ? await customer.call('POST', '/voucher/activated', { voucher_id: voucher }) : null;
        // Points are refused where the coins leave nothing to pay; tiers may halve the price.
        const value = drawn.reduce((sum, { price, quantity }) => sum + price * quantity, 0) / 2;
        const use_points = coins + points <= value ? points : 0;
        const choices = {
          ...{ payment_method: isCash ? 'cod' : 'fpx', use_golds: coins, use_points },
          // A coupon that takes off nothing is refused: 7% of less than 15 sen.
          ...(hasCoupon && value >= 15 && { coupon_code: 'PICKED' }),
          ...(purchase !== null && { voucher_id: purchase.body.voucher.id }),
        };
        const testOrder = await place(cart, choices, customer);
        const before = await readPicked(testOrder.order.id);
        const stock = await sumStock(products);
        expect(stock).toBe(products.length * 20);

        if (!isCash) for (const line of lines) await refundFirst(testOrder, line);
        // No decision begins the picking of an order of which nothing is left.
        if (lines.every(({ left }) => left === 0)) await act(testOrder, 'claim');
        const { goods: refunded = 0, money: refundedMoney = 0 } = await readPicked(testOrder.order.id);

        for (const [position, line] of lines.entries()) {
          if (line.left === 0) continue;
          const first = await decide(testOrder, position, line);
          expect([first.status, first.body.code]).toEqual([200, undefined]);
          if (!line.isUndoneFirst) continue;
          const undo = await act(testOrder, `lines/${position}/undo`);
          expect([undo.status, undo.body.code]).toEqual([200, undefined]);
          expect((await decide(testOrder, position, line)).status).toBe(200);
        }
        const { body } = await staff('GET', `/orders/${testOrder.order.id}`);
        const items: Record<string, string & { price_total: string }>[] = body.order.items;
        const less = items.map(({ undelivered }) => sen(undelivered ?? '0'));
        const prices = await readPrices(testOrder.order.id);
        for (const [position, line] of lines.entries()) {
          expect(less[position]).toBe(computeUndelivered(line, prices[position] ?? 0));
        }
        const after = await readPicked(testOrder.order.id);
        const undelivered = less.reduce((sum, each) => sum + each, 0) + refunded;
        expect(undelivered).toBe(after.goods);
        expect((after.money ?? 0) + (after.wallet ?? 0) + (after.undelivered ?? 0)).toBe(undelivered);
        expect(Math.min(...less)).toBeGreaterThanOrEqual(0);
        expect(undelivered).toBeLessThanOrEqual(before.ordered ?? 0);
        const exactTotal = (after.grand_total ?? 0) - (after.rounding ?? 0);
        expect(exactTotal).toBe((before.grand_total ?? 0) - (before.rounding ?? 0) - (after.undelivered ?? 0));
        expect(exactTotal).toBeGreaterThanOrEqual(0);
        const shortMoney = (after.money ?? 0) - refundedMoney;
        expect(sen(body.order.delivered_total)).toBe((after.grand_total ?? 0) - shortMoney);
        expect(await sumStock(products)).toBe(stock - (await sumWrittenOff(testOrder.order.id)));

        if (isCanceled) {
          expect((await act(testOrder, 'cancel', { comment: 'Changed' })).status).toBe(200);
          expect(await pieces(testOrder)).toBe(0);
          const canceledOrder = await readPicked(testOrder.order.id);
          expect(canceledOrder.money).toBe(isCash ? 0 : before.grand_total);
          return;
        }
        const { status, body: packed } = await act(testOrder, 'pack', { bags: 1 });
        const isAnyDelivered = lines.some(({ left, found, replaced }) => left > 0 && found + replaced > 0);
        expect([status, packed.code]).toEqual(isAnyDelivered ? [200, undefined] : [409, 'picking.nothing_found']);
        if (!isAnyDelivered) return;
        for (const to of ['delivery', 'complete']) expect((await act(testOrder, 'advance', { to })).status).toBe(200);
        const complete = await readPicked(testOrder.order.id);
        const share = shareOfPart(complete.earn_points ?? 0, complete.ordered ?? 0, 0, complete.goods ?? 0);
        expect(complete.earned ?? 0).toBe((complete.earn_points ?? 0) - (complete.goods === 0 ? 0 : share));
        const whole = await act(testOrder, 'refund', { of: 'whole_order' });
        const total = complete.grand_total ?? 0;
        expect([whole.status, whole.body.code]).toEqual(
          whole.status === 409 ? [409, 'refund.nothing'] : [201, undefined],
        );
        expect((await readPicked(testOrder.order.id)).money).toBe(total);
      },
    ),
    { numRuns: 12 },
  );
  expect((await staff('POST', '/wallets/check', {})).body.wrong).toEqual([]);
}, 240_000);
