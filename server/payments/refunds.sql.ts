/** Statements of refunds. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';

/** Requests what is captured of attempt $2 and not yet paid back, if anything. Its row is locked by the caller. */
export const requestRefund = statement(
  'payments.requestRefund',
  v.object({}),
  `insert into refunds (id, attempt_id, amount, reason, state, created_at, updated_at)
   select $1::uuid, a.id, a.amount - back.sum, $3, 'requested', $4::timestamptz, $4::timestamptz
   from payment_attempts a, lateral (
     select coalesce(sum(r.amount), 0)::bigint as sum from refunds r where r.attempt_id = a.id and r.state <> 'failed'
   ) back
   where a.id = $2::uuid and a.state in ('paid', 'paid_late') and a.amount > back.sum`,
);
