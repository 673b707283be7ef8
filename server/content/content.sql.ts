/** Statements for settings and banners. */
import { LINKED_TEXTS } from '@shop/core/links/paths';
import * as v from 'valibot';
import { statement } from '../db/database.ts';

/** Rates of the loyalty program. */
const loyaltyRates = v.object({
  points_per_ringgit: v.number(),
  min_points: v.number(),
  /** Hundredths of a point that a new member earns per ringgit. */
  earn_rate: v.number(),
});
export type LoyaltyRates = v.InferOutput<typeof loyaltyRates>;

/** SQL: the text is a page of the shop's own, which `/pages/{slug}` shows. */
export const IS_OWN_PAGE = `slug not in (${LINKED_TEXTS.map((slug) => `'${slug}'`).join(', ')})`;

const ownPage = v.object({ slug: v.string(), title_en: v.string(), title_zh: v.nullable(v.string()) });
export type OwnPage = v.InferOutput<typeof ownPage>;

/**
 * Reads every setting, the lowest free-delivery amount, the highest standard fee, whether the logo is a picture, the
 * rates of the loyalty program, and the titles of the shop's own pages.
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
        'earn_rate', coalesce((select t.earn_rate from membership_tiers t order by t.position limit 1), 0))
      from settings s
      where s.key = 'loyalty' and s.value -> 'enabled' is distinct from 'false') as loyalty,
     (select coalesce(json_agg(json_build_object('slug', slug, 'title_en', title_en, 'title_zh', title_zh)
        order by position, id), '[]') from static_blocks where ${IS_OWN_PAGE}) as own_pages`,
);

/** Reads active banners that have not ended, in their order. Values: now. */
export const liveBanners = statement(
  'content.banners',
  v.object({
    id: v.number(),
    slug: v.string(),
    position: v.number(),
    scene: v.string(),
    image_hash: v.string(),
    tile_hash: v.string(),
    title_en: v.string(),
    title_zh: v.nullable(v.string()),
    description_en: v.string(),
    description_zh: v.nullable(v.string()),
    cta_en: v.string(),
    cta_zh: v.nullable(v.string()),
    link: v.string(),
    starts_at: v.nullable(v.date()),
    ends_at: v.nullable(v.date()),
  }),
  `select id, slug, position, scene, image_hash, tile_hash, title_en, title_zh, description_en, description_zh, cta_en,
     cta_zh, link, starts_at, ends_at
   from banners where is_active and (ends_at is null or ends_at > $1::timestamptz) order by position, id`,
);
