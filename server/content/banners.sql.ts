/** Statements for banners. */
import { AUDIENCES, PLACEMENTS, PLATFORMS } from '@shop/core/content/banners';
import * as v from 'valibot';
import { statement } from '../db/database.ts';

const bannerRow = v.object({
  id: v.number(),
  slug: v.string(),
  placement: v.picklist(PLACEMENTS),
  audience: v.picklist(AUDIENCES),
  tiers: v.array(v.string()),
  platforms: v.array(v.picklist(PLATFORMS)),
  categories: v.array(v.string()),
  focus: v.nullable(v.object({ x: v.number(), y: v.number() })),
  scene: v.string(),
  image_hash: v.string(),
  phone_hash: v.string(),
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
});
export type BannerRow = v.InferOutput<typeof bannerRow>;

const BANNER_COLUMNS = `id, slug, placement, audience, tiers, platforms, categories, focus, scene, image_hash, phone_hash,
     tile_hash, title_en, title_zh, description_en, description_zh, cta_en, cta_zh, link, starts_at, ends_at`;

/** Reads active banners in a language ($2) that have not ended at $1, in their order. */
export const liveBanners = statement(
  'content.banners',
  bannerRow,
  `select ${BANNER_COLUMNS}
   from banners where is_active and (ends_at is null or ends_at > $1::timestamptz)
     and (languages = '[]' or languages ? $2)
   order by priority desc, position, id`,
);

/** Reads a banner by slug, also one that is not active. */
export const bannerBySlug = statement(
  'content.bannerBySlug',
  bannerRow,
  `select ${BANNER_COLUMNS} from banners where slug = $1`,
);
