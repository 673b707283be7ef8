/** Shops over HTTP, from cart to order, for tests. */

import { dayOf } from '@shop/core/time';
import type { MadeProduct } from '../catalog/make-product.ts';
import type { TestCustomer } from '../customer.ts';
import type { TestResponse, TestServer } from '../test-server.ts';

/** A complete address in the Klang Valley. */
export const ADDRESS = {
  recipient: 'Mei Ling',
  email: 'mei.ling@example.com',
  contact_number: '012-345 6789',
  street_address: '12, Jalan SS2/24',
  city: 'Petaling Jaya',
  zip: '47300',
  state_id: 'MY-10',
};

export type ApiShopper = {
  token: string;
  get(path: string): Promise<TestResponse>;
  /** Adds quantities to the cart and returns it. */
  fill(...lines: [MadeProduct, number][]): Promise<TestResponse['body']>;
  checkout(choices: object): Promise<TestResponse>;
  /** Chooses an address, the first method with a free slot, and cash on delivery; returns the cart. */
  prepare(choices?: object): Promise<TestResponse['body']>;
  /** Places the cart's order. */
  place(cart: TestResponse['body'], more?: object, headers?: Record<string, string>): Promise<TestResponse>;
};

/** A signed-in customer, and their cart. */
export type ShoppingCustomer = { customer: TestCustomer; shopper: ApiShopper };

type FreeSlot = { id: string; starts_at: string; places_left: number };

/** Finds the first free slot after the first day of `slots`: slots of the first day may close during a test. */
export function findSlotOfLaterDay(slots: readonly FreeSlot[]): FreeSlot {
  const days = slots.map(({ starts_at }) => dayOf(new Date(starts_at)));
  const slot = slots.find(({ places_left }, at) => places_left > 0 && days[at] !== days[0]);
  if (slot === undefined) throw new Error('No later day has a free slot');
  return slot;
}

/** Creates a guest with a new token and an empty cart, or acts for a customer's token. */
export async function newShopper({ api }: Pick<TestServer, 'api'>, customer?: { token: string }): Promise<ApiShopper> {
  const token: string = customer?.token ?? (await api('GET', '/cart')).body.uuid;
  const checkout = (choices: object) => api('PUT', '/checkout', { token, body: choices });
  return {
    token,
    get: (path) => api('GET', path, { token }),
    async fill(...lines) {
      const items = lines.map(([product, quantity]) => ({ id: product.id, quantity }));
      return (await api('PUT', '/cart', { token, body: { items } })).body.cart;
    },
    checkout,
    async prepare(choices = {}) {
      const { body } = await api('GET', `/shippings?zip=${ADDRESS.zip}&state_id=${ADDRESS.state_id}`, { token });
      const [method] = body.data;
      const response = await checkout({
        shipping_address: ADDRESS,
        shipping_method: method.id,
        delivery_slot_id: findSlotOfLaterDay(method.slots).id,
        payment_method: 'cod',
        ...choices,
      });
      return response.body.cart;
    },
    place: (cart, more = {}, headers = {}) =>
      api('POST', '/orders/checkout', {
        token,
        headers,
        body: { expected_total: cart.grand_total, cart_version: cart.version, ...more },
      }),
  };
}
