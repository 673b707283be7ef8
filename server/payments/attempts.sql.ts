/** Statements of payment attempts and of the reports about them. */
import { ATTEMPT_STATES } from '@shop/core/payments/attempt-state';
import * as v from 'valibot';
import { lockingStatement, statement } from '../db/database.ts';

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

/** An attempt with its order's number. */
export const listedAttempt = v.object({
  ...attemptRow.entries,
  order_number: v.string(),
  settled_on: v.nullable(v.string()),
});
export type ListedAttempt = v.InferOutput<typeof listedAttempt>;

const LISTED = `select a.*, to_char(a.settled_on, 'YYYY-MM-DD') as settled_on, o.order_number
  from payment_attempts a join orders o on o.id = a.order_id`;

/** Reads attempts, sorted by their position in the ids $1. */
export const attemptsById = statement(
  'payments.attemptsById',
  listedAttempt,
  `${LISTED} join unnest($1::uuid[]) with ordinality as cut (id, place) on cut.id = a.id order by cut.place`,
);

/**
 * A page of attempts, newest first, with the total. Values: states, order number, reference, each or null; whether only
 * captured ones that no settlement file had; captured from $5 and before $6 or null; limit, offset. `attempts` is the
 * table, or a part of it.
 */
const attemptsPage = (name: string, attempts: string) =>
  statement(
    name,
    v.object({ total: v.number(), ids: v.array(v.string()) }),
    `with found as (
       select a.id from ${attempts} a join orders o on o.id = a.order_id
       where ($1::text[] is null or a.state = any($1)) and ($2::text is null or o.order_number = $2)
         and ($3::text is null or a.reference = $3)
         and (not $4::boolean or (a.captured_at is not null and a.settled_on is null))
         and ($5::timestamptz is null or a.captured_at >= $5) and ($6::timestamptz is null or a.captured_at < $6)
     )
     select (select count(*) from found) as total,
       array(select id from found order by id desc limit $7 offset $8) as ids`,
  );

export const allAttempts = attemptsPage('payments.allAttempts', 'payment_attempts');

/**
 * A part of the attempts that has its own index; `offset 0` reads it before the join, so that every plan uses the
 * index.
 */
const attemptsWhere = (condition: string) => `(select * from payment_attempts where ${condition} offset 0)`;

/** Attempts that were sent without a result, and payments that no enquiry confirmed. */
export const unresolvedAttempts = attemptsPage(
  'payments.unresolvedAttempts',
  attemptsWhere(`state in ('sent', 'pending') or (captured_at is not null and not is_confirmed)`),
);

/** Captured attempts that no settlement file had. */
export const unsettledAttempts = attemptsPage(
  'payments.unsettledAttempts',
  attemptsWhere('captured_at is not null and settled_on is null'),
);

/** Locks the attempts with references $1. */
export const lockReferences = lockingStatement(
  'attempt',
  'payments.lockReferences',
  listedAttempt,
  `${LISTED} where a.reference = any($1::text[]) order by a.id for update of a`,
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
     captured_at = case when $5 then coalesce(captured_at, $3) end
   where id = $1`,
);

/** Writes the enquiry's answer $2 about attempt $1, and that it is confirmed if $3. */
export const writeEnquiryResult = statement(
  'payments.writeEnquiryResult',
  v.object({}),
  'update payment_attempts set last_answer = $2, is_confirmed = is_confirmed or $3 where id = $1',
);

/** References of the open attempts of order $1. */
export const openReferences = statement(
  'payments.openReferences',
  v.object({ reference: v.string() }),
  `select reference from payment_attempts
   where order_id = $1 and state in ('sent', 'pending', 'failed') order by created_at`,
);

/** Whether order $1 has a payment that no enquiry has confirmed. */
export const hasUnconfirmed = statement(
  'payments.hasUnconfirmed',
  v.object({ found: v.boolean() }),
  `select exists (select from payment_attempts where order_id = $1 and state = 'paid' and not is_confirmed) as found`,
);

/** Records at most $6 reports about one attempt. */
export const insertNotice = statement(
  'payments.insertNotice',
  v.object({}),
  `insert into payment_notices (attempt_id, source, verdict, fields, received_at)
   select $1::uuid, $2, $3, $4::jsonb, $5::timestamptz
   where $1::uuid is null or (select count(*) from payment_notices where attempt_id = $1::uuid) < $6::int`,
);

/** Removes reports that name no attempt, received before $1. */
export const removeUnmatched = statement(
  'payments.removeUnmatched',
  v.object({}),
  'delete from payment_notices where attempt_id is null and received_at < $1',
);

/** Counts an enquiry of day $1; no row once there were $2. */
export const takeEnquiry = statement(
  'payments.takeEnquiry',
  v.object({ sent: v.number() }),
  `insert into payment_enquiry_days (day, sent) values ($1::date, 1)
   on conflict (day) do update set sent = payment_enquiry_days.sent + 1 where payment_enquiry_days.sent < $2::int
   returning sent`,
);
