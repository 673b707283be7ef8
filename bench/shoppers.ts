/** Simulates guests as generators: each yields a request's bytes and receives the response. */
import { randomUUID } from 'node:crypto';
import { type Load, type RawResponse, runLoad, serializeRequest } from './load.ts';

/** One visit of one guest. */
export type ShopperVisit = Generator<Buffer, void, RawResponse>;

/** A line that a guest wants, by the ids of the API. */
export type WantedLine = { id: string; variation_option_id: string | null; quantity: number };

/** An untyped response of the API. */
// biome-ignore lint/suspicious/noExplicitAny: responses of every shape
type ResponseBody = any;

function parseBody({ status, body }: RawResponse): ResponseBody {
  if (status >= 400) throw new Error(`The shop refused a guest of the benchmark with ${status}: ${body.slice(0, 500)}`);
  return JSON.parse(body);
}

const makeBearerHeaders = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Sends a request and parses the response. */
export async function fetchJson(port: number, path: string): Promise<ResponseBody> {
  let lastResponse: RawResponse | null = null;
  const next: Load['next'] = (_, response) => {
    lastResponse = response;
    return response === null ? serializeRequest('GET', path) : null;
  };
  await runLoad({ port, connections: 1, seconds: 10, keepBody: true, next });
  return parseBody(lastResponse ?? { status: 500, body: 'no response' });
}

/** Lists lines that can be bought, one of each product. */
export async function listWantedLines(port: number): Promise<WantedLine[]> {
  const { data } = await fetchJson(port, '/api/products?limit=100&show_available=true');
  return data.map((product: ResponseBody) => ({
    id: product.id,
    variation_option_id: product.variation_options[0]?.id ?? null,
    quantity: Math.max(1, product.min_sale_qty),
  }));
}

const pickOne = <T>(list: readonly T[]): T => {
  const one = list[Math.floor(Math.random() * list.length)];
  if (one === undefined) throw new Error('Nothing to choose from');
  return one;
};

const putCart = (headers: Record<string, string>, items: readonly WantedLine[]): Buffer =>
  serializeRequest('PUT', '/api/cart', headers, JSON.stringify({ items }));

/** Adds one product to a new cart in two requests: one for the cart's token, one for the line. */
export function* addToCart(wanted: readonly WantedLine[]): ShopperVisit {
  const { uuid } = parseBody(yield serializeRequest('GET', '/api/cart', makeBearerHeaders('')));
  parseBody(yield putCart(makeBearerHeaders(uuid), [pickOne(wanted)]));
}

/** The address of the benchmark's guests. */
export const GUEST_ADDRESS = {
  recipient: 'Tan Mei Ling',
  email: 'meiling@example.com',
  contact_number: '012-345 6789',
  street_address: '12, Jalan Bukit Bintang',
  city: 'Kuala Lumpur',
  zip: '55100',
  state_id: 'MY-14',
  country: 'Malaysia',
};

/** Makes the address of a guest, who shares no phone, email or street with another: the shop counts orders by them. */
export const makeAddress = (guest: number): typeof GUEST_ADDRESS => ({
  ...GUEST_ADDRESS,
  email: `shopper${guest}@example.com`,
  contact_number: `012-${3_000_000 + guest}`,
  street_address: `${guest}, Jalan Bukit Bintang`,
});

/**
 * Setting with which the shop trusts the benchmark's `X-Forwarded-For`, so that each guest has a network of their own.
 */
export const TRUST_PROXY = { TRUST_PROXY: '127.0.0.1' };

export const makeGuestHeaders = (guest: number, token?: string): Record<string, string> => ({
  'X-Forwarded-For': `10.${guest >> 16}.${(guest >> 8) & 255}.${guest & 255}`,
  ...(token !== undefined && makeBearerHeaders(token)),
});

let guestCount = 0;

/**
 * Buys three products: cart, its lines, delivery methods, the checkout's choices, the order. Five calls of a new guest,
 * or of the customer with a token.
 */
export function* checkOut(wanted: readonly WantedLine[], token = ''): ShopperVisit {
  const guest = guestCount++;
  const { uuid } = parseBody(yield serializeRequest('GET', '/api/cart', makeGuestHeaders(guest, token)));
  const headers = makeGuestHeaders(guest, token || uuid);
  const items = [
    ...new Map([pickOne(wanted), pickOne(wanted), pickOne(wanted)].map((line) => [line.id, line])).values(),
  ];
  parseBody(yield putCart(headers, items));
  const { data: methods } = parseBody(yield serializeRequest('GET', '/api/shippings?zip=55100', headers));
  const address = makeAddress(guest);
  const choices = {
    customer_email: address.email,
    shipping_address: address,
    shipping_method: methods[0].id,
    delivery_slot_id: pickOne<ResponseBody>(methods[0].slots).id,
    payment_method: 'cod',
  };
  const { cart } = parseBody(yield serializeRequest('PUT', '/api/checkout', headers, JSON.stringify(choices)));
  const confirmation = { expected_total: cart.grand_total, cart_version: cart.version };
  const orderHeaders = { ...headers, 'Idempotency-Key': randomUUID() };
  parseBody(yield serializeRequest('POST', '/api/orders/checkout', orderHeaders, JSON.stringify(confirmation)));
}

/** Repeats visits on every connection; `completed` counts those that ended. */
export function repeatVisits(begin: () => ShopperVisit): {
  load(): Pick<Load, 'next' | 'keepBody'>;
  completed(): number;
} {
  let completed = 0;
  return {
    completed: () => completed,
    load() {
      const open = new Map<number, ShopperVisit>();
      return {
        keepBody: true,
        next(connection, response) {
          let step = response === null ? undefined : open.get(connection)?.next(response);
          if (step?.done === true) completed++;
          if (step === undefined || step.done === true) {
            const visit = begin();
            open.set(connection, visit);
            step = visit.next();
          }
          return step.done === true ? null : step.value;
        },
      };
    },
  };
}
