/** Creates customers with a browser, each for one story. */
import { randomInt, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { DEMO_PASSWORD } from '../../server/identity/sign-in/passwords.ts';
import { newShopper, type Shopper, type ShopperOptions } from './shopper.ts';

export const PASSWORD = DEMO_PASSWORD;

/** Returns seven digits for an email or phone of one story. */
export const uniqueDigits = (): string => String(randomInt(1_000_000, 10_000_000));

export type TestAccount = { email: string; token: string };

/** Registers a customer over the API; `friend` has the code of the customer who referred them. */
export async function register(
  { page }: Shopper,
  name = 'Aminah Osman',
  friend: { referral_code?: string } = {},
): Promise<TestAccount> {
  const email = `account.${randomUUID()}@e2e.example`;
  const body = { name, email, password: PASSWORD, accept_terms: true, ...friend };
  const response = await page.request.post('/api/register', { data: body });
  expect(response.status()).toBe(201);
  const { token } = (await response.json()) as { token: string };
  return { email, token };
}

/** Signs the account in on this device. */
async function signIn(shopper: Shopper, account: TestAccount): Promise<Shopper & TestAccount> {
  await shopper.page.addInitScript((value) => localStorage.setItem('auth_token', value), account.token);
  return { ...shopper, ...account };
}

/** Registers a customer for this story and signs them in on this device. */
export async function newCustomer(
  options: ShopperOptions = {},
  friend: { referral_code?: string } = {},
): Promise<Shopper & TestAccount> {
  const shopper = await newShopper(options);
  return signIn(shopper, await register(shopper, 'Aminah Osman', friend));
}

/** Signs in a demo customer with order history. Stories share them and must not change them. */
export async function signInDemoCustomer(email: string, options: ShopperOptions = {}): Promise<Shopper & TestAccount> {
  const shopper = await newShopper(options);
  const response = await shopper.page.request.post('/api/token', { data: { login: email, password: PASSWORD } });
  expect(response.status()).toBe(200);
  const { token } = (await response.json()) as { token: string };
  return signIn(shopper, { email, token });
}

/** Returns the headers of an API call by the customer, as from another device. */
export const asCustomer = ({ token }: TestAccount) => ({ authorization: `Bearer ${token}` });

/** Returns an address for the API; a story overrides the fields that it tests. */
export const makeAddressBody = (parts: Record<string, unknown> = {}) => ({
  recipient: 'Aminah Osman',
  email: 'aminah@e2e.example',
  contact_number: '012-345 6789',
  street_address: '12, Jalan SS2/24',
  city: 'Petaling Jaya',
  zip: '47300',
  state_id: 'MY-10',
  ...parts,
});

/** Puts an address into the customer's book. */
export async function saveAddress(
  { page, token }: Shopper & TestAccount,
  parts: Record<string, unknown>,
): Promise<void> {
  const response = await page.request.post('/api/address', {
    headers: { authorization: `Bearer ${token}` },
    data: makeAddressBody(parts),
  });
  expect(response.status()).toBe(201);
}

/** Creates a guest without a browser, and returns the headers of their API calls. */
export async function createGuestHeaders({ page }: Shopper): Promise<{ authorization: string }> {
  const { uuid } = (await (await page.request.get('/api/cart')).json()) as { uuid: string };
  return { authorization: `Bearer ${uuid}` };
}

type CartRequestItem = { id: string; quantity: number };

/** Fills a cart from another device. */
export async function fillCart(
  { page }: Shopper,
  headers: { authorization: string },
  items: CartRequestItem[],
): Promise<void> {
  const response = await page.request.put('/api/cart', { headers, data: { items } });
  expect(((await response.json()) as { success: boolean }).success).toBe(true);
}

type CustomerOrder = { order_number: string; grand_total: string; totals: { items_total: string; discount: string } };

/** Returns the order that the customer placed last. */
export async function readLastOrder(customer: Shopper & TestAccount): Promise<CustomerOrder> {
  const response = await customer.page.request.get('/api/orders', { headers: asCustomer(customer) });
  const [order] = ((await response.json()) as { data: CustomerOrder[] }).data;
  if (order === undefined) throw new Error('The customer has no order');
  return order;
}
