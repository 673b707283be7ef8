/** Refusals of services: thrown, and turned by one handler into a status and a message in the shopper's language. */
import { type Refusal, type RefusalArguments, type RefusalCode, refusal } from '@shop/core/refusal';
import type { Ctx } from './context.ts';

/** A thrown refusal. */
export class Refused extends Error {
  readonly refusal: Refusal;
  /** Field → refusals, for forms. */
  readonly fields: Readonly<Record<string, readonly Refusal[]>> | undefined;
  /** Additional members of the response in wire format (409 `changes`, `cart`). */
  readonly more: Readonly<Record<string, unknown>> | undefined;
  /** Seconds, for `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** Runs after the rollback, outside the transaction that failed; the refusal that it returns is reported instead. */
  readonly afterwards: ((ctx: Ctx) => Promise<Refused>) | undefined;

  constructor(
    what: Refusal,
    options: {
      fields?: Record<string, readonly Refusal[]>;
      more?: Record<string, unknown>;
      retryAfter?: number;
      afterwards?: (ctx: Ctx) => Promise<Refused>;
    } = {},
  ) {
    super(what.code);
    this.name = 'Refused';
    this.refusal = what;
    this.fields = options.fields;
    this.more = options.more;
    this.retryAfter = options.retryAfter;
    this.afterwards = options.afterwards;
  }
}

/** Refuses by code; never returns. */
export function refuse<Code extends RefusalCode>(code: Code, ...params: RefusalArguments<Code>): never {
  throw new Refused(refusal(code, ...params));
}

/** Builds the refusal of a reached limit; message and `Retry-After` have the same time, in seconds. */
export function buildRateLimitRefusal(seconds: number): Refused {
  const retryAfter = Math.max(1, Math.ceil(seconds));
  return new Refused(refusal('request.rate_limited', { seconds: retryAfter }), { retryAfter });
}

/** Refuses with errors of single fields; the first is the message. */
export function refuseFields(fields: Record<string, readonly Refusal[]>): never {
  const first = Object.values(fields)[0]?.[0] ?? refusal('request.invalid');
  throw new Refused(first, { fields });
}

/** HTTP statuses by refusal code; 422 for all others. 403 only for a token that is no longer valid (docs/api.md). */
const STATUS_OF_CODE: Partial<Record<RefusalCode, number>> = {
  'request.malformed': 400,
  'auth.required': 401,
  'auth.second_factor': 401,
  'auth.second_factor_required': 401,
  'auth.locked': 401,
  'request.signature': 401,
  'auth.token_invalid': 403,
  'request.not_found': 404,
  'order.not_found': 404,
  'cancellation.not_found': 404,
  'order.wrong_status': 409,
  'order.changed': 409,
  'order.tags_changed': 409,
  'order.unpaid': 409,
  'order.unconfirmed': 409,
  'order.no_mail': 409,
  'order.mail_waits': 409,
  'run.not_packed': 409,
  'run.order_taken': 409,
  'run.closed': 409,
  'run.counted': 409,
  'run.stop_done': 409,
  'run.token_invalid': 401,
  'order.total_rises': 409,
  'order.awaits_payment': 409,
  'order.too_many_notes': 409,
  'order.too_many_tags': 409,
  'picking.no_line': 404,
  'picking.claimed': 409,
  'picking.decided': 409,
  'picking.refund_moved': 409,
  'picking.undecided': 409,
  'picking.nothing_found': 409,
  'picking.not_agreed': 409,
  'picking.replacement': 404,
  'picking.replacement_stock': 409,
  'payment.closed': 409,
  'payment.unchecked': 503,
  'payment.too_many_attempts': 409,
  'payment.not_found': 404,
  'payment.gateway_silent': 503,
  'auth.tng_silent': 503,
  'refund.not_found': 404,
  'refund.wrong_state': 409,
  'refund.too_much': 409,
  'refund.items': 409,
  'refund.nothing': 409,
  'refund.owed': 409,
  'refund.goods_sold': 409,
  'catalog.several': 409,
  'catalog.own_stock': 409,
  'catalog.stock_changed': 409,
  'refund.cancel_instead': 409,
  'cancellation.open': 409,
  'cancellation.withdrawn': 409,
  'cancellation.too_late': 409,
  'cancellation.decided': 409,
  'voucher.not_found': 404,
  'till.member_not_found': 404,
  'till.receipt_unknown': 404,
  'voucher.sold_out': 409,
  'voucher.limit': 409,
  'voucher.tier': 409,
  'voucher.first_order': 409,
  'voucher.locked': 409,
  'voucher.used': 409,
  'voucher.expired': 409,
  'wallet.too_little_point': 409,
  'wallet.too_little_store_credit': 409,
  'wallet.negative': 409,
  'checkin.already': 409,
  'till.receipt_differs': 409,
  'till.key_invalid': 401,
  'staff.exists': 409,
  'staff.last_owner': 409,
  'staff.changed': 409,
  'prices.changed': 409,
  'staff.operator': 409,
  'second_factor.on': 409,
  'second_factor.off': 409,
  'second_factor.not_begun': 409,
  'second_factor.own': 409,
  'approval.decided': 409,
  'approval.expired': 409,
  'approval.second_person': 409,
  'campaigns.ended': 409,
  'checkout.changed': 409,
  'checkout.busy': 503,
  'account.open_orders': 409,
  'request.conflict': 409,
  'request.idempotency': 409,
  'product.removed': 410,
  'request.too_large': 413,
  'request.unsupported_media': 415,
  'request.rate_limited': 429,
  'server.error': 500,
  'request.unavailable': 503,
};

/** Returns the HTTP status of a refusal. */
export const statusOf = (code: RefusalCode): number => STATUS_OF_CODE[code] ?? 422;
