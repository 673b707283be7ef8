/**
 * Codes that a partner took and could not deliver (docs/partners.md#6): each goes out once more, by the next messenger,
 * as long as it is worth anything. Whether the partner tells before or after the job that sent it has noted its
 * message, and however often, comes to the same.
 */
import { DAY_MS } from '@shop/core/time';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { statement } from '../db/database.ts';
import { type CodeJob, enqueue } from '../jobs/jobs.ts';
import { inTransaction } from '../transaction.ts';

const codeJob: v.GenericSchema<unknown, CodeJob> = v.object({
  kind: v.picklist(['email', 'phone']),
  purpose: v.picklist(['register', 'account', 'profile', 'recovery', 'merge']),
  seed: v.string(),
  code_hash: v.string(),
  lang: v.picklist(['en', 'zh']),
});

/** Notes a message ($1) and its job; whether it came back already. */
const putMessage = statement(
  'identity.putCodeMessage',
  v.object({ came_back: v.boolean() }),
  `insert into code_messages (message_id, job, at) values ($1, $2::jsonb, $3)
   on conflict (message_id) do update set job = excluded.job
   returning undelivered_at is not null as came_back`,
);

/** Notes that a message came back, once; answers its job where that is known. */
const putUndelivered = statement(
  'identity.putUndeliveredCode',
  v.object({ job: v.nullable(codeJob) }),
  `insert into code_messages as m (message_id, undelivered_at, at) values ($1, $2, $2)
   on conflict (message_id) do update set undelivered_at = excluded.undelivered_at where m.undelivered_at is null
   returning job`,
);

const removeMessages = statement(
  'identity.removeCodeMessages',
  v.object({}),
  'delete from code_messages where at < $1',
);

const sendAgain = (ctx: Ctx, job: CodeJob): Promise<void> => enqueue(ctx, 'message', { ...job, undelivered: true });

/** A partner took a code under this id. */
export function noteMessage(ctx: Ctx, message_id: string, job: CodeJob): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const noted = await ctx.db.row(putMessage, [message_id, JSON.stringify(job), ctx.now]);
    if (noted?.came_back === true) await sendAgain(ctx, job);
  });
}

/** Handles a partner's report of an undelivered message. */
export function noteUndelivered(ctx: Ctx, message_id: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const first = await ctx.db.row(putUndelivered, [message_id, ctx.now]);
    if (first?.job != null) await sendAgain(ctx, first.job);
  });
}

/** Removes what counts no more. Part of the daily job. */
export async function removeOldMessages(ctx: Ctx): Promise<void> {
  await ctx.db.rows(removeMessages, [new Date(ctx.now.getTime() - DAY_MS)]);
}
