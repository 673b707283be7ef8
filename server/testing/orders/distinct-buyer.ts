/** Creates buyers who differ in every field by which open orders are counted. */
import { type MadeProduct, makeProduct } from '../catalog/make-product.ts';
import type { TestResponse, TestServer } from '../test-server.ts';
import { ADDRESS, type ApiShopper, newShopper } from './shopper.ts';

let sequence = 0;

export function makeDistinctAddress(): typeof ADDRESS {
  sequence++;
  return {
    ...ADDRESS,
    email: `buyer${sequence}@example.com`,
    // The messengers' stand-ins do not reach numbers that end in 0000 and 0001.
    contact_number: `01${20_000_100 + sequence}`,
    street_address: `${sequence}, Jalan Sendiri`,
  };
}

export type ReadyOrder = { shopper: ApiShopper; cart: TestResponse['body'] };

/** Prepares a shopper with goods of `price` sen, plus RM9 delivery and bag fee, to confirm an order to `address`. */
export async function prepareOrder(
  server: Pick<TestServer, 'api' | 'db'>,
  address: object,
  { price = 1_100, ...more }: { price?: number; product?: MadeProduct; customer?: { token: string } } = {},
): Promise<ReadyOrder> {
  const shopper = await newShopper(server, more.customer);
  await shopper.fill([more.product ?? (await makeProduct(server.db, { price })), 1]);
  return { shopper, cart: await shopper.prepare({ shipping_address: address }) };
}
