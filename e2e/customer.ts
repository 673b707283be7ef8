/** A customer with a browser: registered for one story alone, signed in on this device or about to be. */
import { expect } from 'vitest';
import { PERSONA_PASSWORD } from '../server/seed/data/personas.ts';
import { newShopper, type Shopper, type ShopperOptions } from './shopper.ts';

export const PASSWORD = PERSONA_PASSWORD;

let customers = 0;

export type Account = { email: string; token: string };

/** Registers a customer by a call of their own, without a browser. */
export async function register({ page }: Shopper, name = 'Aminah Osman'): Promise<Account> {
  customers += 1;
  const email = `account.${Date.now()}.${customers}@e2e.example`;
  const body = { name, email, password: PASSWORD, accept_terms: true };
  const answer = await page.request.post('/api/register', { data: body });
  expect(answer.status()).toBe(201);
  const { token } = (await answer.json()) as { token: string };
  return { email, token };
}

/** A customer of this story alone, signed in on this device. */
export async function newCustomer(options: ShopperOptions = {}): Promise<Shopper & Account> {
  const shopper = await newShopper(options);
  const account = await register(shopper);
  await shopper.context.addInitScript((value) => localStorage.setItem('auth_token', value), account.token);
  return { ...shopper, ...account };
}

/** Calls the API as the customer does on another device. */
export const asCustomer = ({ token }: Account) => ({ authorization: `Bearer ${token}` });
