/** Measures a flash sale: 2,000 carts race for 200 units of one product while other shoppers browse. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { browse, listPathsToBrowse } from './browsing.ts';
import { onDatabase } from './databases.ts';
import { type RawResponse, runLoad, serializeRequest } from './load.ts';
import { startShop } from './processes.ts';
import { makeLimitRow, makePlainRow, percentile, type ReportRow } from './report.ts';
import { fetchJson, makeAddress, makeGuestHeaders, TRUST_PROXY } from './shoppers.ts';

const CART_COUNT = 2_000;
const SALE_UNITS = 200;
const SHOP_PORT = 3575;
/** Browsing before the race begins, so that the server's code is compiled. */
const WARM_UP_MS = 3_000;
/** Duration of browsing alone, before the race. */
const QUIET_MS = 3_000;
/** Time limit of the race. */
const MAX_RACE_SECONDS = 120;
/** Time limit within which every cart has its order or its refusal. */
const MAX_DONE_SECONDS = 30;
/** The pause that the shop's 503 requests. */
const RETRY_AFTER_MS = 2_000;
const MAX_BROWSING_P95_MS = 250;

/** A cart ready to be ordered. */
type ReadyCart = { headers: Record<string, string>; body: string };

function parseBody({ status, body }: RawResponse) {
  if (status >= 400)
    throw new Error(`The shop refused a shopper of the benchmark with ${status}: ${body.slice(0, 500)}`);
  return JSON.parse(body);
}

/** Prepares a cart with one unit: a new cart, its line, the delivery methods, the checkout's choices. */
function* prepareCart(shopper: number, product: string): Generator<Buffer, ReadyCart, RawResponse> {
  const { uuid } = parseBody(yield serializeRequest('GET', '/api/cart', makeGuestHeaders(shopper, '')));
  const headers = makeGuestHeaders(shopper, uuid);
  const items = [{ id: product, variation_option_id: null, quantity: 1 }];
  parseBody(yield serializeRequest('PUT', '/api/cart', headers, JSON.stringify({ items })));
  const { data: methods } = parseBody(yield serializeRequest('GET', '/api/shippings?zip=55100', headers));
  const address = makeAddress(shopper);
  const choices = {
    customer_email: address.email,
    shipping_address: address,
    shipping_method: methods[0].id,
    delivery_slot_id: methods[0].slots[0].id,
    payment_method: 'cod',
  };
  const { cart } = parseBody(yield serializeRequest('PUT', '/api/checkout', headers, JSON.stringify(choices)));
  const body = JSON.stringify({ expected_total: cart.grand_total, cart_version: cart.version });
  return { headers: { ...headers, 'Idempotency-Key': randomUUID() }, body };
}

async function prepareCarts(port: number, product: string): Promise<ReadyCart[]> {
  const ready: ReadyCart[] = [];
  const open = new Map<number, ReturnType<typeof prepareCart>>();
  let startedCarts = 0;
  await runLoad({
    port,
    connections: 4,
    seconds: 300,
    keepBody: true,
    next(connection, response) {
      let step = response === null ? undefined : open.get(connection)?.next(response);
      if (step?.done === true) ready.push(step.value);
      if (step === undefined || step.done === true) {
        if (startedCarts === CART_COUNT) return null;
        const cart = prepareCart(startedCarts++, product);
        open.set(connection, cart);
        step = cart.next();
      }
      return step.done === true ? null : step.value;
    },
  });
  return ready;
}

type RaceResult = { seconds: number; placed: number; soldOut: number; unavailable: number; other: number };

/** Sends all orders at once, each on its own connection, and again after a 503. */
async function raceForUnits(port: number, carts: readonly ReadyCart[]): Promise<RaceResult> {
  const outcome = { placed: 0, soldOut: 0, unavailable: 0, other: 0 };
  const { seconds } = await runLoad({
    port,
    connections: carts.length,
    seconds: MAX_RACE_SECONDS,
    next(connection, response) {
      const cart = carts[connection];
      if (cart === undefined) return null;
      const order = serializeRequest('POST', '/api/orders/checkout', cart.headers, cart.body);
      if (response === null) return order;
      if (response.status === 503) {
        outcome.unavailable++;
        return sleep(RETRY_AFTER_MS, order);
      }
      if (response.status === 201) outcome.placed++;
      else if (response.status === 409) outcome.soldOut++;
      else outcome.other++;
      return null;
    },
  });
  return { seconds, ...outcome };
}

/** Measures the latency of browsing shoppers during the race, and checks that no unit is lost or sold twice. */
export async function measureFlashSale(url: string): Promise<ReportRow[]> {
  const shop = await startShop(url, SHOP_PORT, { env: TRUST_PROXY });
  try {
    const { data } = await fetchJson(SHOP_PORT, '/api/products?limit=100&show_available=true');
    const product = data.find((each: { variation_options: unknown[]; min_sale_qty: number }) => {
      return each.variation_options.length === 0 && each.min_sale_qty <= 1;
    });
    const carts = await prepareCarts(SHOP_PORT, product.id);
    await onDatabase(url, (client) =>
      client.query('update inventory set quantity = $2, min_qty = 0 where product_id = $1', [product.id, SALE_UNITS]),
    );
    const browsing = browse(SHOP_PORT, await listPathsToBrowse(SHOP_PORT), CART_COUNT);
    await sleep(WARM_UP_MS);
    browsing.takeLatencies();
    await sleep(QUIET_MS);
    const quiet = browsing.takeLatencies();
    const { seconds, placed, soldOut, unavailable, other } = await raceForUnits(SHOP_PORT, carts);
    await browsing.stop();
    const latencies = browsing.takeLatencies();
    const { rows } = await onDatabase(url, (client) =>
      client.query<{ quantity: number }>('select quantity from inventory where product_id = $1', [product.id]),
    );
    const unitsLeft = rows[0]?.quantity ?? 0;
    const what = `${CART_COUNT.toLocaleString('en')} carts race for ${SALE_UNITS} units`;
    return [
      makeLimitRow(`${what}: browsing p95`, percentile(latencies, 95), MAX_BROWSING_P95_MS, 'ms'),
      makePlainRow('  Browsing p95 before the race', `${percentile(quiet, 95).toFixed()} ms`),
      makePlainRow(
        `  p50 and p99 of ${latencies.length} pages`,
        `${percentile(latencies, 50).toFixed()} and ${percentile(latencies, 99).toFixed()} ms`,
      ),
      makeLimitRow('  Pages that failed', browsing.failed(), 0, ''),
      makeLimitRow('  Until every cart had a response', seconds, MAX_DONE_SECONDS, 's', 1),
      makeLimitRow('  Carts without a response', CART_COUNT - placed - soldOut - other, 0, ''),
      makePlainRow('  Orders placed, sold out, otherwise refused', `${placed}, ${soldOut}, ${other}`),
      makePlainRow('  Responses 503, after which the cart tried again', String(unavailable)),
      makePlainRow('  Stock left', String(unitsLeft)),
      makeLimitRow('  Units lost or sold twice', Math.abs(SALE_UNITS - placed - unitsLeft), 0, ''),
    ];
  } finally {
    await shop.stop();
  }
}
