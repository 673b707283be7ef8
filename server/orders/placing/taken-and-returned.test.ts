/** Random carts become orders and are canceled: totals add up to the sen, and a canceled order returns what it took. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { makePromotion } from '../../testing/make-promotion.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { db } = server;
const staff = operator(server);
await db.raw('update delivery_slot_templates set capacity = 10000');

const ORDERS = 25;

const part = await makeProduct(db, { price: 333, stock: 5_000 });
const products = [
  part,
  await makeProduct(db, { price: 1_999, tiers: [{ qty: 3, tier_price: 1_777 }], stock: 5_000 }),
  await makeProduct(db, { price: 5, stock: 5_000 }),
  await makeProduct(db, { parts: [{ product: part, quantity: 3 }], price: 901 }),
];
await makePromotion(db, { code: 'SEVEN', percent: 7, usage_limit: 1_000 });
await makePromotion(db, { code: 'FLAT', benefit: { kind: 'fixed', amount: 1_234 }, customer_limit: 1_000 });
await makePromotion(db, { code: 'SHIP', class: 'delivery', benefit: { kind: 'free_delivery' } });
const pairs = { kind: 'buy_x_get_y', buy: 2, get: 1, percent: 50 } as const;
await makePromotion(db, { code: null, class: 'product', benefit: pairs, usage_limit: 1_000 });

const wantedCart = fc.record({
  lines: fc.uniqueArray(
    fc.record({ at: fc.nat({ max: products.length - 1 }), quantity: fc.integer({ min: 1, max: 12 }) }),
    { minLength: 1, selector: ({ at }) => at },
  ),
  coupon_code: fc.constantFrom(null, 'SEVEN', 'FLAT', 'SHIP'),
  tip: fc.constantFrom('0.00', '0.01', '12.34'),
});

/** Reads what orders take and cancellations return: stock rows, places in slots, and uses of promotions. */
async function readTaken(): Promise<unknown> {
  const { rows } = await db.raw(`select
    (select json_agg(json_build_array(id, quantity) order by id) from inventory) as stock,
    (select coalesce(sum(taken), 0)::int from delivery_slots) as places,
    (select coalesce(sum(used), 0)::int from promotion_counts) as uses,
    (select count(*)::int from promotion_uses) as recorded,
    (select coalesce(sum(quantity), 0)::int from order_stock) as held`);
  return rows[0];
}

test('any cart: totals add up to the sen, nothing is below zero, and a canceled order returns what it took', async () => {
  const before = await readTaken();
  const ids: string[] = [];
  for (const { lines, coupon_code, tip } of fc.sample(wantedCart, { numRuns: ORDERS, seed: 14 })) {
    const shopper = await newShopper(server);
    await shopper.fill(
      ...lines.map(({ at, quantity }): [(typeof products)[number], number] => [products[at] ?? part, quantity]),
    );
    const cart = await shopper.prepare({ shipping_address: makeDistinctAddress(), tip });
    // A coupon may be worth less than what it displaces; then the cart stays as it is.
    const withCoupon = await shopper.checkout({ coupon_code });
    const response = await shopper.place(withCoupon.status === 200 ? withCoupon.body.cart : cart);
    expect(response.status, response.text).toBe(201);
    ids.push(response.body.order.id);
  }
  expect(await readTaken()).not.toEqual(before);

  const { rows: orders } = await db.raw(
    `select o.*, (select sum(price_total)::int from order_lines l where l.order_id = o.id) as goods,
       (select sum(discount)::int from order_lines l where l.order_id = o.id) as shares,
       (select min(price_total - discount)::int from order_lines l where l.order_id = o.id) as least_line
     from orders o where id = any ($1)`,
    [ids],
  );
  expect(orders).toHaveLength(ORDERS);
  for (const order of orders) {
    const sen = (name: string) => Number(order[name]);
    const subtotal = sen('items_total') - sen('discount') - sen('coupon_discount');
    expect(sen('goods')).toBe(sen('items_total'));
    expect(sen('shares')).toBe(sen('discount') + sen('coupon_discount'));
    expect(sen('grand_total')).toBe(subtotal + sen('delivery_fee') + sen('bag_fee') + sen('tip') + sen('rounding'));
    const parts = ['items_total', 'discount', 'coupon_discount', 'delivery_fee', 'bag_fee', 'tip', 'grand_total'];
    expect(Math.min(subtotal, sen('least_line'), ...parts.map(sen))).toBeGreaterThanOrEqual(0);
  }
  expect(new Set(orders.map(({ coupon_code }) => coupon_code)).size, 'coupons were used').toBeGreaterThan(2);

  for (const id of ids) {
    expect((await staff('POST', `/orders/${id}/cancel`, { comment: 'Given back' })).status).toBe(200);
  }
  expect(await readTaken()).toEqual(before);
});
