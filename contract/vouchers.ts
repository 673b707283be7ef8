/** Vouchers that points or coins buy, and a customer's own vouchers (docs/api.md#loyalty). */
import { OWN_VOUCHER_STATUSES, VOUCHER_USES } from '@shop/core/loyalty/voucher';
import { BENEFIT_KINDS } from '@shop/core/promotions/promotion';
import * as v from 'valibot';
import { endpoint } from './api/endpoint.ts';
import { id, image, time, uuid } from './common-schemas.ts';
import { listPage, listQuery } from './list-query.ts';
import { rotatingCode, walletKind } from './loyalty.ts';
import { money } from './money.ts';

const conditions = {
  kind: v.picklist(BENEFIT_KINDS),
  /** Its goods, days and cap, a few words each: "8% off, up to RM10", "Fridays only". */
  conditions: v.array(v.string()),
  /** Slugs of the categories that it is for; empty for any. */
  categories: v.array(v.string()),
};

/**
 * A voucher that can be bought. `why_not` tells the signed-in customer why it cannot be bought now, and a guest which
 * tier it is for; null if neither.
 */
export const voucher = v.object({
  id: v.string(),
  code: v.string(),
  name: v.string(),
  description: v.string(),
  terms: v.string(),
  /** The benefit in a word or two, such as "RM5" or "10%". */
  value: v.string(),
  ...conditions,
  /** Amount 0: free. */
  cost: v.object({ kind: walletKind, amount: v.number() }),
  min_spend: money(),
  usable: v.array(v.picklist(VOUCHER_USES)),
  first_order_only: v.boolean(),
  valid_from: v.nullable(time()),
  valid_to: v.nullable(time()),
  /** Number that can still be bought; null without a limit. */
  left: v.nullable(v.number()),
  image: v.nullable(image),
  why_not: v.nullable(v.string()),
});
export type Voucher = v.InferInput<typeof voucher>;

/** A voucher of a customer. `locked`: an order that is not paid or delivered yet uses it. */
export const ownVoucher = v.object({
  id: v.string(),
  voucher_id: v.string(),
  code: v.string(),
  name: v.string(),
  description: v.string(),
  terms: v.string(),
  value: v.string(),
  ...conditions,
  image: v.nullable(image),
  min_spend: money(),
  usable: v.array(v.picklist(VOUCHER_USES)),
  status: v.picklist(OWN_VOUCHER_STATUSES),
  locked: v.boolean(),
  /** The reason why it cannot be used with the current cart, in the language of the response; null if it can. */
  why_not: v.nullable(v.string()),
  order_id: v.nullable(v.string()),
  issued_at: time(),
  expires_at: v.nullable(time()),
  used_at: v.nullable(time()),
});
export type OwnVoucher = v.InferInput<typeof ownVoucher>;

export const voucherEndpoints = {
  'vouchers.list': endpoint('vouchers.list', {
    access: 'open',
    summary: 'Vouchers that points or coins buy',
    query: listQuery(),
    response: listPage(voucher),
  }),
  'vouchers.one': endpoint('vouchers.one', {
    access: 'open',
    summary: 'One voucher',
    params: v.object({ id: id() }),
    response: voucher,
    refusals: ['voucher.not_found'],
  }),
  'vouchers.own': endpoint('vouchers.own', {
    access: 'me',
    summary: 'Own vouchers, those that expire first first; `search` by status',
    query: listQuery(),
    response: listPage(ownVoucher),
    refusals: ['request.not_found'],
  }),
  'vouchers.ownOne': endpoint('vouchers.ownOne', {
    access: 'me',
    summary: 'One of the own vouchers',
    params: v.object({ id: uuid() }),
    response: ownVoucher,
    refusals: ['request.not_found', 'voucher.not_found'],
  }),
  'vouchers.buy': endpoint('vouchers.buy', {
    access: 'me',
    summary: 'Buys a voucher with points or coins',
    body: v.object({ voucher_id: id() }),
    response: v.object({ voucher: ownVoucher }),
    status: 201,
    refusals: [
      'voucher.not_found',
      'voucher.first_order',
      'voucher.sold_out',
      'voucher.limit',
      'voucher.tier',
      'wallet.too_little_point',
      'wallet.too_little_store_credit',
    ],
    idempotent: true,
  }),
  'vouchers.storeCode': endpoint('vouchers.storeCode', {
    access: 'me',
    summary: 'A code that changes every minute, with which a till takes the voucher',
    params: v.object({ id: uuid() }),
    response: rotatingCode,
    refusals: [
      'request.not_found',
      'voucher.not_found',
      'voucher.locked',
      'voucher.used',
      'voucher.expired',
      'voucher.not_in_store',
    ],
  }),
};
