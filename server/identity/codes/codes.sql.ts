/** Statements of one-time codes and of their limits. */
import * as v from 'valibot';
import { declareCleanUp } from '../../db/clean-up.ts';
import { statement } from '../../db/database.ts';
import { WIDE_NETWORK_FACTOR } from '../../http/limits/network.ts';

/**
 * Locks the hashes $1 (contact, networks, caller), so that concurrent requests for codes are counted one after another.
 */
export const lockSends = statement(
  'identity.lockCodeSends',
  v.object({ lock: v.literal('') }),
  `select pg_advisory_xact_lock(key)::text as lock
   from (select distinct hashtextextended('codes of ' || name, 0) as key from unnest($1::text[]) name
     where name is not null order by 1) keys`,
);

/**
 * SQL condition: the row is from the `interval` before $4. Allows the clocks of other servers to be a minute ahead;
 * later rows do not count, since they were written before this clock was set back.
 */
const isWithinSql = (column: string, interval: string): string =>
  `${column} > $4::timestamptz - interval '${interval}' and ${column} <= $4::timestamptz + interval '1 minute'`;

/**
 * SQL expression: the end of the hour that began with a network's newest code after skipping `skip` newer ones; null
 * with fewer codes.
 */
const hourEndSql = (column: string, parameter: string, skip: string): string =>
  `(select at + interval '1 hour' from code_sends where ${column} = ${parameter} and allowance = '' and ${isWithinSql('at', '1 hour')}
     order by at desc offset ${skip} limit 1)`;

/**
 * SQL expression: the end of the pause after `most` unused codes in a row among `rows`; null with fewer, and once it has
 * ended.
 */
const pauseEndSql = (rows: string, most: string): string =>
  `(select max(at) + interval '15 minutes' from code_sends
     where ${rows} and allowance = '' and ${isWithinSql('at', '1 day')} and at > coalesce(
       (select max(used_at) from code_sends where ${rows} and ${isWithinSql('at', '1 day')}), '-infinity')
     having count(*) >= ${most} and max(at) + interval '15 minutes' > $4::timestamptz)`;

/** Marks the hash of a caller that has only a session, or a token that the shop did not issue. */
export const NOT_ISSUED_PREFIX = 'not issued ';

/** Factor on a network's limit of unused codes, for all its callers with a token or session together. */
const IDENTIFIED_CALLERS_FACTOR = 4;

/**
 * SQL expression: the end of a network's pause. Callers without a token or session share one limit. Callers with one
 * share a larger limit and have one each, so that one caller does not use up the network's. A client can make up any
 * number of sessions, so in the pause each caller with an issued token still has one code in 15 minutes. Signed-in
 * customers have only their own.
 */
const networkPauseEndSql = (column: string, parameter: string, most: string): string => {
  const identifiedPause = pauseEndSql(
    `${column} = ${parameter} and caller_hash is not null`,
    `${most} * ${IDENTIFIED_CALLERS_FACTOR}`,
  );
  return `case when $11 then null
     when $7::text is null then ${pauseEndSql(`${column} = ${parameter} and caller_hash is null`, most)}
     when $7::text like '${NOT_ISSUED_PREFIX}%' then ${identifiedPause}
     when ${identifiedPause} is not null then ${pauseEndSql('caller_hash = $7', '1')} end`;
};

/**
 * SQL expression: the end of the hour that began with the contact's newest code after skipping `skip` newer ones; null
 * with fewer codes.
 */
const contactHourEndSql = (skip: number, condition = 'true'): string =>
  `(select at + interval '1 hour' from code_sends
     where contact = $2 and allowance = $3 and ${isWithinSql('at', '1 hour')} and ${condition}
     order by at desc offset ${skip} limit 1)`;

/**
 * SQL condition: the code was requested by this requester: the caller, or the network of a caller without a token or
 * session.
 */
const BY_REQUESTER = 'coalesce(caller_hash, address_hash) = coalesce($7::text, $5)';

/** Maximum number of codes of a contact per hour; above it, each requester may still have up to two. */
const CONTACT_CODES = 5;
const REQUESTER_SHARE = 2;
/**
 * Maximum number of codes of a contact per hour for all requesters together, and for one network, so that no single
 * machine uses them up.
 */
const ALL_CONTACT_CODES = 10;
const NETWORK_CONTACT_CODES = 7;

/**
 * Returns the time until which another code has to wait, or null: one minute after an unused code of the contact ($1),
 * and one hour after the contact's fifth newest code (by its hash $2). Both count within the allowance $3: a recognized
 * owner's id, or empty for every other requester. If it is empty:
 * - a requester with fewer than two of the contact's codes may exceed the five, up to ten in all and seven by network;
 * - codes per hour are limited by network ($5, skipping $8) and wide network ($6, skipping $9);
 * - a pause follows $10 unused codes in a row of a network's callers without a token or session, four times as many of
 *   those with one (unless $11: a signed-in customer), and a third as many of one caller ($7).
 */
export const codesWaitUntil = statement(
  'identity.codesWaitUntil',
  v.object({ until: v.nullable(v.date()) }),
  `select greatest(
     (select max(sent_at) + interval '60 seconds' from codes
       where contact = $1 and allowance = $3 and used_at is null and ${isWithinSql('sent_at', '60 seconds')}),
     case when $3 <> '' then ${contactHourEndSql(CONTACT_CODES - 1)}
       when ${contactHourEndSql(REQUESTER_SHARE - 1, BY_REQUESTER)} is not null
         and ${contactHourEndSql(CONTACT_CODES - 1)} is not null
       then least(${contactHourEndSql(REQUESTER_SHARE - 1, BY_REQUESTER)}, ${contactHourEndSql(CONTACT_CODES - 1)}) end,
     case when $3 = '' then greatest(
       ${contactHourEndSql(ALL_CONTACT_CODES - 1)},
       ${contactHourEndSql(NETWORK_CONTACT_CODES - 1, 'address_hash = $5')},
       ${contactHourEndSql(NETWORK_CONTACT_CODES - 1, 'wide_hash = $6')},
       ${hourEndSql('address_hash', '$5', '$8')}, ${hourEndSql('wide_hash', '$6', '$9')},
       ${networkPauseEndSql('address_hash', '$5', '$10::int')},
       ${networkPauseEndSql('wide_hash', '$6', `$10::int * ${WIDE_NETWORK_FACTOR}`)},
       ${pauseEndSql('caller_hash = $7', '$10::int / 3')}
     ) end
   ) as until`,
);

export const insertSend = statement(
  'identity.insertCodeSend',
  v.object({}),
  `insert into code_sends (contact, address_hash, wide_hash, caller_hash, allowance, code_hash, at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

/** Stores a code in place of the previous one of its contact, purpose and requester ($3). */
export const putCode = statement(
  'identity.putCode',
  v.object({}),
  `insert into codes (contact, purpose, requested_by, customer_id, allowance, code_hash, sent_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (contact, purpose, requested_by) do update set customer_id = excluded.customer_id,
     allowance = excluded.allowance, code_hash = excluded.code_hash, tries = 0, other_tries = 0, sent_at = excluded.sent_at,
     is_sent = false, expires_at = excluded.expires_at, used_at = null`,
);

/** Wrong tries that end a code. */
const MAX_TRIES = 5;
/** Wrong tries by callers other than its requester that end a code for them; they count towards `MAX_TRIES`. */
const MAX_TRIES_OF_OTHERS = 2;

/**
 * SQL condition: the code is an unused one of contact $1 for purpose $2, requested by one of $3 or, if $6, by another
 * requester but bound to no customer and no recognized owner (`allowance`), since a shopper may type a code on another
 * device. Five wrong tries end a code; two by other callers than its requester end it for those callers, so that
 * strangers cannot use up the requester's.
 */
const IS_OPEN = `contact = $1 and purpose = $2
  and (requested_by = any($3::text[])
    or $6 and customer_id is null and allowance = '' and other_tries < ${MAX_TRIES_OF_OTHERS})
  and used_at is null and tries < ${MAX_TRIES} and expires_at > $5::timestamptz`;

/**
 * Compares a typed code (hash $4) with the open codes. A wrong try counts for each code that it was compared with; a
 * right one is not counted, and marks the sent code (contact hash $7) as used, so that it no longer counts towards the
 * pause. One statement, because the update locks the rows: a concurrent try waits and sees the new counts, so that no
 * sixth wrong try is compared.
 */
export const tryCode = statement(
  'identity.tryCode',
  v.object({ is_right: v.nullable(v.boolean()) }),
  `with tried as (
     update codes set
       tries = tries + case when code_hash = $4 then 0 else 1 end,
       other_tries = other_tries + case when code_hash = $4 or requested_by = any($3::text[]) then 0 else 1 end
     where ${IS_OPEN}
     returning code_hash = $4 as is_right
   ), marked as (
     update code_sends set used_at = $5
     where contact = $7 and code_hash = $4 and used_at is null and exists (select from tried where is_right)
   )
   select bool_or(is_right) as is_right from tried`,
);

/**
 * Consumes the open codes that equal a typed one (hash $4). A concurrent use of the same code waits for the transaction
 * and then finds none, unless it was rolled back.
 */
export const consumeCode = statement(
  'identity.consumeCode',
  v.object({ contact: v.string() }),
  `update codes set used_at = $5::timestamptz where code_hash = $4 and ${IS_OPEN} returning contact`,
);

/**
 * Records that a code ($1, for the purpose $2) is being sent at $3 and expires at $4. The wait for another code begins
 * with the first try to send it. Returns the contact; no row if the code is used, expired or replaced.
 */
export const startSending = statement(
  'identity.startSendingCode',
  v.object({ contact: v.string() }),
  `update codes set sent_at = case when is_sent then sent_at else $3::timestamptz end, is_sent = true,
     expires_at = $4::timestamptz
   where code_hash = $1 and purpose = $2 and used_at is null and expires_at > $3::timestamptz
   returning contact`,
);

export const removeCodes = declareCleanUp(
  'identity.removeCodes',
  'delete from codes',
  'from codes where expires_at < $1 order by expires_at',
);

export const removeSends = declareCleanUp(
  'identity.removeCodeSends',
  'delete from code_sends',
  'from code_sends where at < $1 order by at',
);
