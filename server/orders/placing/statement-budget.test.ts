/**
 * Limits the SQL statements of a cart change, a checkout update and an order, not counting begin, commit and the token's
 * look-up, and how often each call prices the cart, for any number of lines, coupons and promotions.
 */
import { endpoints } from '@shop/contract/api/endpoints';
import { computeTotals } from '@shop/core/cart/totals';
import { beforeAll, describe, expect, test } from 'vitest';
import { priceCart } from '../../cart/pricing.ts';
import { NO_REQUEST } from '../../context.ts';
import { countStatements, listDeclaredStatements } from '../../db/database.ts';
import { hashToken } from '../../http/api/authenticate.ts';
import { makeContext, runCall } from '../../http/api/call-endpoint.ts';
import { type MadeProduct, makeProduct, setStock } from '../../testing/catalog/make-product.ts';
import { countCalls } from '../../testing/count-calls.ts';
import { newCustomer, type TestCustomer } from '../../testing/customer.ts';
import { makePromotion } from '../../testing/make-promotion.ts';
import { fillWallet, makeVoucher } from '../../testing/make-voucher.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { type TestResponse, testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { db } = server;

/** Maximum lines of a statement: they fit on a screen. */
const MAX_TEXT_LINES = 45;
const MANY = 50;
const products: MadeProduct[] = [];

beforeAll(async () => {
  for (let i = 0; i < MANY; i++) products.push(await makeProduct(db, { price: 2_000 }));
  // The coupon is worth more than free delivery, which it displaces.
  const coupon = { code: 'BUDGET', benefit: { kind: 'fixed', amount: 1_900 } } as const;
  await makePromotion(db, { ...coupon, usage_limit: 100, customer_limit: 3, first_order_only: true });
  const automatic = { code: null, usage_limit: 100, min_spend: 1_000 };
  await makePromotion(db, { ...automatic, class: 'product', benefit: { kind: 'fixed', amount: 100 } });
  await makePromotion(db, { ...automatic, class: 'delivery', benefit: { kind: 'free_delivery' } });
});

type CountedCall = { statements: string[]; pricings: number; totals: number; body: TestResponse['body'] };

type Caller = { token: string; customer?: TestCustomer | undefined };

/** Calls an endpoint in this process as a guest or a customer; lists its statements and counts its pricings. */
async function call(
  { token, customer }: Caller,
  name: keyof typeof endpoints,
  input: object,
  key?: string,
): Promise<CountedCall> {
  const { shop } = server.app;
  const tokenHash = hashToken(token);
  const actor =
    customer === undefined
      ? ({ kind: 'guest', token, tokenHash } as const)
      : ({ kind: 'customer', id: customer.id, tokenHash } as const);
  const ctx = makeContext(shop, { actor, priceGroup: null }, 'en', NO_REQUEST);
  const raw = { params: {}, query: {}, body: undefined, ...input };
  const { result: counted, calls } = await countCalls([priceCart, computeTotals], () =>
    countStatements(() => runCall(shop, endpoints[name], ctx, raw, key)),
  );
  const [pricings = 0, totals = 0] = calls;
  // A commit triggers the change feed, which is not part of the call.
  const statements = counted.statements.filter((each) => each !== 'http.readChanges');
  return { statements, pricings, totals, body: JSON.parse(counted.result) };
}

/** Buys the products with the calls of the site and everything that it sends; returns the counted calls. */
async function buyProducts(
  boughtProducts: readonly MadeProduct[],
  coupon_code: string | null,
  { customer, wallet = {}, totals = {} }: { customer?: TestCustomer; wallet?: object; totals?: object } = {},
) {
  const { token } = await newShopper(server, customer);
  const caller = { token, customer };
  const items = boughtProducts.map(({ id }) => ({ id, quantity: 1 }));
  const change = await call(caller, 'cart.update', { body: { items } });
  const same = await call(caller, 'cart.update', { body: { items } });
  const shippings = await call(caller, 'delivery.shippings', { query: { zip: '47300' } });
  const [{ id, slots }] = shippings.body.data;
  const choices = {
    shipping_address: makeDistinctAddress(),
    shipping_method: id,
    delivery_slot_id: slots[1].id,
    payment_method: 'cod',
    coupon_code,
    ...wallet,
  };
  const update = await call(caller, 'checkout.update', { body: choices });
  const { cart } = update.body;
  const confirmation = { ...choices, expected_total: cart.grand_total, cart_version: cart.version };
  const order = await call(
    caller,
    'orders.place',
    { body: confirmation },
    `${boughtProducts.length} ${coupon_code} ${JSON.stringify(wallet)}`,
  );
  expect(order.body.order.items).toHaveLength(boughtProducts.length);
  expect(order.body.order).toMatchObject({ coupon_code, totals });
  return { change, same, shippings, update, order };
}

/** Buys the products; returns the statements of each call. */
async function listBuyingStatements(...parameters: Parameters<typeof buyProducts>) {
  const { change, same, shippings, update, order } = await buyProducts(...parameters);
  return {
    change: change.statements,
    same: same.statements,
    shippings: shippings.statements,
    update: update.statements,
    order: order.statements,
  };
}

describe.each([
  ['without a coupon', null],
  ['with a coupon', 'BUDGET'],
])('%s', (_, coupon) => {
  test('a cart change takes 2 statements, a checkout update 4, an order 11 at most, for 1 line and for 50', async () => {
    const one = await listBuyingStatements(products.slice(0, 1), coupon);
    const many = await listBuyingStatements(products, coupon);
    expect(many).toEqual(one);
    expect(one.change).toEqual(['cart.lock', 'cart.write']);
    expect(one.same, 'what has not changed is not written').toEqual(['cart.lock']);
    expect(one.shippings).toEqual(['cart.read', 'delivery.usedSlots']);
    expect(one.update).toEqual([
      'cart.lock',
      ...(coupon === null ? [] : ['promotions.countUses']),
      'delivery.lockSlot',
      'cart.writeChoices',
    ]);
    expect(one.order).toEqual([
      'http.claimKey',
      'cart.lock',
      'orders.lockOpen',
      'orders.countOpen',
      'orders.takeStock',
      'orders.insert',
      'promotions.takeUses',
      'cart.write',
      'notifications.insert',
      'jobs.send.mail',
      'http.storeResponse',
    ]);
  });
});

test('points, coins and a voucher add three statements to an order, and none to the calls before it', async () => {
  const customer = await newCustomer(server);
  await fillWallet(server, customer, 'point', 1_000);
  await fillWallet(server, customer, 'store_credit', 1_000);
  const voucher_id = await makeVoucher(db);
  const { body } = await customer.call('POST', '/voucher/activated', { voucher_id });
  const wallet = { voucher_id: body.voucher.id, use_points: 500, use_golds: 300 };
  const without = await listBuyingStatements(products.slice(0, 2), null, { customer });
  const totals = { voucher: '5.00', points: '5.00', coins: '3.00' };
  const withWallet = await listBuyingStatements(products.slice(0, 2), null, { customer, wallet, totals });
  expect({ ...withWallet, order: [] }).toEqual({ ...without, order: [] });
  const more = withWallet.order.filter((name) => !without.order.includes(name));
  expect(more).toEqual(['vouchers.reserve', 'loyalty.lockWallets', 'loyalty.writeEntries']);
  expect(withWallet.order.length).toBe(without.order.length + 3);
});

test('an order refreshes availability only where a product or bundle sells out: 12 statements', async () => {
  const [part, other] = [await makeProduct(db, { price: 2_000 }), await makeProduct(db)];
  const bundle = await makeProduct(db, { parts: [{ product: part, quantity: 3 }] });
  await setStock(db, part, 4);
  const readInStock = async () => {
    const { rows } = await db.raw(
      'select in_stock from product_listing where product_id = any ($1) order by product_id',
      [[part.id, other.id, bundle.id]],
    );
    return rows.map(({ in_stock }) => in_stock);
  };
  expect((await listBuyingStatements([part, other], null)).order).not.toContain('catalog.refreshListings');
  expect(await readInStock()).toEqual([true, true, true]);
  const { order } = await listBuyingStatements([part, other], 'BUDGET');
  expect(order).toContain('catalog.refreshListings');
  expect(order.length).toBeLessThanOrEqual(12);
  expect(await readInStock(), 'two are left, of which the bundle takes three').toEqual([true, true, false]);
});

test('no statement of these calls is longer than a screen', async () => {
  const { change, update, order } = await listBuyingStatements(products.slice(0, 1), 'BUDGET');
  const run = new Set([...change, ...update, ...order]);
  const lengths = listDeclaredStatements().flatMap(({ name, text }) =>
    run.has(name) ? [text.split('\n').length] : [],
  );
  expect(lengths.length).toBeGreaterThanOrEqual(11);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(MAX_TEXT_LINES);
});

test('each call prices the cart once and passes it on, also with coupon, voucher and a promotion of this buyer', async () => {
  await makePromotion(db, {
    ...{ code: null, class: 'product', first_order_only: true, combines_with: ['order'] },
    benefit: { kind: 'fixed', amount: 200 },
  });
  const customer = await newCustomer(server);
  const voucher_id = await makeVoucher(db, { with_coupons: ['order'] });
  await fillWallet(server, customer, 'point', 1_000);
  const { body } = await customer.call('POST', '/voucher/activated', { voucher_id });
  const wallet = { voucher_id: body.voucher.id, use_points: 100 };
  const calls = Object.values(await buyProducts(products.slice(0, 2), 'BUDGET', { customer, wallet }));
  expect(calls.map(({ pricings }) => pricings)).toEqual([1, 1, 1, 1, 1]);
  expect(Math.max(...calls.map(({ totals }) => totals))).toBeLessThanOrEqual(5);
  expect(calls[0]?.statements).toEqual(['cart.lockCustomers', 'cart.write', 'promotions.spent']);
});
