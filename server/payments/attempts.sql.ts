/** Statements of payment attempts and of what was reported about them. */
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
export const writeAnswer = statement(
  'payments.writeAnswer',
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
