/**
 * Resends codes that a messenger accepted and could not deliver (docs/partners.md#6), once each, by the next messenger.
 * The report may arrive repeatedly, and before the job that sent the code has stored the message's id. `prepareCode`
 * drops a code that was used or expired meanwhile.
 */
import { DAY_MS } from '@shop/core/time';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { declareCleanUp } from '../../db/clean-up.ts';
import { statement } from '../../db/database.ts';
import { type CodeJob, enqueue } from '../../jobs/jobs.ts';
import { inTransaction } from '../../transaction.ts';

const codeJob: v.GenericSchema<unknown, CodeJob> = v.object({
  kind: v.picklist(['email', 'phone']),
  purpose: v.picklist(['register', 'account', 'profile', 'recovery', 'sign_in', 'merge', 'order']),
  seed: v.string(),
  code_hash: v.string(),
  lang: v.picklist(['en', 'zh']),
});

/** Stores a sent message ($1) and its job; returns whether it was already reported as undelivered. */
const putMessage = statement(
  'identity.putCodeMessage',
  v.object({ is_undelivered: v.boolean() }),
  `insert into code_messages (message_id, job, at) values ($1, $2::jsonb, $3)
   on conflict (message_id) do update set job = excluded.job
   returning undelivered_at is not null as is_undelivered`,
);

/** Stores the first report that a message was not delivered; returns its job if the message is already stored. */
const putUndelivered = statement(
  'identity.putUndeliveredCode',
  v.object({ job: v.nullable(codeJob) }),
  `insert into code_messages as m (message_id, undelivered_at, at) values ($1, $2, $2)
   on conflict (message_id) do update set undelivered_at = excluded.undelivered_at where m.undelivered_at is null
   returning job`,
);

const removeMessages = declareCleanUp(
  'identity.removeCodeMessages',
  'delete from code_messages',
  'from code_messages where at < $1 order by at',
);

const resend = (ctx: Ctx, job: CodeJob): Promise<void> => enqueue(ctx, 'message', { ...job, undelivered: true });

/**
 * Stores the id under which a messenger accepted a code, and resends the code if it was already reported undelivered.
 */
export function recordMessage(ctx: Ctx, message_id: string, job: CodeJob): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const message = await ctx.db.row(putMessage, [message_id, JSON.stringify(job), ctx.now]);
    if (message?.is_undelivered === true) await resend(ctx, job);
  });
}

/** Handles a messenger's report of an undelivered message. */
export function handleUndelivered(ctx: Ctx, message_id: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const report = await ctx.db.row(putUndelivered, [message_id, ctx.now]);
    if (report?.job != null) await resend(ctx, report.job);
  });
}

/** Removes messages older than a day: their codes have expired. Part of the daily job. */
export async function removeOldMessages(ctx: Ctx): Promise<void> {
  await removeMessages(ctx.db, new Date(ctx.now.getTime() - DAY_MS));
}
