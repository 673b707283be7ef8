/**
 * The till API: members, awards and redemptions at an outlet, by the outlet's API key in `x-api-key`
 * (docs/api.md#till).
 */
import * as v from 'valibot';
import { endpoint } from './api/endpoint.ts';
import { id, textLine, time, uuid } from './common-schemas.ts';
import { walletBalances, walletKind } from './loyalty.ts';
import { money, moneyIn } from './money.ts';

const receipt = v.pipe(textLine(60), v.minLength(1));
const wholeAmount = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000));

/** Goods of a receipt by SKU or barcode; `amount` is the price of all units, after the outlet's own discounts. */
const receiptLine = v.object({
  sku: v.optional(textLine(80)),
  barcode: v.optional(textLine(80)),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
  amount: moneyIn(),
});
export type ReceiptLine = v.InferOutput<typeof receiptLine>;

const member = v.object({ id: v.string(), name: v.string(), tier: v.nullable(v.string()), balances: walletBalances });

/** The effects of a receipt on the member's wallets and vouchers. */
const tillResult = v.object({
  receipt: v.string(),
  /** Signed change of the wallet; 0 for a voucher. */
  amount: v.number(),
  kind: v.nullable(walletKind),
  /** The amount that a redemption deducts from the bill. */
  value: money(),
  voucher: v.nullable(v.object({ code: v.string(), name: v.string() })),
  /** Benefit and conditions of the voucher, for the cashier; null without a voucher or conditions. */
  offer: v.nullable(v.string()),
  terms: v.nullable(v.string()),
  member,
});
export type TillResult = v.InferInput<typeof tillResult>;

export const tillEndpoints = {
  'till.member': endpoint('till.member', {
    access: 'till',
    summary: 'Finds a member by the code of the member card, or by phone',
    body: v.object({ card: v.optional(textLine(80)), contact: v.optional(textLine(254)) }),
    response: v.object({ member }),
    refusals: ['till.member_not_found'],
  }),
  'till.award': endpoint('till.award', {
    access: 'till',
    summary: 'Awards points for a receipt; the same receipt again returns the first response',
    body: v.object({ member_id: uuid(), receipt, amount: moneyIn() }),
    response: tillResult,
    status: 201,
    refusals: ['till.member_not_found', 'till.receipt_differs', 'field.max'],
  }),
  'till.redeem': endpoint('till.redeem', {
    access: 'till',
    summary: 'Redeems points, coins or a voucher for a receipt',
    body: v.union([
      v.object({ member_id: uuid(), receipt, kind: walletKind, amount: wholeAmount }),
      v.object({
        member_id: uuid(),
        receipt,
        voucher_code: textLine(80),
        bill: v.optional(moneyIn()),
        lines: v.optional(v.pipe(v.array(receiptLine), v.minLength(1), v.maxLength(500))),
      }),
    ]),
    response: tillResult,
    status: 201,
    refusals: [
      'till.member_not_found',
      'till.receipt_differs',
      'wallet.too_little_point',
      'wallet.too_little_store_credit',
      'points.min',
      'points.multiple',
      'voucher.not_found',
      'voucher.used',
      'voucher.expired',
      'voucher.locked',
      'voucher.not_in_store',
      'voucher.other_day',
      'voucher.first_order',
      'voucher.min_spend',
      'voucher.no_goods',
      'till.bill_needed',
      'till.lines_needed',
      'till.lines_above_bill',
    ],
  }),
  'till.reverse': endpoint('till.reverse', {
    access: 'till',
    summary:
      'Takes back what a receipt awarded and redeemed, once; the same receipt again returns the same transactions',
    body: v.object({ receipt }),
    response: v.object({ receipt: v.string(), reversed: v.array(tillResult) }),
    refusals: ['till.receipt_unknown'],
  }),
};

const tillKey = v.object({
  id: v.string(),
  outlet: v.string(),
  is_active: v.boolean(),
  created_at: time(),
  /** Receipts that the key awarded or redeemed in the last 30 days, and the time of its last one. */
  receipts: v.number(),
  last_receipt_at: v.nullable(time()),
});
export type TillKey = v.InferInput<typeof tillKey>;

export const staffTillEndpoints = {
  'staff.tillKeys': endpoint('staff.tillKeys', {
    access: 'staff',
    roles: ['outlet_manager'],
    summary: 'API keys of tills and their use, without the keys themselves; an outlet manager’s own outlet only',
    response: v.object({ data: v.array(tillKey) }),
  }),
  'staff.addTillKey': endpoint('staff.addTillKey', {
    access: 'staff',
    summary: 'Adds an API key for an outlet’s till; the key is returned once',
    body: v.object({ outlet: textLine(40) }),
    response: v.object({ id: v.string(), key: v.string() }),
    status: 201,
    refusals: ['request.not_found'],
  }),
  'staff.disableTillKey': endpoint('staff.disableTillKey', {
    access: 'staff',
    summary: 'Disables an API key',
    params: v.object({ id: id() }),
    response: v.object({ success: v.boolean() }),
    refusals: ['request.not_found'],
  }),
};
