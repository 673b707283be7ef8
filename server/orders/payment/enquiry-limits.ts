/** Limits of enquiries with gateways, by purpose and by network (docs/security.md "Payments"). */
import { DAY_MS, HOUR_MS } from '@shop/core/time';
import type { Ctx } from '../../context.ts';
import { takeFromNetworkLimit } from '../../http/limits/rate-limits.ts';
import type { PaymentGateway } from '../../partners/payment-provider.ts';

/**
 * The purpose of an enquiry. `confirm`: a captured payment. `staff`: a request of staff. `expiry`: an order whose hold
 * time is over, `short_expiry` if it was held for the short time, or for an attempt other than its newest. `schedule`:
 * minutes after the payment was started. `shopper`: a page or click of the shopper. `return`: an order that goes back
 * to the cart. `report`: a report other than a verified success.
 */
export type EnquiryPurpose =
  | 'confirm'
  | 'staff'
  | 'expiry'
  | 'short_expiry'
  | 'schedule'
  | 'shopper'
  | 'return'
  | 'report';

/**
 * Shares of the day's enquiries, so that no purpose uses up what another needs (docs/security.md "Payments"). Captured
 * payments and staff have no limit: only payments and staff's own decisions cause them. The rest of the day is their
 * reserve.
 */
const DAILY_SHARES: Readonly<Record<EnquiryPurpose, number>> = {
  confirm: Number.POSITIVE_INFINITY,
  staff: Number.POSITIVE_INFINITY,
  expiry: 0.26,
  short_expiry: 0.11,
  schedule: 0.08,
  shopper: 0.15,
  return: 0.05,
  report: 0.05,
};
const NO_LIMIT = 2_147_483_647;

export const computeDailyEnquiries = ({ enquiries }: PaymentGateway, purpose: EnquiryPurpose): number =>
  Math.min(Math.ceil(enquiries.perDay * DAILY_SHARES[purpose]), NO_LIMIT);

/**
 * Causes of enquiries that a network may use up, with their purposes: pages, clicks that pay, returns to the cart,
 * reports.
 */
const NETWORK_PURPOSES = { pages: 'shopper', payments: 'shopper', returns: 'return', reports: 'report' } as const;

/** Share of a purpose's daily enquiries that one network may use, computed from the gateway with the fewest. */
const NETWORK_SHARE = 1 / 3;

/** Counts `enquiries` of the caller's network. Returns whether its limits per hour and per day allow them. */
export async function takeNetworkEnquiries(
  ctx: Ctx,
  cause: keyof typeof NETWORK_PURPOSES,
  enquiries = 1,
): Promise<boolean> {
  const hour = ctx.shop.enquiriesPerNetwork;
  if (!(await takeFromNetworkLimit(ctx, `payment enquiries of ${cause}`, HOUR_MS, hour, { by: enquiries })))
    return false;
  const purpose = NETWORK_PURPOSES[cause];
  const days = ctx.shop.partners.gateways.map((gateway) => computeDailyEnquiries(gateway, purpose));
  const day = Math.ceil(Math.min(NO_LIMIT, ...days) * NETWORK_SHARE);
  return takeFromNetworkLimit(ctx, `payment enquiries a day for ${purpose}`, DAY_MS, day, {
    by: enquiries,
    wideFactor: 1,
  });
}

/**
 * Counts first enquiries of the caller's network. Returns whether their limit allows them. It is larger than that of
 * further enquiries, because many shoppers of a mobile carrier share one address.
 */
export const takeFirstEnquiries = (ctx: Ctx, enquiries: number): Promise<boolean> =>
  takeFromNetworkLimit(ctx, 'first payment enquiries', DAY_MS, ctx.shop.openOrderLimits.network.orders, {
    by: enquiries,
    wideFactor: 1,
  });
