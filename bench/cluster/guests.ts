/**
 * Guests who order during a drill. Each repeats a call without a success, as the site and the app do: an order with
 * the same `Idempotency-Key`.
 */
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeAddress, makeGuestHeaders, type WantedLine } from '../shoppers.ts';

const RESPONSE_MS = 10_000;
const RETRY_MS = 500;
/** Time after which a guest gives up. */
const PATIENCE_MS = 120_000;

/** An untyped response of the API. */
// biome-ignore lint/suspicious/noExplicitAny: responses of every shape
type GuestResponse = any;

/** An order that the shop acknowledged; the time is that of `performance.now()`. */
export type AcknowledgedOrder = { order_number: string; email: string; at: number };

export type Guests = {
  acknowledged: AcknowledgedOrder[];
  /** Responses by status, and failures by code. */
  outcomes: Map<string, number>;
  /** Guests whose order was refused for a reason, such as sold out. */
  refused: Map<string, number>;
  /** Guests without a result. */
  gaveUp: number;
  /** Starts guests at a steady rate until `stop`, which waits for those who are ordering. */
  comeAtRate(perSecond: number): { stop(): Promise<void> };
  /**
   * Runs `count` guests at once, each replaced by the next when it has ordered, for some seconds; returns orders a
   * second.
   */
  comeInTurns(count: number, seconds: number): Promise<number>;
};

class RefusedCallError extends Error {}

const countUp = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

let guestCount = 0;

/** Makes the guests of a shop: each orders one or two of the lines `wanted`, every third guest the scarce one too. */
export function makeGuests(port: number, wanted: readonly WantedLine[], scarce: WantedLine): Guests {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 500 });
  const acknowledged: AcknowledgedOrder[] = [];
  const outcomes = new Map<string, number>();
  const refused = new Map<string, number>();

  function send(method: string, path: string, headers: Record<string, string>, body?: object) {
    const text = body === undefined ? '' : JSON.stringify(body);
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const request = http.request(
        {
          host: '127.0.0.1',
          port,
          agent,
          method,
          path: `/api${path}`,
          headers: {
            ...headers,
            ...(body !== undefined && {
              'Content-Type': 'application/json',
              'Content-Length': String(Buffer.byteLength(text)),
            }),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
          );
        },
      );
      request.setTimeout(RESPONSE_MS, () => request.destroy(Object.assign(new Error(), { code: 'no response' })));
      request.on('error', reject);
      request.end(text);
    });
  }

  /** Repeats a call until it succeeds. Throws `RefusedCallError` if the shop refuses it for a reason. */
  async function call(
    until: number,
    ...[method, path, headers, body]: Parameters<typeof send>
  ): Promise<GuestResponse> {
    for (;;) {
      const response = await send(method, path, headers, body).catch((error: NodeJS.ErrnoException) => {
        countUp(outcomes, error.code ?? error.message);
        return null;
      });
      if (response !== null) {
        countUp(outcomes, String(response.status));
        if (response.status < 300) return JSON.parse(response.text);
        if (response.status < 500 && response.status !== 429) {
          throw new RefusedCallError(`${response.status} ${JSON.parse(response.text).code ?? path}`);
        }
      }
      if (performance.now() > until) throw new Error('No result');
      await sleep(RETRY_MS * (0.5 + Math.random()));
    }
  }

  async function order(): Promise<void> {
    const number = guestCount++;
    const until = performance.now() + PATIENCE_MS;
    const address = makeAddress(number);
    const pick = () => wanted[Math.floor(Math.random() * wanted.length)] ?? scarce;
    const items = [...new Map([pick(), number % 3 === 0 ? scarce : pick()].map((line) => [line.id, line])).values()];
    const { uuid } = await call(until, 'GET', '/cart', makeGuestHeaders(number, ''));
    const headers = makeGuestHeaders(number, uuid);
    await call(until, 'PUT', '/cart', headers, { items });
    const { data: methods } = await call(until, 'GET', '/shippings?zip=55100', headers);
    const { cart } = await call(until, 'PUT', '/checkout', headers, {
      customer_email: address.email,
      shipping_address: address,
      shipping_method: methods[0].id,
      delivery_slot_id: methods[0].slots[number % methods[0].slots.length].id,
      payment_method: 'cod',
    });
    const confirmation = { expected_total: cart.grand_total, cart_version: cart.version };
    const orderHeaders = { ...headers, 'Idempotency-Key': randomUUID() };
    const response = await call(until, 'POST', '/orders/checkout', orderHeaders, confirmation);
    acknowledged.push({ order_number: response.order.order_number, email: address.email, at: performance.now() });
  }

  const guests: Guests = {
    acknowledged,
    outcomes,
    refused,
    gaveUp: 0,
    comeAtRate(perSecond) {
      const openVisits = new Set<Promise<void>>();
      const timer = setInterval(() => {
        const visit = visitOnce().finally(() => openVisits.delete(visit));
        openVisits.add(visit);
      }, 1_000 / perSecond);
      return {
        async stop() {
          clearInterval(timer);
          await Promise.all(openVisits);
        },
      };
    },
    async comeInTurns(count, seconds) {
      const before = acknowledged.length;
      const startedAt = performance.now();
      const until = startedAt + seconds * 1_000;
      const visitUntilEnd = async () => {
        while (performance.now() < until) await visitOnce();
      };
      await Promise.all(Array.from({ length: count }, visitUntilEnd));
      return ((acknowledged.length - before) * 1_000) / (performance.now() - startedAt);
    },
  };

  async function visitOnce(): Promise<void> {
    try {
      await order();
    } catch (error) {
      if (error instanceof RefusedCallError) countUp(refused, error.message);
      else guests.gaveUp++;
    }
  }

  return guests;
}

/** Returns the longest time without an acknowledged order between two moments, in seconds. */
export function findLongestPause(acknowledged: readonly AcknowledgedOrder[], from: number, to: number): number {
  const times = acknowledged.map(({ at }) => at).filter((at) => at > from && at < to);
  const all = [from, ...times.toSorted((one, other) => one - other), to];
  return Math.max(...all.slice(1).map((at, index) => at - (all[index] ?? at))) / 1_000;
}
