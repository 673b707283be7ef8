/**
 * Registration tokens of the customer's phones for push notifications (docs/partners.md 3). Each belongs to one session
 * and is deleted with it: by sign-out, expiry, a new password, or the merge or removal of the account.
 */
import type { EndpointInput } from '@shop/contract/api/endpoint';
import type { Endpoints } from '@shop/contract/api/endpoints';
import { refusal } from '@shop/core/refusal';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { lockingStatement, lockRows, statement } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { hashToken } from '../http/api/authenticate.ts';
import { refuse, refuseFields } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { requireCustomer } from './identity.ts';

/** Maximum number of a customer's tokens; a further one deletes the token that was saved longest ago. */
export const MAX_PUSH_TOKENS = 20;

/** Locks the owner before tokens, as a merge or removal does. */
const lockOwner = lockingStatement(
  'customer',
  'identity.lockPushTokenOwner',
  v.object({ id: v.string() }),
  `select id from customers where id = $1 and status = 'active' for no key update`,
);

/**
 * Saves a token for the session with the token hash $4; no row if that session has ended. A token of another customer
 * moves to this one under a new id, so that pushes queued for the other customer do not reach this one.
 */
const upsertToken = statement(
  'identity.savePushToken',
  v.object({ id: v.string() }),
  `insert into push_tokens as p (id, token, token_hash, customer_id, session_id, platform, app_version, lang, created_at,
     used_at)
   select $1, $2, $3, s.customer_id, s.id, $5, $6, $7, $8, $8
   from customer_sessions s where s.token_hash = $4 for key share
   on conflict (token_hash) do update set
     id = case when p.customer_id = excluded.customer_id then p.id else excluded.id end,
     created_at = case when p.customer_id = excluded.customer_id then p.created_at else excluded.created_at end,
     customer_id = excluded.customer_id, session_id = excluded.session_id, platform = excluded.platform,
     app_version = excluded.app_version, lang = excluded.lang, used_at = excluded.used_at
   returning id`,
);

const removeOldestTokens = statement(
  'identity.removeOldestPushTokens',
  v.object({}),
  `delete from push_tokens where id in (
     select id from push_tokens where customer_id = $1 order by used_at desc, id desc offset $2)`,
);

const pushTokensOfCustomer = statement(
  'identity.pushTokens',
  v.object({
    id: v.string(),
    token: v.string(),
    platform: v.picklist(['android', 'ios']),
    lang: v.picklist(['en', 'zh']),
  }),
  'select id, token, platform, lang from push_tokens where customer_id = $1 order by used_at desc, id desc',
);

const removeToken = statement('identity.removePushToken', v.object({}), 'delete from push_tokens where id = $1');

type PushTokenBody = EndpointInput<Endpoints['notifications.savePushToken']>['body'];

/**
 * Saves the calling app's token for the current session. Refuses at `platform` unless the caller is the Android or iOS
 * app.
 */
export async function savePushToken(ctx: Ctx, input: PushTokenBody): Promise<void> {
  const { id: customer_id, tokenHash } = requireCustomer(ctx);
  const caller = ctx.request.platform;
  if (caller !== 'android' && caller !== 'ios') return refuseFields({ platform: [refusal('field.form')] });
  const { token, platform = caller, app_version = null, lang = ctx.lang } = input;
  await inTransaction(ctx, async (ctx) => {
    await lockRows(ctx.db, lockOwner, [customer_id]);
    const saved = await ctx.db.row(upsertToken, [
      uuidV7(ctx.now),
      token,
      hashToken(token),
      tokenHash,
      platform,
      app_version,
      lang,
      ctx.now,
    ]);
    // The session ended within the second for which its token is cached.
    if (saved === null) refuse('auth.token_invalid');
    await ctx.db.write(removeOldestTokens, [customer_id, MAX_PUSH_TOKENS]);
  });
}

/** Lists the tokens of a customer's phones, most recently saved first. */
export const listPushTokens = (ctx: Ctx, customer_id: string) => ctx.db.rows(pushTokensOfCustomer, [customer_id]);

/** Removes a token that is no longer registered at the partner. */
export const removePushToken = (ctx: Ctx, id: string): Promise<void> => ctx.db.write(removeToken, [id]);
