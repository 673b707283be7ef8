/**
 * Counts the SQL statements of a call, without begin, commit and the token look-up, and checks that more lines add
 * none. `server/orders/placing/statement-budget.test.ts` holds the budget.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type InProcess, openInProcess } from './in-process.ts';
import type { ReportRow } from './report.ts';
import { GUEST_ADDRESS } from './shoppers.ts';

/** Numbers of lines in the carts that are bought. */
const CART_SIZES = [1, 5, 20];

type StatementsByCall = {
  change: string[];
  again: string[];
  checkout: string[];
  order: string[];
  orderWithKey: string[];
};

async function buyLines(app: InProcess, ids: readonly string[], key: string | undefined) {
  const cartOfGuest = await app.call('cart.get', { token: '' });
  const token: string = JSON.parse(cartOfGuest.text).uuid;
  const items = ids.map((id) => ({ id, quantity: 1 }));
  const change = await app.call('cart.update', { token, body: { items } });
  const again = await app.call('cart.update', {
    token,
    body: { items: items.map((each) => ({ ...each, quantity: 2 })) },
  });
  const shippings = await app.call('delivery.shippings', { token, query: { zip: GUEST_ADDRESS.zip } });
  const { data: methods } = JSON.parse(shippings.text);
  const choices = {
    customer_email: GUEST_ADDRESS.email,
    shipping_address: GUEST_ADDRESS,
    shipping_method: methods[0].id,
    delivery_slot_id: methods[0].slots.at(-1).id,
    payment_method: 'cod',
  };
  const checkout = await app.call('checkout.update', { token, body: choices });
  const { cart } = JSON.parse(checkout.text);
  const order = await app.call('orders.place', {
    token,
    body: { expected_total: cart.grand_total, cart_version: cart.version },
    ...(key !== undefined && { idempotencyKey: key }),
  });
  return {
    cart: cartOfGuest.statements,
    shippings: shippings.statements,
    change: change.statements,
    again: again.statements,
    checkout: checkout.statements,
    order: order.statements,
  };
}

async function countBuying(app: InProcess, ids: readonly string[]): Promise<StatementsByCall> {
  const buyingWithoutKey = await buyLines(app, ids, undefined);
  const buyingWithKey = await buyLines(app, ids, randomUUID());
  return { ...buyingWithoutKey, orderWithKey: buyingWithKey.order };
}

/** Lists products without options of which a cart may hold one or two. */
export async function listSimpleProducts(
  app: InProcess,
): Promise<{ id: string; slug: string; categories: { slug: string }[] }[]> {
  const { data } = JSON.parse((await app.call('catalog.products', { query: { limit: '100' } })).text);
  return data.filter(
    (one: { variation_options: unknown[]; bulky: boolean; min_sale_qty: number; max_sale_qty: number }) =>
      one.variation_options.length === 0 && !one.bulky && one.min_sale_qty <= 1 && !(one.max_sale_qty === 1),
  );
}

async function onApp<T>(url: string, work: (app: InProcess) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-bench-'));
  const app = await openInProcess(url, dataDir);
  try {
    return await work(app);
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Counts the statements of each call of a guest checkout with three lines, in the order of `checkOut`. */
export const countCheckout = (url: string): Promise<number[]> =>
  onApp(url, async (app) => {
    const ids = (await listSimpleProducts(app)).slice(0, 3).map(({ id }) => id);
    // The first order reads settings, which are cached afterwards.
    await buyLines(app, ids, randomUUID());
    const { cart, change, shippings, checkout, order } = await buyLines(app, ids, randomUUID());
    return [cart, change, shippings, checkout, order].map((statements) => statements.length);
  });

/** Formats a row of counts for carts of several sizes; met if they are equal, and at most `most`. */
function countRow(what: string, counts: readonly string[][], most: number): ReportRow {
  const numbers = counts.map((names) => names.length);
  const isConstant = new Set(numbers).size === 1;
  return {
    what,
    measured: `${numbers.join(', ')}: ${counts[0]?.join(', ')}`,
    target: `≤ ${most}`,
    met: isConstant && Math.max(...numbers) <= most,
  };
}

/** Counts the statements of the calls of a visit on a clone of the shop. */
export const measureStatements = (url: string): Promise<ReportRow[]> =>
  onApp(url, async (app) => {
    const list = await app.call('catalog.products');
    const [first, ...others] = await listSimpleProducts(app);
    if (first === undefined) throw new Error('The shop has no simple products');
    const simple = [first, ...others];
    const inCategory = { category_slugs: first.categories[0]?.slug ?? '' };
    const counts: StatementsByCall[] = [];
    for (const lines of CART_SIZES) {
      const ids = simple.slice(0, lines).map(({ id }) => id);
      if (ids.length < lines) throw new Error(`The shop has too few simple products for a cart of ${lines} lines`);
      counts.push(await countBuying(app, ids));
    }
    const lines = `${CART_SIZES.join(', ')} lines`;
    return [
      countRow('Product list', [list.statements], 2),
      countRow(
        'Product list of a category',
        [(await app.call('catalog.products', { query: inCategory })).statements],
        2,
      ),
      countRow('Facets', [(await app.call('catalog.facets', { query: inCategory })).statements], 2),
      countRow('Search', [(await app.call('catalog.search', { query: { keyword: 'coffee' } })).statements], 2),
      countRow('Suggestions', [(await app.call('catalog.suggestions', { query: { keyword: 'cof' } })).statements], 2),
      countRow('Product', [(await app.call('catalog.product', { params: { slug: first.slug } })).statements], 2),
      countRow(
        `Cart change, first, ${lines}`,
        counts.map((each) => each.change),
        3,
      ),
      countRow(
        `Cart change, again, ${lines}`,
        counts.map((each) => each.again),
        3,
      ),
      countRow(
        `Checkout update, ${lines}`,
        counts.map((each) => each.checkout),
        5,
      ),
      countRow(
        `Order placement, ${lines}`,
        counts.map((each) => each.order),
        12,
      ),
      countRow(
        `Order placement with Idempotency-Key, ${lines}`,
        counts.map((each) => each.orderWithKey),
        12,
      ),
    ];
  });
