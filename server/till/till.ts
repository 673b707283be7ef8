/**
 * Members at the tills of outlets: look-ups, awards, redemptions and their reversal (docs/api.md#till). Each
 * happens once for a receipt's number.
 */
import type { ReceiptLine, TillResult } from '@shop/contract/till';
import { listBarcodeSpellings } from '@shop/core/catalog/barcode';
import { parseContact } from '@shop/core/identity/contact';
import { textIn } from '@shop/core/lang';
import { computePoints, NO_MULTIPLIER } from '@shop/core/loyalty/earn';
import { checkPoints } from '@shop/core/loyalty/redeem';
import { applyInStore } from '@shop/core/loyalty/voucher';
import type { WalletKind } from '@shop/core/loyalty/wallet';
import { formatMoney, type Sen } from '@shop/core/money';
import type { PromotionLine } from '@shop/core/promotions/promotion';
import { type RefusalCode, refusal } from '@shop/core/refusal';
import { type Ctx, publish, type TillActor } from '../context.ts';
import { lockRows } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { computeWalletValue } from '../loyalty/loyalty.view.ts';
import { computeGraceEnd, readLoyaltySettings, requireProgram } from '../loyalty/loyalty-settings.ts';
import { countSpend } from '../loyalty/membership/membership.ts';
import { readEarnTimes } from '../loyalty/rewards/earn-times.ts';
import { computeExpiry } from '../loyalty/rewards/rewards.ts';
import { describeForCashier, explainVoucher } from '../loyalty/vouchers/vouchers.view.ts';
import { readBalances } from '../loyalty/wallets/entries.ts';
import { entriesOfSource } from '../loyalty/wallets/wallets.sql.ts';
import { changeWallets, toLots, type WalletChange } from '../loyalty/wallets/wallets.ts';
import { refuse, refuseFields } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { readCard } from './member-card.ts';
import * as sql from './till.sql.ts';
import { readVoucherCode, requireUsableInStore } from './voucher-code.ts';

export function requireTill({ actor }: Ctx): TillActor {
  return actor.kind === 'till' ? actor : refuse('till.key_invalid');
}

async function loadMember(ctx: Ctx, { id, name, tier_en, tier_zh }: sql.MemberRow) {
  const tier = tier_en === null ? null : textIn(ctx.lang, tier_en, tier_zh);
  return { id, name, tier, balances: await readBalances(ctx, id) };
}

/** Finds a member by card or contact. Refuses `till.member_not_found`. */
export async function readMember(ctx: Ctx, { card, contact }: { card?: string; contact?: string }) {
  await requireProgram(ctx);
  if (card === undefined && contact === undefined) refuseFields({ card: [refusal('field.required')] });
  const number = card === undefined ? null : readCard(ctx, card);
  const parsed = contact === undefined ? null : parseContact(contact);
  const memberRow =
    number === null
      ? parsed &&
        (await ctx.db.row(sql.memberByContact, [
          parsed.kind === 'email' ? parsed.value : null,
          parsed.kind === 'phone' ? parsed.value : null,
        ]))
      : await ctx.db.row(sql.memberByNumber, [number]);
  return loadMember(ctx, memberRow ?? refuse('till.member_not_found'));
}

const requireMember = async (ctx: Ctx, id: string): Promise<sql.MemberRow> =>
  (await ctx.db.row(sql.memberById, [id])) ?? refuse('till.member_not_found');

/** Locks a member for a transaction. Refuses `till.member_not_found`. */
async function lockMember(ctx: Ctx, id: string): Promise<sql.MemberRow> {
  const [member] = await lockRows(ctx.db, sql.lockMember, [id]);
  return member ?? refuse('till.member_not_found');
}

async function loadResult(ctx: Ctx, row: sql.ReceiptRow): Promise<TillResult> {
  const { receipt, what, amount, value, voucher_code: code, voucher } = row;
  const isVoucher = code !== null && voucher !== null;
  return {
    receipt,
    amount,
    kind: what === 'award' ? 'point' : what === 'voucher' ? null : what,
    value,
    voucher: isVoucher ? { code, name: textIn(ctx.lang, voucher.name_en, voucher.name_zh) } : null,
    ...(isVoucher ? describeForCashier(voucher, ctx.lang) : { offer: null, terms: null }),
    member: await loadMember(ctx, await requireMember(ctx, row.customer_id)),
  };
}

/** A receipt's transaction: the row to record, and its change of wallets or voucher. */
type TillTransaction = Pick<sql.ReceiptRow, 'what' | 'customer_id' | 'amount' | 'value' | 'bill' | 'own_voucher_id'>;

/**
 * Returns the source of a receipt's wallet entries. Takes the receipt's number as it was first sent: letter case may
 * differ.
 */
const formatSource = (till: TillActor, receipt: string, what: TillTransaction['what']): string =>
  `receipt:${till.outlet}:${receipt}:${what}`;

const isSame = (row: sql.ReceiptRow, transaction: TillTransaction): boolean =>
  row.customer_id === transaction.customer_id &&
  row.bill === transaction.bill &&
  (transaction.what === 'award' || row.amount === transaction.amount) &&
  row.own_voucher_id === transaction.own_voucher_id;

/**
 * Records a transaction of a receipt, once, and applies it. Repeating it returns the first result; a different
 * transaction for the same receipt is refused with `till.receipt_differs`.
 */
async function recordOnce(
  ctx: Ctx,
  receipt: string,
  transaction: TillTransaction,
  apply: (ctx: Ctx) => Promise<void>,
): Promise<TillResult> {
  const till = requireTill(ctx);
  const { what, customer_id, amount, value, bill, own_voucher_id } = transaction;
  const inserted = await ctx.db.row(sql.insertReceipt, [
    uuidV7(ctx.now),
    till.outlet,
    receipt,
    what,
    customer_id,
    amount,
    value,
    bill,
    own_voucher_id,
    till.key_id,
    ctx.now,
  ]);
  if (inserted !== null) {
    await requireProgram(ctx);
    await apply(ctx);
  }
  const rows = await ctx.db.rows(sql.receiptRows, [till.outlet, receipt]);
  const row = rows.find((each) => each.what === what);
  if (rows.some((each) => each.customer_id !== customer_id)) refuse('till.receipt_differs');
  if (row === undefined || row.is_reversed || !isSame(row, transaction)) return refuse('till.receipt_differs');
  return loadResult(ctx, row);
}

/** Runs a till's call for a receipt in a transaction, after earlier calls for the same receipt have ended. */
function withReceipt<T>(ctx: Ctx, receipt: string, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const till = requireTill(ctx);
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.row(sql.lockReceipt, [till.outlet, receipt]);
    return work(ctx);
  });
}

const describeReceipt = (till: TillActor, receipt: string) => ({ outlet: till.name, receipt });

/**
 * Awards points for a bill, at the rate of the member's tier, and counts it towards the tier. Refuses `field.max` at
 * `amount` above the shop's `max_till_amount`.
 */
export function award(ctx: Ctx, input: { member_id: string; receipt: string; amount: Sen }): Promise<TillResult> {
  const till = requireTill(ctx);
  return withReceipt(ctx, input.receipt, async (ctx) => {
    const { member_id, receipt, amount: bill } = input;
    const { earn_rate } = await lockMember(ctx, member_id);
    const rate = earn_rate ?? 0;
    const times = await readEarnTimes(ctx, member_id);
    const points = computePoints(bill, rate, times);
    const source = formatSource(till, receipt, 'award');
    const transaction = {
      what: 'award',
      customer_id: member_id,
      amount: points,
      value: 0,
      bill,
      own_voucher_id: null,
    } as const;
    return recordOnce(ctx, receipt, transaction, async (ctx) => {
      const settings = await readLoyaltySettings(ctx.db);
      const { max_till_amount: max } = settings;
      if (bill > max) refuseFields({ amount: [refusal('field.max', { max: formatMoney(max) })] });
      await countSpend(ctx, member_id, source, bill);
      const [entry] = await changeWallets(ctx, member_id, [
        {
          do: 'earn',
          kind: 'point',
          amount: points,
          expires_at: computeExpiry('point', ctx.now, settings),
          action: 'store_reward',
          source,
          basis: bill,
          rate,
          details: { ...describeReceipt(till, receipt), ...(times !== NO_MULTIPLIER && { times: times / 100 }) },
        },
      ]);
      if (entry) await publish(ctx, { type: 'till.rewarded', customer_id: member_id, entry });
    });
  });
}

/** Redeems points or coins. Refuses an amount above the balance, and points that `checkPoints` refuses. */
export function redeemWallet(
  ctx: Ctx,
  input: { member_id: string; receipt: string; kind: WalletKind; amount: number },
): Promise<TillResult> {
  const till = requireTill(ctx);
  return withReceipt(ctx, input.receipt, async (ctx) => {
    const { member_id, receipt, kind, amount } = input;
    await lockMember(ctx, member_id);
    const settings = await readLoyaltySettings(ctx.db);
    const value = computeWalletValue(kind, amount, settings);
    const transaction = {
      what: kind,
      customer_id: member_id,
      amount: -amount,
      value,
      bill: null,
      own_voucher_id: null,
    };
    return recordOnce(ctx, receipt, transaction, async (ctx) => {
      const pointsRefusal = kind === 'point' ? checkPoints(amount, settings) : null;
      if (pointsRefusal !== null) refuseFields({ amount: [pointsRefusal] });
      const source = formatSource(till, receipt, kind);
      const details = describeReceipt(till, receipt);
      const change: WalletChange = { do: 'spend', kind, amount, action: 'store_redeem', source, details };
      const [entry] = await changeWallets(ctx, member_id, [change]);
      if (entry) await publish(ctx, { type: 'till.redeemed', customer_id: member_id, entry });
    });
  });
}

type VoucherRequest = {
  member_id: string;
  receipt: string;
  voucher_code: string;
  bill?: Sen | undefined;
  lines?: readonly ReceiptLine[] | undefined;
};

/**
 * Converts the receipt's lines to the lines that promotions take. A product that the shop does not know has no category
 * and no brand.
 */
async function loadReceiptLines(ctx: Ctx, lines: readonly ReceiptLine[]): Promise<PromotionLine[]> {
  const codes = lines.flatMap(({ sku, barcode }, line) => [
    ...(sku === undefined ? [] : [{ line, sku, barcode: null }]),
    ...(barcode === undefined ? [] : listBarcodeSpellings(barcode).map((each) => ({ line, sku: null, barcode: each }))),
  ]);
  const rows = await ctx.db.rows(sql.receiptGoods, [codes.map(({ sku }) => sku), codes.map(({ barcode }) => barcode)]);
  return lines.map(({ quantity, amount }, index) => {
    const { categories = [], brand = null } = rows.find(({ place }) => codes[place - 1]?.line === index) ?? {};
    return {
      categories,
      brand,
      quantity,
      checkout: true,
      final_price: Math.floor(amount / quantity),
      price_total: amount,
    };
  });
}

/**
 * Returns the receipt's total in sen: `bill`, else the sum of its lines; null without both. Refuses
 * `till.lines_above_bill`.
 */
function computeReceiptTotal({ bill, lines }: VoucherRequest): Sen | null {
  const sum = lines?.reduce((total, { amount }) => total + amount, 0) ?? null;
  if (bill !== undefined && sum !== null && sum > bill) refuseFields({ lines: [refusal('till.lines_above_bill')] });
  return bill ?? sum;
}

/** Request fields that a till can add, by the refusal of a voucher that needs them. */
const NEEDED_FIELDS: Partial<Record<RefusalCode, string>> = {
  'till.bill_needed': 'bill',
  'till.lines_needed': 'lines',
};

/**
 * Computes the discount of a voucher on the receipt, in sen. Refuses a voucher that does not apply, with the reason.
 * Does not mark it as used.
 */
async function computeVoucherValue(ctx: Ctx, voucher: sql.MemberVoucher, input: VoucherRequest): Promise<Sen> {
  await requireProgram(ctx);
  requireUsableInStore(ctx, voucher);
  const [lines, order] = await Promise.all([
    input.lines === undefined ? null : loadReceiptLines(ctx, input.lines),
    ctx.db.row(sql.anyOrderOfMember, [input.member_id]),
  ]);
  const receipt = { bill: computeReceiptTotal(input), lines, now: ctx.now, is_first_order: order === null };
  const value = applyInStore(voucher.voucher, receipt);
  if (typeof value === 'number') return value;
  const refused = explainVoucher(value, voucher.voucher, ctx.lang);
  return refuseFields({ [NEEDED_FIELDS[refused.code] ?? 'voucher_code']: [refused] });
}

/**
 * Uses a member's voucher in the outlet, if the receipt meets its terms. A repeated request gets the first response,
 * although the voucher is used by then.
 */
export function redeemVoucher(ctx: Ctx, input: VoucherRequest): Promise<TillResult> {
  const till = requireTill(ctx);
  return withReceipt(ctx, input.receipt, async (ctx) => {
    const { member_id, receipt, voucher_code } = input;
    await lockMember(ctx, member_id);
    const rows = await ctx.db.rows(sql.receiptRows, [till.outlet, receipt]);
    const earlier = rows.find(({ what }) => what === 'voucher');
    const code = readVoucherCode(ctx, voucher_code, earlier?.voucher_code ?? null) ?? refuse('voucher.not_found');
    const [voucher] = await lockRows(ctx.db, sql.lockVoucher, [member_id, code]);
    if (voucher === undefined) return refuse('voucher.not_found');
    const transaction = {
      what: 'voucher',
      customer_id: member_id,
      amount: 0,
      value: earlier?.value ?? (await computeVoucherValue(ctx, voucher, input)),
      bill: computeReceiptTotal(input),
      own_voucher_id: voucher.id,
    } as const;
    return recordOnce(ctx, receipt, transaction, (ctx) => ctx.db.write(sql.useVoucher, [voucher.id, ctx.now]));
  });
}

/**
 * Reverses the awards and redemptions of a receipt, once; repeating it returns the same transactions. Refuses
 * `till.receipt_unknown`.
 */
export function reverse(ctx: Ctx, receipt: string): Promise<{ receipt: string; reversed: TillResult[] }> {
  const till = requireTill(ctx);
  return withReceipt(ctx, receipt, async (ctx) => {
    await lockRows(ctx.db, sql.lockMembersOfReceipt, [till.outlet, receipt]);
    const reversals = await ctx.db.rows(sql.reverseReceipt, [till.outlet, receipt, ctx.now]);
    const all = await ctx.db.rows(sql.receiptRows, [till.outlet, receipt]);
    const [first] = all;
    if (first === undefined) return refuse('till.receipt_unknown');
    const rows = all.filter(({ id }) => reversals.some((each) => each.id === id));
    const vouchers = rows.flatMap(({ own_voucher_id }) => own_voucher_id ?? []);
    const grace = computeGraceEnd(ctx.now, await readLoyaltySettings(ctx.db));
    if (vouchers.length > 0) await lockRows(ctx.db, sql.returnVouchers, [vouchers, ctx.now, grace]);
    for (const { receipt, what, bill } of rows) {
      const source = `${formatSource(till, receipt, what)}:reversal`;
      if (what === 'award' && bill !== null) await countSpend(ctx, first.customer_id, source, -bill);
    }
    const changes = await Promise.all(rows.map((row) => planReversal(ctx, till, row, grace)));
    await changeWallets(ctx, first.customer_id, changes.flat());
    return { receipt, reversed: await Promise.all(all.map((row) => loadResult(ctx, row))) };
  });
}

async function planReversal(ctx: Ctx, till: TillActor, row: sql.ReceiptRow, grace: Date): Promise<WalletChange[]> {
  const source = formatSource(till, row.receipt, row.what);
  const reason = { action: 'store_reversal', source, details: describeReceipt(till, row.receipt) } as const;
  if (row.what === 'award') return [{ do: 'take back', kind: 'point', amount: row.amount, ...reason }];
  const entries = await ctx.db.rows(entriesOfSource, [row.customer_id, source, null]);
  return entries.map(({ kind, lots }) => ({
    do: 'give back',
    kind,
    lots: toLots(lots),
    grace,
    ...reason,
  }));
}
