/** Statements of staff's sessions and browsers. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';
import { STAFF_COLUMNS, staffRow } from './staff.sql.ts';

/** Begins a session. Values: id, token hash, staff, device, whether it locks when idle, now, end. */
export const insertStaffSession = statement(
  'staff.insertSession',
  v.object({}),
  `insert into staff_sessions (id, token_hash, staff_id, device, locks_when_idle, created_at, last_used_at, expires_at)
   values ($1, $2, $3, $4, $5, $6::timestamptz, $6::timestamptz, $7)`,
);

/** Ends the sessions of account $1 except the $2 that were used last. */
export const trimStaffSessions = statement(
  'staff.trimSessions',
  v.object({}),
  `delete from staff_sessions where staff_id = $1 and id in (
     select id from staff_sessions where staff_id = $1 order by coalesce(last_used_at, created_at) desc, id offset $2)`,
);

/** Finds the open session of the token with hash $1 at $2, with its account and the shop's setting, if it has one. */
export const staffByToken = statement(
  'staff.byToken',
  v.object({
    ...staffRow.entries,
    last_used_at: v.date(),
    expires_at: v.date(),
    locks_when_idle: v.boolean(),
    locked_at: v.nullable(v.date()),
    idle_minutes: v.nullable(v.number()),
  }),
  `select ${STAFF_COLUMNS}, coalesce(t.last_used_at, t.created_at) as last_used_at, t.expires_at, t.locks_when_idle,
     t.locked_at, (select (value ->> 'idle_minutes')::integer from settings where key = 'office') as idle_minutes
   from staff_sessions t join staff s on s.id = t.staff_id
   where t.token_hash = $1 and t.expires_at > $2 and s.is_active`,
);

export const touchStaffSession = statement(
  'staff.touchSession',
  v.object({}),
  'update staff_sessions set last_used_at = $2 where token_hash = $1 and locked_at is null',
);

export const lockStaffSession = statement(
  'staff.lockSession',
  v.object({}),
  'update staff_sessions set locked_at = coalesce(locked_at, $2) where token_hash = $1',
);

export const unlockStaffSession = statement(
  'staff.unlockSession',
  v.object({}),
  'update staff_sessions set locked_at = null, last_used_at = $2 where token_hash = $1',
);

/** Lists the open sessions of account $1 at $2, the last used first. */
export const staffSessions = statement(
  'staff.sessions',
  v.object({
    id: v.string(),
    token_hash: v.string(),
    device: v.string(),
    is_locked: v.boolean(),
    created_at: v.date(),
    last_used_at: v.date(),
    expires_at: v.date(),
  }),
  `select id, token_hash, device, locked_at is not null as is_locked, created_at,
     coalesce(last_used_at, created_at) as last_used_at, expires_at
   from staff_sessions where staff_id = $1 and expires_at > $2 order by last_used_at desc, id`,
);

export const endStaffSession = statement(
  'staff.endSession',
  v.object({}),
  'delete from staff_sessions where token_hash = $1',
);

/** Ends session $2 of account $1; no row if it has none with this id. */
export const endStaffSessionById = statement(
  'staff.endSessionById',
  v.object({ device: v.string() }),
  'delete from staff_sessions where staff_id = $1 and id = $2 returning device',
);

/** Ends the sessions of account $1 except that of the token with hash $2, or all if it is null. */
export const endStaffSessions = statement(
  'staff.endSessions',
  v.object({}),
  'delete from staff_sessions where staff_id = $1 and token_hash is distinct from $2',
);

export const removeExpiredSessions = statement(
  'staff.removeExpiredSessions',
  v.object({}),
  'delete from staff_sessions where expires_at < $1',
);

/** Records browser $2 of account $1; `unseen`: it is new, and the account has others. */
export const recordBrowser = statement(
  'staff.recordBrowser',
  v.object({ unseen: v.boolean() }),
  `with recorded as (
     insert into staff_browsers (staff_id, browser_hash) values ($1, $2) on conflict do nothing returning 1
   )
   select exists (select from recorded) and exists (select from staff_browsers where staff_id = $1) as unseen`,
);
