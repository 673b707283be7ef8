/** Statements of referrals. */
import { REFERRAL_STATES } from '@shop/core/referral/referral';
import * as v from 'valibot';
import { declareCleanUp } from '../db/clean-up.ts';
import { statement } from '../db/database.ts';

const state = v.picklist(REFERRAL_STATES);

/**
 * Inserts referral $1 of friend $2 by customer $3 at $4; `void` if the friend signs up in a session ($5) or on a device
 * ($6) of that customer. Inserts nothing if the customer is not active.
 */
export const insertReferral = statement(
  'referral.insert',
  v.object({}),
  `with own as (
     select exists (select from referral_sessions s where s.customer_id = $3 and s.session_hash = $5)
       or exists (select from known_devices d where d.customer_id = $3 and d.device_hash = $6) as device
   )
   insert into referrals (id, friend_id, referrer_id, state, void_reason, created_at, updated_at)
   select $1, $2, $3, case when device then 'void' else 'signed_up' end, case when device then 'same_device' end, $4, $4
   from own where exists (select from customers where id = $3 and status = 'active')
   on conflict do nothing`,
);

/** Stores that customer $1 viewed their own code in session $2 at $3. */
export const insertSession = statement(
  'referral.insertSession',
  v.object({}),
  `insert into referral_sessions (customer_id, session_hash, seen_at) values ($1, $2, $3)
   on conflict (customer_id, session_hash) do update set seen_at = excluded.seen_at`,
);

/** Deletes sessions seen before $1. */
export const removeOldReferralSessions = declareCleanUp(
  'referral.removeOldSessions',
  'delete from referral_sessions',
  'from referral_sessions where seen_at < $1 order by seen_at',
);

/**
 * The referrals of customer $1, filtered by states $2 and ids $3 (null: all), as `from` and `where`. $4: both filters
 * must match; otherwise one is enough. A friend who has signed up and has an order that is not canceled is in state
 * `ordered`.
 */
const FROM_FRIENDS = `
  from (
    select r.id, c.name, r.reward, r.created_at, case when r.state = 'signed_up' and exists (
      select from orders o where o.customer_id = r.friend_id and o.status <> 'canceled') then 'ordered' else r.state end as state
    from referrals r join customers c on c.id = r.friend_id where r.referrer_id = $1
  ) friends
  where case when $4::boolean or $2::text[] is null or $3::text[] is null
    then coalesce(state = any($2), true) and coalesce(id::text = any($3), true)
    else state = any($2) or id::text = any($3) end`;

const selectFriends = (name: string, order: string) =>
  statement(
    name,
    v.object({ id: v.string(), name: v.string(), state, reward: v.number(), created_at: v.date() }),
    `select id, name, state, reward, created_at ${FROM_FRIENDS} order by ${order} limit $5 offset $6`,
  );

/** Reads a page of referrals, newest first: limit $5, offset $6. */
export const referralsPage = selectFriends('referral.page', 'created_at desc, id desc');

/** Reads a page of referrals, oldest first: limit $5, offset $6. */
export const oldestReferralsPage = selectFriends('referral.oldestPage', 'created_at, id');

export const countReferrals = statement(
  'referral.count',
  v.object({ total: v.number() }),
  `select count(*) as total ${FROM_FRIENDS}`,
);

/** Reads the contacts of friend $1 and of the referrer, and the referrer's streets with postcode $2. */
export const referrerOfFriend = statement(
  'referral.referrerOfFriend',
  v.object({
    referrer_email: v.nullable(v.string()),
    referrer_phone: v.nullable(v.string()),
    friend_email: v.nullable(v.string()),
    streets: v.array(v.string()),
  }),
  `select c.email as referrer_email, c.phone as referrer_phone, f.email as friend_email, array(
       select a.street_address from addresses a where a.customer_id = c.id and a.zip = $2
       union
       select o.shipping_address ->> 'street_address' from orders o
       where o.customer_id = c.id and o.shipping_address ->> 'zip' = $2
         and o.shipping_address ->> 'street_address' is not null) as streets
   from referrals r join customers c on c.id = r.referrer_id join customers f on f.id = r.friend_id
   where r.friend_id = $1`,
);

/**
 * Locks the open referral of the friend who placed order $1, unless the referrer's account is removed, and reads it
 * with the order's contact and address. `rewarded` counts the referrer's rewards since $2.
 */
export const openReferralOfOrder = statement(
  'referral.openOfOrder',
  v.object({
    id: v.string(),
    friend_id: v.string(),
    referrer_id: v.string(),
    phone: v.string(),
    email: v.string(),
    zip: v.nullable(v.string()),
    street_address: v.nullable(v.string()),
    rewarded: v.number(),
  }),
  `select r.id, r.friend_id, r.referrer_id,
     o.contact_phone as phone, o.contact_email as email, o.shipping_address ->> 'zip' as zip,
     o.shipping_address ->> 'street_address' as street_address,
     (select count(*) from referrals d where d.referrer_id = r.referrer_id and d.state = 'rewarded'
       and d.updated_at >= $2) as rewarded
   from orders o join referrals r on r.friend_id = o.customer_id
     join customers c on c.id = r.referrer_id and c.status = 'active'
   where o.id = $1 and o.payment_status <> all ('{refund_due,refunded}') and r.state = 'signed_up' for update of r`,
);

/** Ends referral $1 at $5: state $2, reason $3, reward $4, for order $6 or null. */
export const endReferral = statement(
  'referral.end',
  v.object({}),
  'update referrals set state = $2, void_reason = $3, reward = $4, updated_at = $5, order_id = $6 where id = $1',
);

/**
 * Voids the open referrals of the removed customer $1 at $2. Waits for the completion of an order that has locked one
 * and rewards it first.
 */
export const voidReferrals = statement(
  'referral.voidOfReferrer',
  v.object({}),
  `update referrals set state = 'void', void_reason = 'referrer_removed', updated_at = $2
   where referrer_id = $1 and state = 'signed_up'`,
);

const referralReward = v.object({ id: v.string(), friend_id: v.string(), referrer_id: v.string() });
export type ReferralReward = v.InferOutput<typeof referralReward>;

/**
 * Builds the statement that reads the referral for order $1 in a state. Its `referrer_id` is the account that the
 * referrer's was merged into, also over several merges: a merge into the friend's account leaves the old one in the
 * row.
 */
const selectReward = (name: string, condition: string) =>
  statement(
    name,
    referralReward,
    `with recursive owners (id, friend_id, customer_id) as (
       select id, friend_id, referrer_id from referrals where order_id = $1 and ${condition}
       union select o.id, o.friend_id, m.into_customer_id
       from owners o join account_merges m on m.from_customer_id = o.customer_id
     )
     select id, friend_id, customer_id as referrer_id from owners
     where not exists (select from account_merges m where m.from_customer_id = owners.customer_id)`,
  );

/** Reads the referral that was rewarded for order $1. */
export const rewardOfOrder = selectReward('referral.rewardOfOrder', `state = 'rewarded'`);

/** Voids rewarded referral $1 at $2, since its order was refunded. */
export const voidReward = statement(
  'referral.voidReward',
  v.object({ id: v.string() }),
  `update referrals set state = 'void', void_reason = 'refunded', reward = 0, updated_at = $2
   where id = $1 and state = 'rewarded' returning id`,
);

/** Reads the referral whose reward the refund of order $1 took back. */
export const voidedRewardOfOrder = selectReward(
  'referral.voidedRewardOfOrder',
  `state = 'void' and void_reason = 'refunded'`,
);

/** Rewards voided referral $1 again with $2 coins at $3, since the refund of its order was withdrawn. */
export const restoreReward = statement(
  'referral.restoreReward',
  v.object({}),
  `update referrals set state = 'rewarded', void_reason = null, reward = $2, updated_at = $3
   where id = $1 and state = 'void' and void_reason = 'refunded'`,
);
