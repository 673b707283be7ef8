/** Buyers who share nothing that orders are counted by, and buyers who share a part of it. */
import { makeProduct } from './make-product.ts';
import { ADDRESS, newShopper, type Shopper } from './shopper.ts';
import type { Answered, TestServer } from './test-server.ts';

let made = 0;

/** An address with a phone, email and street that no other buyer of this file has. */
export function distinctAddress(): typeof ADDRESS {
  made++;
  return {
    ...ADDRESS,
    email: `buyer${made}@example.com`,
    // The messengers' stand-ins do not reach numbers that end in 0000 and 0001.
    contact_number: `01${20_000_100 + made}`,
    street_address: `${made}, Jalan Sendiri`,
  };
}

export type ReadyOrder = { shopper: Shopper; cart: Answered['body'] };

/** Somebody with goods of `price` sen about to confirm an order to `address`, beside delivery and bag fee of RM9. */
export async function readyOrder(
  server: Pick<TestServer, 'api' | 'db'>,
  address: object,
  { price = 1_100, customer }: { price?: number; customer?: { token: string } } = {},
): Promise<ReadyOrder> {
  const shopper = await newShopper(server, customer);
  await shopper.fill([await makeProduct(server.db, { price }), 1]);
  return { shopper, cart: await shopper.prepare({ shipping_address: address }) };
}
