/** API keys of tills: made by an owner, looked up with each call (docs/api.md#till). */
import type { TillKey } from '@shop/contract/till';
import { DAY_MS } from '@shop/core/time';
import type { Ctx, TillActor } from '../context.ts';
import type { Db } from '../db/database.ts';
import { hashToken } from '../http/api/authenticate.ts';
import { refuse } from '../refuse.ts';
import { issueToken } from '../secrets/sign.ts';
import { recordAudit } from '../staff/audit.ts';
import { requireStaff } from '../staff/require-staff.ts';
import { inTransaction } from '../transaction.ts';
import * as sql from './till.sql.ts';

/** The key of the first outlet in development; production does not accept it. */
const DEMO_KEY = 'demo-till';

/** Creates the function that finds a till by its key; null for an unknown key. */
export const createTillLookUp =
  (db: Db, isDevelopment: boolean) =>
  async (key: string): Promise<TillActor | null> => {
    const isDemoKey = key === DEMO_KEY && isDevelopment;
    const keyRow = isDemoKey ? await db.row(sql.firstOutlet) : await db.row(sql.tillByKey, [hashToken(key)]);
    return keyRow && { kind: 'till', key_id: keyRow.key_id, outlet: keyRow.code, name: keyRow.name_en };
  };

/** The period of which a key's receipts are counted. */
const USE_PERIOD_MS = 30 * DAY_MS;

/** Lists the keys with their use; a manager of one outlet gets only its keys. */
export const listTillKeys = (ctx: Ctx): Promise<TillKey[]> =>
  ctx.db.rows(sql.listKeys, [requireStaff(ctx).outlet, new Date(ctx.now.getTime() - USE_PERIOD_MS)]);

/** Adds a key for an outlet by its code; only this response has the key. Refuses `request.not_found`. */
export function addTillKey(ctx: Ctx, outlet: string): Promise<{ id: string; key: string }> {
  return inTransaction(ctx, async (ctx) => {
    const key = issueToken(ctx.shop.secret, 't_');
    const { id } = (await ctx.db.row(sql.insertKey, [outlet, hashToken(key), ctx.now])) ?? refuse('request.not_found');
    await recordAudit(ctx, { action: 'staff.addTillKey', subject: `till_key ${id}`, before: null, after: { outlet } });
    return { id, key };
  });
}

export function disableTillKey(ctx: Ctx, id: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const { outlet } = (await ctx.db.row(sql.disableKey, [id, ctx.now])) ?? refuse('request.not_found');
    await recordAudit(ctx, {
      action: 'staff.disableTillKey',
      subject: `till_key ${id}`,
      before: { outlet },
      after: null,
    });
  });
}
