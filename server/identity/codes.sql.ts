/** Statements of one-time codes and of their limits. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';
import { WIDE_NETWORK_FACTOR } from '../http/limits/network.ts';

/**
 * Makes every other request for a code under one of the hashes $1 (contact, networks, caller) wait for this
 * transaction.
 */
export const holdSends = statement(
  'identity.holdCodeSends',
  v.object({ held: v.literal('') }),
  `select pg_advisory_xact_lock(key)::text as held
   from (select distinct hashtextextended('codes of ' || name, 0) as key from unnest($1::text[]) name
     where name is not null order by 1) keys`,
);

/** Rows of $4, and of a server whose clock is a little ahead; those of a clock that was set back do not count. */
const within = (column: string, interval: string): string =>
  `${column} > $4::timestamptz - interval '${interval}' and ${column} <= $4::timestamptz + interval '1 minute'`;

/** When the hour of the newest but `skip` code of a network ends. */
const hourOf = (column: string, parameter: string, skip: string): string =>
  `(select at + interval '1 hour' from code_sends where ${column} = ${parameter} and allowance = '' and ${within('at', '1 hour')}
     order by at desc offset ${skip} limit 1)`;

/** The end of the pause after `most` codes in a row of which none was used. */
const pauseOf = (column: string, parameter: string, most: string): string =>
  `(select max(at) + interval '15 minutes' from code_sends
     where ${column} = ${parameter} and allowance = '' and ${within('at', '1 day')} and at > coalesce(
       (select max(used_at) from code_sends where ${column} = ${parameter} and ${within('at', '1 day')}), '-infinity')
     having count(*) >= ${most})`;

/**
 * Until when another code has to wait; null: it may go. A minute after a code of the contact ($1) that was not used
 * yet, an hour after the fifth newest of the contact, by its hash ($2): both within the allowance $3, the recognised
 * owner's or everyone's. Of everyone's also by network ($5, $8 skipped), wide network ($6, $9 skipped) and caller ($7);
 * after $10 in a row of a network that were not used, and a third as many of a caller, there is a pause.
 */
export const codesWaitUntil = statement(
  'identity.codesWaitUntil',
  v.object({ until: v.nullable(v.date()) }),
  `select greatest(
     (select max(sent_at) + interval '60 seconds' from codes
       where contact = $1 and allowance = $3 and used_at is null and ${within('sent_at', '60 seconds')}),
     (select at + interval '1 hour' from code_sends
       where contact = $2 and allowance = $3 and ${within('at', '1 hour')} order by at desc offset 4 limit 1),
     case when $3 = '' then greatest(
       ${hourOf('address_hash', '$5', '$8')}, ${hourOf('wide_hash', '$6', '$9')},
       ${pauseOf('address_hash', '$5', '$10::int')},
       ${pauseOf('wide_hash', '$6', `$10::int * ${WIDE_NETWORK_FACTOR}`)},
       ${pauseOf('caller_hash', '$7', '$10::int / 3')}
     ) end
   ) as until`,
);

export const noteSend = statement(
  'identity.noteCodeSend',
  v.object({}),
  `insert into code_sends (contact, address_hash, wide_hash, caller_hash, allowance, code_hash, at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

/** The newest code of a contact, purpose and requester ($3) replaces the one before. */
export const putCode = statement(
  'identity.putCode',
  v.object({}),
  `insert into codes (contact, purpose, requested_by, customer_id, allowance, code_hash, sent_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (contact, purpose, requested_by) do update set customer_id = excluded.customer_id,
     allowance = excluded.allowance, code_hash = excluded.code_hash, tries = 0, sent_at = excluded.sent_at,
     is_sent = false, expires_at = excluded.expires_at, used_at = null`,
);

/**
 * Judges a try at the codes of the requesters $3 in one statement, so that of parallel ones five are evaluated and one
 * is right: the row is locked, and a waiting try sees its new state. With $6 the right one uses the code up. A right
 * try marks the request for the code (contact hash $7) as used.
 */
export const tryCode = statement(
  'identity.tryCode',
  v.object({ good: v.nullable(v.boolean()) }),
  `with tried as (
     update codes set
       tries = tries + case when code_hash = $4 then 0 else 1 end,
       used_at = case when code_hash = $4 and $6 then $5::timestamptz end
     where contact = $1 and purpose = $2 and requested_by = any($3::text[])
       and used_at is null and tries < 5 and expires_at > $5::timestamptz
     returning code_hash = $4 as good
   ), marked as (
     update code_sends set used_at = $5
     where contact = $7 and code_hash = $4 and used_at is null and exists (select from tried where good)
   )
   select bool_or(good) as good from tried`,
);

/**
 * Starts the sending of a code ($1, for the purpose $2) at $3: its life ends at $4, and the wait for another one begins
 * with the first attempt. Returns its contact; no row: it is used, expired or replaced.
 */
export const startSending = statement(
  'identity.startSendingCode',
  v.object({ contact: v.string() }),
  `update codes set sent_at = case when is_sent then sent_at else $3::timestamptz end, is_sent = true,
     expires_at = $4::timestamptz
   where code_hash = $1 and purpose = $2 and used_at is null and expires_at > $3::timestamptz
   returning contact`,
);

export const removeCodes = statement('identity.removeCodes', v.object({}), 'delete from codes where expires_at < $1');

export const removeSends = statement('identity.removeCodeSends', v.object({}), 'delete from code_sends where at < $1');
