/**
 * Payment methods: those of the shop whose gateway is set up, and cash on delivery. Inside a mini-program those of its
 * app are added, and other gateways' ways to the same wallet left out (docs/readings.md#68).
 */
import type { Branch } from '@shop/core/branch';
import { CASH_ON_DELIVERY, isCash } from '@shop/core/cart/totals';
import { type Refusal, refusal } from '@shop/core/refusal';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { statement } from '../db/database.ts';
import { requireCustomer } from '../identity/identity.ts';
import type { PaymentGateway } from '../partners/payment-provider.ts';
import { refuse, refuseFields } from '../refuse.ts';
import {
  ACTIVE_METHODS,
  type ActivePaymentMethod,
  activePaymentMethod,
  preferredPayment,
  setPreferredPayment,
} from './payment-methods.sql.ts';

const activeMethods = statement(
  'payments.methods',
  v.object({ methods: v.array(activePaymentMethod) }),
  `select ${ACTIVE_METHODS} as methods`,
);

/** Finds a gateway that is set up; null for any other code. */
export const findGateway = ({ shop }: Ctx, code: string): PaymentGateway | null =>
  shop.partners.gateways.find((gateway) => gateway.code === code) ?? null;

/** Finds a gateway that is set up. Refuses `checkout.no_payment_provider`. */
export const requireGateway = (ctx: Ctx, code: string): PaymentGateway =>
  findGateway(ctx, code) ?? refuse('checkout.no_payment_provider');

const isUsableIn = ({ miniProgram }: PaymentGateway, branch: Branch | null): boolean =>
  miniProgram === null || miniProgram.branch === branch;

/** Lists the gateways that are set up; that of a mini-program only inside it. */
export const listGateways = ({ shop, request }: Ctx): PaymentGateway[] =>
  shop.partners.gateways.filter((gateway) => isUsableIn(gateway, request.branch));

/** Returns the branch that the request names if its mini-program is connected, else null. */
function findConnectedBranch({ request: { branch }, shop }: Ctx): Branch | null {
  if (branch === null) return null;
  return shop.partners.gateways.some(({ miniProgram }) => miniProgram?.branch === branch) ? branch : null;
}

/**
 * Returns a method with the banks and wallets that are offered in a branch, or outside all branches; null if the method
 * is not offered there. Leaves a method unchanged whose gateway is not set up.
 */
function filterChannels(ctx: Ctx, branch: Branch | null, method: ActivePaymentMethod): ActivePaymentMethod | null {
  const gateway = method.gateway === null ? null : findGateway(ctx, method.gateway);
  if (gateway === null) return method;
  if (!isUsableIn(gateway, branch)) return null;
  const hidden = branch === null ? [] : (gateway.hiddenChannels[branch] ?? []);
  const channels = method.channels.filter(({ id }) => !hidden.includes(id));
  if (channels.length === method.channels.length) return method;
  return channels.length === 0 ? null : { ...method, channels };
}

/** Filters methods by the branch that the request names. Callers treat the removed ones like unknown methods. */
export function filterByBranch(ctx: Ctx, methods: ActivePaymentMethod[]): ActivePaymentMethod[] {
  const branch = findConnectedBranch(ctx);
  const remaining = methods.flatMap((method) => filterChannels(ctx, branch, method) ?? []);
  const isUnchanged =
    remaining.length === methods.length && remaining.every((method, index) => method === methods[index]);
  return isUnchanged ? methods : remaining;
}

const hasGateway = (ctx: Ctx, { gateway }: ActivePaymentMethod): boolean =>
  gateway === null || findGateway(ctx, gateway) !== null;

/** Lists the methods that can be paid with. */
export async function loadPaymentMethods(ctx: Ctx): Promise<ActivePaymentMethod[]> {
  const active = (await ctx.db.row(activeMethods))?.methods ?? [];
  return filterByBranch(ctx, active).filter((method) => hasGateway(ctx, method));
}

/** Reads the customer's preferred payment method; null if none is set or it is no longer offered. */
export async function loadPreferred(ctx: Ctx): Promise<ActivePaymentMethod | null> {
  const row = await ctx.db.row(preferredPayment, [requireCustomer(ctx).id]);
  if (row?.payment_method == null) return null;
  const method = findPaymentMethod(filterByBranch(ctx, row.methods), row.payment_method);
  return method !== null && hasGateway(ctx, method) ? method : null;
}

/** Sets the preferred payment method; null clears it. Refuses a method that is not offered. */
export async function preferPayment(ctx: Ctx, methodName: string | null): Promise<ActivePaymentMethod | null> {
  const { id } = requireCustomer(ctx);
  const method = methodName === null ? null : findPaymentMethod(await loadPaymentMethods(ctx), methodName);
  if (methodName !== null && method === null) refuseFields({ payment_method: [refusal('checkout.no_payment_method')] });
  await ctx.db.rows(setPreferredPayment, [id, method?.code ?? null, ctx.now]);
  return method;
}

/**
 * Finds a method by its code, or by the spec's other word for cash, `cashondelivery` (docs/readings.md#13); null if
 * there is none.
 */
export function findPaymentMethod(
  methods: readonly ActivePaymentMethod[],
  methodName: string,
): ActivePaymentMethod | null {
  const code = isCash(methodName) ? CASH_ON_DELIVERY : methodName;
  return methods.find((method) => method.code === code) ?? null;
}

/**
 * Checks that a method, one of those that `filterByBranch` returns, has its gateway, and that a bank or wallet is one
 * of the method's.
 */
export function checkPaymentMethod(
  ctx: Ctx,
  method: ActivePaymentMethod | null,
  channel: string | null,
): Refusal | null {
  if (method === null) return refusal('checkout.no_payment_method');
  if (!hasGateway(ctx, method)) return refusal('checkout.no_payment_provider');
  const isKnown = channel === null || method.channels.some(({ id }) => id === channel);
  return isKnown ? null : refusal('checkout.no_payment_method');
}
