/** Statements of payment attempts and of the reports about them. */
import { ATTEMPT_STATES } from '@shop/core/payments/attempt-state';
import * as v from 'valibot';
import { declareCleanUp } from '../db/clean-up.ts';
import { lockingStatement, statement } from '../db/database.ts';
import { MAX_COUNTED } from '../lists/list-page.ts';

export const attemptRow = v.object({
  id: v.string(),
  reference: v.string(),
  order_id: v.string(),
  gateway: v.string(),
  payment_method: v.string(),
  channel: v.string(),
  /** Sen. */
  amount: v.number(),
  state: v.picklist(ATTEMPT_STATES),
  lang: v.picklist(['en', 'zh']),
  transaction_id: v.nullable(v.string()),
  is_confirmed: v.boolean(),
  last_answer: v.nullable(v.string()),
  /** When the shopper first went to the gateway. */
  sent_at: v.nullable(v.date()),
  enquired_at: v.nullable(v.date()),
  /** Time of the last answer that said whether it is paid; null after it is sent again. */
  answered_at: v.nullable(v.date()),
  /** Whether the last enquiry did not say whether it is paid. */
  is_unanswered: v.boolean(),
  created_at: v.date(),
  updated_at: v.date(),
  captured_at: v.nullable(v.date()),
});
export type AttemptRow = v.InferOutput<typeof attemptRow>;

export const attemptByReference = statement(
  'payments.attempt',
  attemptRow,
  'select * from payment_attempts where reference = $1',
);

/** An attempt with its order's number and the last day of the settlement file that had it. */
export const listedAttempt = v.object({
  ...attemptRow.entries,
  order_number: v.string(),
  settled_on: v.nullable(v.string()),
});
export type ListedAttempt = v.InferOutput<typeof listedAttempt>;

const SELECT_ATTEMPTS = `select a.*, to_char(a.settled_on, 'YYYY-MM-DD') as settled_on, o.order_number
  from payment_attempts a join orders o on o.id = a.order_id`;

/** Reads attempts, sorted by their position in the ids $1. */
export const attemptsById = statement(
  'payments.attemptsById',
  listedAttempt,
  `${SELECT_ATTEMPTS} join unnest($1::uuid[]) with ordinality as cut (id, place) on cut.id = a.id order by cut.place`,
);

/**
 * Builds the statement of a page of attempts, newest first, with the total. Values: states, order number, reference,
 * each or null; whether to list only captured attempts that no settlement file had; captured from $5 and before $6 or
 * null; limit, offset. `attempts` is the table, or a subquery, which is counted in full, since files are reconciled
 * with all of it; `maxCounted` is SQL.
 */
const buildAttemptsPage = (name: string, attempts: string, maxCounted = 'null') =>
  statement(
    name,
    v.object({ total: v.number(), ids: v.array(v.string()) }),
    `with found as not materialized (
       select a.id from ${attempts} a
       where ($1::text[] is null or a.state = any($1))
         and ($2::text is null or a.order_id = (select id from orders where order_number = $2))
         and ($3::text is null or a.reference = $3)
         and (not $4::boolean or (a.captured_at is not null and a.settled_on is null))
         and ($5::timestamptz is null or a.captured_at >= $5) and ($6::timestamptz is null or a.captured_at < $6)
     )
     select (select count(*) from (select from found order by id desc limit ${maxCounted}) counted) as total,
       array(select id from found order by id desc limit $7 offset $8) as ids`,
  );

/** A page of all attempts. Without a time, the total is at most `MAX_COUNTED`. */
export const allAttempts = buildAttemptsPage(
  'payments.allAttempts',
  'payment_attempts',
  `case when $5::timestamptz is null and $6::timestamptz is null then ${MAX_COUNTED} end`,
);

/**
 * Builds a subquery of attempts for a condition with an index of its own; `offset 0` reads it before the join, so that
 * every plan uses the index.
 */
const buildAttemptsSubquery = (condition: string) => `(select * from payment_attempts where ${condition} offset 0)`;

/** Attempts that were sent without a result or whose enquiry had none, and payments that no enquiry confirmed. */
export const unresolvedAttempts = buildAttemptsPage(
  'payments.unresolvedAttempts',
  buildAttemptsSubquery(
    `state in ('sent', 'pending') or is_unanswered or (captured_at is not null and not is_confirmed)`,
  ),
);

/** Attempts of one order, or with one reference. */
export const attemptsOfNumber = buildAttemptsPage(
  'payments.attemptsOfNumber',
  buildAttemptsSubquery('order_id = (select id from orders where order_number = $2) or reference = $3'),
);

/** Captured attempts that no settlement file had. */
export const unsettledAttempts = buildAttemptsPage(
  'payments.unsettledAttempts',
  buildAttemptsSubquery('captured_at is not null and settled_on is null'),
);

/** Locks the attempts with references $1. */
export const lockReferences = lockingStatement(
  'attempt',
  'payments.lockReferences',
  listedAttempt,
  `${SELECT_ATTEMPTS} where a.reference = any($1::text[]) order by a.id for update of a`,
);

/** Writes that a settlement file until day $2 had the captured attempts $1, unless another file had them before. */
export const writeSettled = statement(
  'payments.writeSettled',
  v.object({}),
  'update payment_attempts set settled_on = $2::date where id = any($1::uuid[]) and settled_on is null',
);

/** Reads the attempts of order $1, oldest first. */
export const attemptsOfOrder = statement(
  'payments.attemptsOfOrder',
  attemptRow,
  'select * from payment_attempts where order_id = $1 order by id',
);

/** Locks the attempts of order $1, oldest first. */
export const lockAttempts = lockingStatement(
  'attempt',
  'payments.lockAttempts',
  attemptRow,
  'select * from payment_attempts where order_id = $1 order by id for update',
);

export const insertAttempt = statement(
  'payments.insertAttempt',
  v.object({}),
  `insert into payment_attempts (id, reference, order_id, gateway, payment_method, channel, amount, state, lang,
     created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, 'created', $8, $9, $9)`,
);

/** Writes state $2 of attempt $1 at $3, with transaction $4 if given; $5 whether money has been captured. */
export const writeState = statement(
  'payments.writeState',
  v.object({}),
  `update payment_attempts set state = $2, updated_at = $3, transaction_id = coalesce($4, transaction_id),
     captured_at = case when $5 then coalesce(captured_at, $3) end,
     sent_at = case when $2 = 'sent' then coalesce(sent_at, $3) else sent_at end,
     answered_at = case when $2 = 'sent' then null else answered_at end
   where id = $1`,
);

/** Writes that an enquiry about attempt $1 at $2 had no answer, or was not sent because of a limit ($2 is null). */
export const writeUnanswered = statement(
  'payments.writeUnanswered',
  v.object({}),
  `update payment_attempts set enquired_at = coalesce($2::timestamptz, enquired_at), is_unanswered = true where id = $1`,
);

/**
 * Writes answer $2 of an enquiry about attempt $1 at $5. $3: it confirms the payment. $4: it says whether the attempt
 * is paid.
 */
export const writeEnquiryResult = statement(
  'payments.writeEnquiryResult',
  v.object({}),
  `update payment_attempts set last_answer = $2, is_confirmed = is_confirmed or $3,
     enquired_at = $5, answered_at = case when $4 then $5 else answered_at end,
     is_unanswered = not $4, unclear_at = case when not $4 then $5 end
   where id = $1`,
);

/** SQL condition: the gateway knows the attempt and may still report it as paid. */
const IS_OPEN = `state in ('sent', 'pending', 'failed')`;

const attemptReference = v.object({ reference: v.string() });

const openAttempt = v.object({ reference: v.string(), was_enquired: v.boolean() });
export type OpenAttempt = v.InferOutput<typeof openAttempt>;

/** Reads the open attempts of order $1, oldest first, and whether an enquiry about each was sent. */
export const openAttempts = statement(
  'payments.openAttempts',
  openAttempt,
  `select reference, enquired_at is not null as was_enquired
   from payment_attempts where order_id = $1 and ${IS_OPEN} order by id`,
);

/** Reads whether order $1 has an open attempt about which no enquiry since $2 was answered. */
export const hasUncheckedAttempt = statement(
  'payments.hasUncheckedAttempt',
  v.object({ is_unchecked: v.boolean() }),
  `select exists (select from payment_attempts where order_id = $1 and ${IS_OPEN}
     and (is_unanswered or answered_at is null or answered_at < $2)) as is_unchecked`,
);

/** SQL condition: a page may enquire about the attempt; the values are those of `takeShopperEnquiries`. */
const IS_DUE = `order_id = $1 and ${IS_OPEN} and (shopper_enquiries < $4 or enquired_at is null
  or enquired_at + shopper_enquiries ^ 2 * $3::integer * interval '1 millisecond' <= $2::timestamptz)`;

/** Reads the attempts that `takeShopperEnquiries` would take. */
export const dueShopperEnquiries = statement(
  'payments.dueShopperEnquiries',
  openAttempt,
  `select reference, enquired_at is not null as was_enquired from payment_attempts where ${IS_DUE}`,
);

/**
 * Takes the open attempts of order $1 that a page may enquire about at $2: the first $4 times at once, then $3 ms times
 * the square of their number after the last enquiry. Leaves out attempts that are being settled: nothing waits for
 * them.
 */
export const takeShopperEnquiries = statement(
  'payments.takeShopperEnquiries',
  attemptReference,
  `with due as (select id from payment_attempts where ${IS_DUE} for update skip locked)
   update payment_attempts a set shopper_enquiries = shopper_enquiries + 1, enquired_at = $2::timestamptz
   from due where a.id = due.id returning reference`,
);

/**
 * Counts an enquiry about attempt $1 that a report causes. No row if the attempt was never sent or is being settled, or
 * if reports caused $2 enquiries before.
 */
export const takeReportEnquiry = statement(
  'payments.takeReportEnquiry',
  attemptReference,
  `with free as (
     select id from payment_attempts where id = $1 and sent_at is not null and report_enquiries < $2
     for update skip locked
   )
   update payment_attempts a set report_enquiries = report_enquiries + 1 from free where a.id = free.id
   returning reference`,
);

/**
 * SQL expression: the time of the next enquiry about a payment that has been unclear since `since`. The pause after the
 * one at `enquired_at` is ten minutes, later a third of the time between the two.
 */
const nextEnquirySql = (enquired_at: string, since: string): string =>
  `${enquired_at} + greatest(interval '10 minutes', (${enquired_at} - ${since}) / 3)`;

/** SQL condition: the pause after the gateway's unclear answer about an open attempt still runs; it began at `since`. */
export const awaitsEnquirySql = (order_id: string, since: string, now: string): string =>
  `exists (select from payment_attempts where order_id = ${order_id} and ${IS_OPEN}
     and ${nextEnquirySql('unclear_at', since)} > ${now})`;

/** Reads the references of at most $2 captured payments that are not confirmed and due for an enquiry at $1. */
export const unconfirmedReferences = statement(
  'payments.unconfirmedReferences',
  attemptReference,
  `select reference from ${buildAttemptsSubquery('captured_at is not null and not is_confirmed')} a
   where ${nextEnquirySql('coalesce(enquired_at, captured_at)', 'captured_at')} <= $1::timestamptz
   order by coalesce(enquired_at, captured_at) limit $2`,
);

/** Reads whether order $1 has a payment that no enquiry has confirmed. */
export const hasUnconfirmed = statement(
  'payments.hasUnconfirmed',
  v.object({ is_unconfirmed: v.boolean() }),
  `select exists (select from payment_attempts where order_id = $1 and state = 'paid' and not is_confirmed) as is_unconfirmed`,
);

/** Records a report; does nothing once its attempt has $6 reports. */
export const insertNotice = statement(
  'payments.insertNotice',
  v.object({}),
  `insert into payment_notices (attempt_id, source, verdict, fields, received_at)
   select $1::uuid, $2, $3, $4::jsonb, $5::timestamptz
   where $1::uuid is null or (select count(*) from payment_notices where attempt_id = $1::uuid) < $6::int`,
);

/** Removes reports that name no attempt, received before $1. */
export const removeUnmatched = declareCleanUp(
  'payments.removeUnmatched',
  'delete from payment_notices',
  'from payment_notices where attempt_id is null and received_at < $1 order by received_at',
);

/** Counts an enquiry of day $1 for purpose $2 at gateway $3; no row if there were $4 before. */
export const takeEnquiry = statement(
  'payments.takeEnquiry',
  v.object({ sent: v.number() }),
  `insert into payment_enquiry_days (day, purpose, gateway, sent) values ($1::date, $2, $3, 1)
   on conflict (day, purpose, gateway) do update set sent = payment_enquiry_days.sent + 1
     where payment_enquiry_days.sent < $4::int
   returning sent`,
);

/** Adds $4 to the enquiries of day $1 for purpose $2 at gateway $3; negative if they do not count. */
export const addEnquiries = statement(
  'payments.addEnquiries',
  v.object({}),
  `update payment_enquiry_days set sent = greatest(sent + $4::int, 0)
   where day = $1::date and purpose = $2 and gateway = $3`,
);
