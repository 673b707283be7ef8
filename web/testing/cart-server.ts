/** A small cart server that follows the contract, for tests of the client. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Cart, type CartItem, cart as cartSchema, type LineChange } from '@shop/contract/cart';
import type { CartUpdate } from '@shop/core/cart/modified-items';
import * as v from 'valibot';
import { toCartLine } from '../cart/add/to-cart-line.ts';
import { applyChanges } from '../cart/sync/cart-store.ts';
import { productRow } from './api-responses.ts';

/** A scripted response to the next update. The server does not apply that update. */
export type ScriptedResponse =
  | { status: number; body?: unknown }
  | { success: false; errors: readonly string[] }
  | 'no answer';

export type CartServer = {
  url: string;
  /** Bodies and tokens of all updates. */
  updates: { items: CartUpdate['items']; token: string }[];
  /** Method and path of every request, in order. */
  requests: string[];
  answers: ScriptedResponse[];
  /** While true, the server is unreachable: every request fails without a response. */
  isUnreachable: boolean;
  /** While set, updates wait for this promise. */
  updateGate: Promise<void> | null;
  /** While set, `GET /cart` waits for this promise. */
  cartGate: Promise<void> | null;
  quantities: Map<string, number>;
  /** Reported by the next `GET /cart`, once. */
  changes: LineChange[];
  close(): Promise<void>;
};

/** Returns a line of the product with this id; the id is also its slug and part of its name. */
export function createTestLine(id: string, quantity = 1): CartItem {
  return { ...toCartLine(productRow({ id, slug: id, name: `Product ${id}` }), null), quantity };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

export async function openCartServer(): Promise<CartServer> {
  let version = 0;
  let tokenCount = 0;
  const quantities = new Map<string, number>();

  const buildCart = (uuid: string): Cart => {
    const lines = [...quantities].map(([id, quantity]) => createTestLine(id, quantity));
    const modifiedItems = lines.map((line) => ({ id: line.id, quantity: line.quantity, line, seq: 1 }));
    return { ...applyChanges(undefined, modifiedItems), uuid, version };
  };
  const encodeCart = (value: Cart) => v.parse(cartSchema, value);

  const http = createServer(async (request, response) => {
    state.requests.push(`${request.method} ${request.url}`);
    if (state.isUnreachable) return request.socket.destroy();
    const token = (request.headers.authorization ?? '').replace(/^Bearer ?/, '');
    const text = await readBody(request);
    const respond = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.method === 'GET') {
      await state.cartGate;
      tokenCount += token === '' ? 1 : 0;
      const lines_changed = state.changes.splice(0);
      return respond(
        200,
        encodeCart({ ...buildCart(token === '' ? `guest-token-${tokenCount}` : token), lines_changed }),
      );
    }
    const { items }: CartUpdate = JSON.parse(text);
    state.updates.push({ items, token });
    await state.updateGate;
    const answer = state.answers.shift();
    if (answer === 'no answer') return request.socket.destroy();
    if (answer !== undefined && 'status' in answer)
      return respond(answer.status, answer.body ?? { message: '', code: '' });
    if (answer !== undefined) return respond(200, { ...answer, cart: encodeCart(buildCart(token)) });
    for (const { id, quantity = 1 } of items) quantity === 0 ? quantities.delete(id) : quantities.set(id, quantity);
    version += 1;
    respond(200, { success: true, errors: [], cart: encodeCart(buildCart(token)) });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const state: CartServer = {
    url: `http://127.0.0.1:${port}`,
    updates: [],
    requests: [],
    answers: [],
    isUnreachable: false,
    updateGate: null,
    cartGate: null,
    quantities,
    changes: [],
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
  return state;
}
