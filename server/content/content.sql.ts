/** Statements for settings. */
import { LINKED_TEXTS } from '@shop/core/links/paths';
import * as v from 'valibot';
import { lowestTierSql } from '../customer-tier.sql.ts';
import { statement } from '../db/database.ts';

/** Rates of the loyalty program. */
const loyaltyRates = v.object({
  points_per_ringgit: v.number(),
  min_points: v.number(),
  max_points_percent: v.number(),
  /** Hundredths of a point that a new member earns per ringgit. */
  earn_rate: v.number(),
});
export type LoyaltyRates = v.InferOutput<typeof loyaltyRates>;

/** SQL condition: the text is a page of the shop's own, which `/pages/{slug}` shows. */
export const IS_OWN_PAGE = `slug not in (${LINKED_TEXTS.map((slug) => `'${slug}'`).join(', ')})`;

const ownPage = v.object({ slug: v.string(), title_en: v.string(), title_zh: v.nullable(v.string()) });
export type OwnPage = v.InferOutput<typeof ownPage>;

/**
 * Reads every setting, the lowest free-delivery amount, the highest standard fee, whether the logo is a picture, the
 * rates of the loyalty program, the titles of the shop's own pages, and whether the locator has outlets.
 */
export const allSettings = statement(
  'content.settings',
  v.object({
    settings: v.record(v.string(), v.unknown()),
    free_from: v.nullable(v.number()),
    standard_fee: v.nullable(v.number()),
    has_own_logo: v.boolean(),
    loyalty: v.nullable(loyaltyRates),
    own_pages: v.array(ownPage),
    has_stores: v.boolean(),
  }),
  `select coalesce((select jsonb_object_agg(key, value) from settings), '{}') as settings,
     (select min((rule ->> 'min_amount')::integer) from delivery_rates r join delivery_methods m on m.id = r.method_id
       cross join jsonb_array_elements(r.free_shipping) rule where m.is_active) as free_from,
     (select max(greatest(r.fee, (select max((band ->> 'fee')::integer) from jsonb_array_elements(r.bands) band)))
       from delivery_rates r join delivery_methods m on m.id = r.method_id where m.is_active and m.shipping_class = 'standard') as standard_fee,
     exists (select 1 from images i join settings s on s.key = 'logo' and s.value #>> '{}' = i.hash
       where i.spec ->> 'kind' = 'upload') as has_own_logo,
     (select jsonb_build_object(
        'points_per_ringgit', s.value -> 'points_per_ringgit',
        'min_points', s.value -> 'min_points',
        'max_points_percent', s.value -> 'max_points_percent',
        'earn_rate', coalesce(${lowestTierSql('earn_rate')}, 0))
      from settings s
      where s.key = 'loyalty' and s.value -> 'enabled' is distinct from 'false') as loyalty,
     (select coalesce(json_agg(json_build_object('slug', slug, 'title_en', title_en, 'title_zh', title_zh)
        order by position, id), '[]') from static_blocks where ${IS_OWN_PAGE}) as own_pages,
     exists (select 1 from outlets where is_active) as has_stores`,
);
