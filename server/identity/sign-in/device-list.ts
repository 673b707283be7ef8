/**
 * The devices on which an account signed in before, of a customer or a member of staff. The database stores only the
 * hash of a device's token.
 */
import { DAY_MS } from '@shop/core/time';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { declareCleanUp } from '../../db/clean-up.ts';
import { statement } from '../../db/database.ts';
import { hashToken } from '../../http/api/authenticate.ts';
import { issueToken } from '../../secrets/sign.ts';

/** Maximum number of devices of an account; the least recently used is removed. */
const MAX_DEVICES = 20;
const IDLE_MS = 400 * DAY_MS;

/** Creates the list of a table's devices; `account` is its column with the account, `module` names its statements. */
export function createDeviceList(module: string, table: string, account: string) {
  const putDevice = statement(
    `${module}.putDevice`,
    v.object({}),
    `insert into ${table} (device_hash, ${account}, last_used_at) values ($1, $2, $3)
     on conflict (device_hash, ${account}) do update set last_used_at = excluded.last_used_at`,
  );

  const trimDevices = statement(
    `${module}.trimDevices`,
    v.object({}),
    `delete from ${table} where ${account} = $1 and device_hash in (
       select device_hash from ${table} where ${account} = $1 order by last_used_at desc, device_hash offset $2)`,
  );

  const deleteOtherDevices = statement(
    `${module}.deleteOtherDevices`,
    v.object({}),
    `delete from ${table} where ${account} = $1 and device_hash is distinct from $2`,
  );

  const deleteIdleDevices = declareCleanUp(
    `${module}.deleteIdleDevices`,
    `delete from ${table}`,
    `from ${table} where last_used_at < $1 order by last_used_at`,
  );

  return {
    /** Remembers the device of a sign-in. Returns a new device token, or null if the device already has one. */
    async remember(ctx: Ctx, id: string): Promise<string | null> {
      const token = ctx.request.deviceHash === null ? issueToken(ctx.shop.secret, 'd_') : null;
      await ctx.db.write(putDevice, [token === null ? ctx.request.deviceHash : hashToken(token), id, ctx.now]);
      await ctx.db.write(trimDevices, [id, MAX_DEVICES]);
      return token;
    },

    /** Forgets an account's devices except the one with the hash `keep`. */
    forgetOthers: (ctx: Ctx, id: string, keep: string | null): Promise<void> =>
      ctx.db.write(deleteOtherDevices, [id, keep]),

    /** Removes devices that were not used for over a year. Part of the daily job. */
    removeIdle: (ctx: Ctx): Promise<number> => deleteIdleDevices(ctx.db, new Date(ctx.now.getTime() - IDLE_MS)),
  };
}
