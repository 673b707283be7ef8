/** Shops over HTTP, from cart to order, for tests. */
import type { MadeProduct } from '../catalog/make-product.ts';
import type { TestResponse, TestServer } from '../test-server.ts';

/** A complete address of the Klang Valley. */
export const ADDRESS = {
  recipient: 'Mei Ling',
  email: 'mei.ling@example.com',
  contact_number: '012-345 6789',
  street_address: '12, Jalan SS2/24',
  city: 'Petaling Jaya',
  zip: '47300',
  state_id: 'MY-10',
};

export type Shopper = {
  token: string;
  get(path: string): Promise<TestResponse>;
  /** Adds quantities to the cart and returns it. */
  fill(...lines: [MadeProduct, number][]): Promise<TestResponse['body']>;
  checkout(choices: object): Promise<TestResponse>;
  /** Chooses an address, the first method with its first free slot, and cash on delivery; returns the cart. */
  prepare(choices?: object): Promise<TestResponse['body']>;
  /** Places the cart's order. */
  place(cart: TestResponse['body'], more?: object, headers?: Record<string, string>): Promise<TestResponse>;
};

/** Creates a guest with a new token and an empty cart, or acts for a customer's token. */
export async function newShopper({ api }: Pick<TestServer, 'api'>, customer?: { token: string }): Promise<Shopper> {
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
        delivery_slot_id: method.slots.find((slot: { places_left: number }) => slot.places_left > 0).id,
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
