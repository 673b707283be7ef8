/** Payment attempts: each has its own reference, a frozen amount and states (core/payments/attempt-state.ts). */
import type { Lang } from '@shop/core/lang';
import type { Sen } from '@shop/core/money';
import { type AttemptEvent, findNextAttemptState, isCaptured } from '@shop/core/payments/attempt-state';
import { makePaymentReference } from '@shop/core/payments/payment-reference';
import { DAY_MS } from '@shop/core/time';
import type { Ctx } from '../context.ts';
import { lockRows } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { enqueue } from '../jobs/jobs.ts';
import { GENUINE_VERDICTS, type PaymentGateway, type ReportedFields } from '../partners/payment-provider.ts';
import { drawCode } from '../secrets/random-code.ts';
import { inTransaction } from '../transaction.ts';
import * as sql from './attempts.sql.ts';
import { requireGateway } from './payment-methods.ts';

/**
 * Limits of recorded reports, so that forged ones cannot fill the database: reports of one attempt, reports without an
 * attempt per minute, and the days for which the latter are stored.
 */
const MAX_REPORTS_PER_ATTEMPT = 200;
const MAX_UNMATCHED_PER_MINUTE = 60;
const UNMATCHED_RETENTION_DAYS = 30;

/** Characters of a stranger's report that are recorded: of one value, and in total. */
const MAX_UNVERIFIED_VALUE = 200;
const MAX_UNVERIFIED_TOTAL = 2_500;

/** Locks the attempts of an order, oldest first. The caller has already locked the order. */
export const lockAttempts = (ctx: Ctx, order_id: string): Promise<sql.AttemptRow[]> =>
  lockRows(ctx.db, sql.lockAttempts, [order_id]);

export type NewAttempt = {
  order_id: string;
  gateway: string;
  payment_method: string;
  channel: string;
  amount: Sen;
  lang: Lang;
};

/** Creates an attempt and its scheduled enquiries in one transaction. */
export function createAttempt(ctx: Ctx, attempt: NewAttempt): Promise<string> {
  const reference = makePaymentReference(drawCode(), drawCode());
  const { order_id, gateway, payment_method, channel, amount, lang } = attempt;
  const values = [order_id, gateway, payment_method, channel, amount, lang];
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.write(sql.insertAttempt, [uuidV7(ctx.now), reference, ...values, ctx.now]);
    for (const seconds of requireGateway(ctx, gateway).enquiries.afterSeconds) {
      await enqueueEnquiry(ctx, reference, new Date(ctx.now.getTime() + seconds * 1_000));
    }
    return reference;
  });
}

/** Enqueues an enquiry about an attempt; it does nothing if the result is known by then. */
export const enqueueEnquiry = (ctx: Ctx, reference: string, startAfter?: Date): Promise<void> =>
  enqueue(ctx, 'payment', { about: 'enquiry', reference }, startAfter && { startAfter });

/** Maximum enquiries that reports about one attempt cause: one by any report, and one more by a verified one. */
const UNVERIFIED_ENQUIRIES = 1;
const VERIFIED_ENQUIRIES = 2;

/** Takes the enquiry that a report about an attempt causes; false at the limit, or if the attempt was never sent. */
export const takeReportEnquiry = async (ctx: Ctx, attempt_id: string, isVerified: boolean): Promise<boolean> =>
  (await ctx.db.row(sql.takeReportEnquiry, [attempt_id, isVerified ? VERIFIED_ENQUIRIES : UNVERIFIED_ENQUIRIES])) !==
  null;

/** Moves a locked attempt to the state after an event; returns whether its state changed. */
export async function moveAttempt(
  ctx: Ctx,
  attempt: sql.AttemptRow,
  event: AttemptEvent,
  transaction_id: string | null = null,
): Promise<boolean> {
  const next = findNextAttemptState(attempt.state, event);
  if (next === null) return false;
  await ctx.db.write(sql.writeState, [attempt.id, next, ctx.now, transaction_id, isCaptured(next)]);
  return true;
}

/** A report about a payment, valid or not. */
export type PaymentReport = {
  source: 'return' | 'notice' | 'client' | 'enquiry';
  /** A `Verdict`, `unknown_reference`, or an enquiry's result. */
  verdict: string;
  fields: ReportedFields;
};

/** Returns a reported value without secret fields, and without characters that the database cannot store. */
function removeSecrets(value: unknown, secret: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return toStorable(value);
  if (Array.isArray(value)) return value.map((each) => removeSecrets(each, secret));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !secret.has(name.toLowerCase()));
  return Object.fromEntries(members.map(([name, each]) => [toStorable(name), removeSecrets(each, secret)]));
}

const toStorable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Cuts a report to `MAX_UNVERIFIED_VALUE` characters of each value and `MAX_UNVERIFIED_TOTAL` in total. */
function cutToLimits(report: object): object {
  const cut: [string, string][] = [];
  let length = 0;
  for (const [name, value] of Object.entries(report)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    cut.push([name, text.slice(0, MAX_UNVERIFIED_VALUE).toWellFormed()]);
    length += name.length + Math.min(text.length, MAX_UNVERIFIED_VALUE);
    if (length > MAX_UNVERIFIED_TOTAL) return Object.fromEntries(cut.slice(0, -1));
  }
  return Object.fromEntries(cut);
}

/**
 * Records a report: a genuine one in full, without secret fields; any other one cut to limits, because a stranger may
 * have sent it. Limits reports without an attempt.
 */
export async function recordReport(
  ctx: Ctx,
  gateway: Pick<PaymentGateway, 'secretFields'>,
  attempt_id: string | null,
  report: PaymentReport,
): Promise<void> {
  if (attempt_id === null) {
    const { current } = await ctx.shop.counters.add('payment reports without attempt', 60_000);
    if (current > MAX_UNMATCHED_PER_MINUTE) return;
  }
  const secret = new Set(gateway.secretFields.map((name) => name.toLowerCase()));
  const whole = Object(removeSecrets(report.fields ?? {}, secret));
  const isGenuine = report.source === 'enquiry' || GENUINE_VERDICTS.includes(report.verdict);
  const fields = isGenuine ? whole : cutToLimits(whole);
  const values = [attempt_id, report.source, report.verdict, JSON.stringify(fields), ctx.now, MAX_REPORTS_PER_ATTEMPT];
  await ctx.db.write(sql.insertNotice, values);
}

/** Removes old reports that name no attempt. Part of the daily job. */
export const removeUnmatchedReports = (ctx: Ctx): Promise<number> =>
  sql.removeUnmatched(ctx.db, new Date(ctx.now.getTime() - UNMATCHED_RETENTION_DAYS * DAY_MS));
