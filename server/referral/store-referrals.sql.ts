/** Statements of store referrals. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';

export const outletByCode = statement(
  'referral.outletByCode',
  v.object({ code: v.string() }),
  'select code from outlets where code = $1',
);

/** Credits the outlet with code $2 with customer $1 at $3, once; nothing if there is no such outlet. */
export const insertStoreReferral = statement(
  'referral.insertStoreReferral',
  v.object({}),
  `insert into store_referrals (customer_id, outlet_code, created_at) select $1, code, $3 from outlets where code = $2
   on conflict do nothing`,
);

/** Counts the customers whom each outlet brought; the name is null for an outlet that closed. */
export const storeReferralCounts = statement(
  'referral.storeReferralCounts',
  v.object({ outlet: v.string(), name: v.nullable(v.string()), customers: v.number() }),
  `select r.outlet_code as outlet, o.name_en as name, r.customers
   from (select outlet_code, count(*) as customers from store_referrals
     where $1::text is null or outlet_code = $1 group by outlet_code) r
     left join outlets o on o.code = r.outlet_code
   order by r.customers desc, r.outlet_code`,
);
