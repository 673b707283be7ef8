/** Statements of one-time codes and of their limits. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';

/** Until the transaction ends nobody else counts or sends codes of this contact ($1) or address ($2), both by their hashes. */
export const holdSends = statement(
  'identity.holdCodeSends',
  v.object({ held: v.literal('') }),
  `select pg_advisory_xact_lock(key)::text as held
   from (select distinct hashtextextended('codes of ' || name, 0) as key from unnest(array[$1::text, $2]) name
     order by 1) keys`,
);

/**
 * Until when another code has to wait; null: it may go. A minute after one of the contact ($1) that was not used yet, an hour
 * after the fifth newest of the contact, by its hash ($2), and the newest but $5 of the address ($3).
 */
export const codesWaitUntil = statement(
  'identity.codesWaitUntil',
  v.object({ until: v.nullable(v.date()) }),
  `select greatest(
     (select max(sent_at) + interval '60 seconds' from codes
       where contact = $1 and used_at is null and sent_at > $4::timestamptz - interval '60 seconds'),
     (select at + interval '1 hour' from code_sends
       where contact = $2 and at > $4::timestamptz - interval '1 hour' order by at desc offset 4 limit 1),
     (select at + interval '1 hour' from code_sends
       where address_hash = $3 and at > $4::timestamptz - interval '1 hour' order by at desc offset $5 limit 1)
   ) as until`,
);

export const noteSend = statement(
  'identity.noteCodeSend',
  v.object({}),
  'insert into code_sends (contact, address_hash, at) values ($1, $2, $3)',
);

/** The newest code of a contact and purpose takes the place of the one before. */
export const putCode = statement(
  'identity.putCode',
  v.object({}),
  `insert into codes (contact, purpose, customer_id, code_hash, sent_at, expires_at) values ($1, $2, $3, $4, $5, $6)
   on conflict (contact, purpose) do update set customer_id = excluded.customer_id, code_hash = excluded.code_hash,
     tries = 0, sent_at = excluded.sent_at, is_sent = false, expires_at = excluded.expires_at, used_at = null`,
);

/**
 * Judges a try in one statement, so that of parallel ones five are looked at and one is right: the row is locked, and
 * whoever waited for it sees what became of it. With $6 the right one uses the code up. No row: no code that could be tried.
 */
export const tryCode = statement(
  'identity.tryCode',
  v.object({ good: v.boolean() }),
  `update codes set
     tries = tries + case when code_hash = $4 then 0 else 1 end,
     used_at = case when code_hash = $4 and $6 then $5::timestamptz end
   where contact = $1 and purpose = $2 and customer_id is not distinct from $3
     and used_at is null and tries < 5 and expires_at > $5::timestamptz
   returning code_hash = $4 as good`,
);

/**
 * Starts the sending of a code ($1, for the purpose $2) at $3: its life ends at $4, and the wait for another one begins with
 * the first attempt. Returns its contact; no row: it is used, expired or replaced.
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
