/** The payment providers that the shop can connect: a row for each. */
import { ipay88Provider } from './ipay88/provider.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { tngProvider } from './tng/provider.ts';

export const PAYMENT_PROVIDERS: readonly PaymentProvider[] = [ipay88Provider, tngProvider];

/** Their codes, by which a payment method names its gateway. */
export const PROVIDER_CODES: readonly string[] = PAYMENT_PROVIDERS.map(({ code }) => code);
