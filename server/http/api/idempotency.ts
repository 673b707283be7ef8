/**
 * Handles `Idempotency-Key` (docs/security.md#c2, docs/readings.md#25): the same key, path and body again return the
 * first response, another path or body is refused. The transaction claims the key's row first, so a parallel duplicate
 * waits for it; a refusal rolls back and frees the key.
 */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { declareCleanUp } from '../../db/clean-up.ts';
import { lockingStatement, lockRows, statement } from '../../db/database.ts';
import { refuse } from '../../refuse.ts';
import { inTransaction } from '../../transaction.ts';

/** Claims the key's row or returns the existing one; the no-op update waits for the transaction that has locked it. */
const claimKey = lockingStatement(
  'idempotency_key',
  'http.claimKey',
  v.object({ request_hash: v.string(), status: v.number(), answer: v.string() }),
  `insert into idempotency_keys (owner, key, request_hash, status, answer, created_at) values ($1, $2, $3, 0, '', $4)
   on conflict (owner, key) do update set key = excluded.key
   returning request_hash, status, answer`,
);

const findResponse = statement(
  'http.findResponse',
  v.object({ answer: v.string() }),
  'select answer from idempotency_keys where owner = $1 and key = $2 and request_hash = $3 and status <> 0',
);

const storeResponse = statement(
  'http.storeResponse',
  v.object({}),
  'update idempotency_keys set status = $3, answer = $4 where owner = $1 and key = $2',
);

const removeOwnKeys = statement('http.removeKeysOf', v.object({}), 'delete from idempotency_keys where owner = $1');

const removeKeys = declareCleanUp(
  'http.removeKeys',
  'delete from idempotency_keys',
  'from idempotency_keys where created_at < $1 order by created_at',
);

/** Keys are stored for at least a day. */
const RETENTION_MS = 48 * 60 * 60 * 1000;

const KEY_PATTERN = /^[\x21-\x7e][\x20-\x7e]{0,254}$/;

/** Reads the key of a request; undefined without one. Refuses one that is too long or not printable. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !KEY_PATTERN.test(header)) refuse('request.malformed');
  return header;
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

const keyOwnerOf = (id: string): string => `customer ${id}`;

/**
 * Returns the owner of a key, so that equal keys of two shoppers never collide; null for a caller without token and
 * session.
 */
function identifyOwner({ actor, request: { session } }: Ctx): string | null {
  if (actor.kind === 'guest') return actor.tokenHash;
  if (actor.kind === 'customer') return keyOwnerOf(actor.id);
  if (actor.kind === 'staff') return `staff ${actor.email}`;
  if (actor.kind === 'driver') return `run ${actor.run_id}`;
  return session === null ? null : `session ${hashText(session)}`;
}

/** Deletes a customer's stored responses: they contain personal data. */
export const removeKeysOfCustomer = (ctx: Ctx, customer_id: string): Promise<void> =>
  ctx.db.write(removeOwnKeys, [keyOwnerOf(customer_id)]);

/** Deletes a guest's stored responses, once the orders belong to a customer. */
export const removeKeysOfGuest = (ctx: Ctx, token_hash: string): Promise<void> =>
  ctx.db.write(removeOwnKeys, [token_hash]);

/**
 * A request with a key. `text` is the same in a repetition; `formerText` is what a release before 28 November 2026 took
 * for it, which left out the path's parameters. `status` is that of success.
 */
export type IdempotentRequest = { key: string; text: string; formerText: string; status: number };

/** Finds the stored response to an earlier request of the same caller with the same key and text; null without one. */
export async function findStoredResponse(ctx: Ctx, request: IdempotentRequest): Promise<string | null> {
  const owner = identifyOwner(ctx);
  if (owner === null) return null;
  const row = await ctx.db.row(findResponse, [owner, request.key, hashText(request.text)]);
  return row?.answer ?? null;
}

/** Runs the work once per key. */
export function runOncePerKey(
  ctx: Ctx,
  request: IdempotentRequest,
  work: (ctx: Ctx) => Promise<string>,
): Promise<string> {
  const owner = identifyOwner(ctx);
  if (owner === null) return work(ctx);
  const hash = hashText(request.text);
  const sameRequest = [hash, hashText(request.formerText)];
  return inTransaction(ctx, async (inside) => {
    const [row] = await lockRows(inside.db, claimKey, [owner, request.key, hash, ctx.now]);
    if (row !== undefined && !sameRequest.includes(row.request_hash)) refuse('request.idempotency');
    if (row !== undefined && row.status !== 0) return row.answer;
    const answer = await work(inside);
    await inside.db.write(storeResponse, [owner, request.key, request.status, answer]);
    return answer;
  });
}

/** Removes expired keys. Part of the daily clean-up. */
export async function removeOldKeys(ctx: Ctx): Promise<void> {
  await removeKeys(ctx.db, new Date(ctx.now.getTime() - RETENTION_MS));
}
