/** Lists, finds and previews banners in the requested language. */
import type { Banner } from '@shop/contract/content';
import type { ListQuery } from '@shop/contract/list-query';
import { textIn } from '@shop/core/lang';
import { type Ctx, limitCacheUntil } from '../context.ts';
import type { ListPage } from '../lists/list-page.ts';
import { listRows, type ReferenceFields } from '../lists/reference-list.ts';
import { imageUrls } from '../media/image-urls.ts';
import { refuse } from '../refuse.ts';
import { bannerSubject, isPreviewToken } from '../secrets/preview-token.ts';
import { type BannerRow, bannerBySlug, liveBanners } from './banners.sql.ts';

function presentBanner({ lang }: Ctx, row: BannerRow): Banner {
  return {
    id: String(row.id),
    slug: row.slug,
    placement: row.placement,
    audience: row.audience,
    tiers: row.tiers,
    platforms: row.platforms,
    categories: row.categories,
    title: textIn(lang, row.title_en, row.title_zh),
    description: textIn(lang, row.description_en, row.description_zh),
    cta: textIn(lang, row.cta_en, row.cta_zh),
    link: row.link,
    scene: row.scene,
    focus: row.focus,
    image: imageUrls(row.image_hash, 'banner'),
    phone: imageUrls(row.phone_hash, 'banner'),
    tile: imageUrls(row.tile_hash, 'banner'),
  };
}

/** Loads the running banners; the response expires when a banner starts or ends. */
async function loadRunningBanners(ctx: Ctx): Promise<Banner[]> {
  const rows = await ctx.db.rows(liveBanners, [ctx.now, ctx.lang]);
  const banners: Banner[] = [];
  for (const row of rows) {
    const isUpcoming = row.starts_at !== null && row.starts_at > ctx.now;
    limitCacheUntil(ctx.cacheTags, isUpcoming ? row.starts_at : row.ends_at);
    if (isUpcoming) continue;
    banners.push(presentBanner(ctx, row));
  }
  return banners;
}

const bannerFields: ReferenceFields<Banner> = {
  search: {
    id: ({ id }) => id,
    slug: ({ slug }) => slug,
    title: ({ title }) => title,
    scene: ({ scene }) => scene,
    placement: ({ placement }) => placement,
    audience: ({ audience }) => audience,
  },
  sorts: { id: ({ id }) => Number(id), title: ({ title }) => title },
  free: ['title', 'slug'],
};

/** Lists running banners in their order, with the list pattern. */
export async function listBanners(ctx: Ctx, query: ListQuery): Promise<ListPage<Banner>> {
  return listRows(await loadRunningBanners(ctx), query, bannerFields);
}

/** Finds a running banner by id or slug; refuses any other value with 404. */
export async function readBanner(ctx: Ctx, idOrSlug: string): Promise<Banner> {
  const banner = (await loadRunningBanners(ctx)).find(({ id, slug }) => id === idOrSlug || slug === idOrSlug);
  return banner ?? refuse('request.not_found');
}

/**
 * Returns a banner of any schedule to the holder of a preview token (`npm run catalog:preview`); refuses another token
 * with `code.invalid` first, so that responses do not reveal which banners exist.
 */
export async function previewBanner(ctx: Ctx, slug: string, token: string): Promise<Banner> {
  if (!isPreviewToken(ctx.shop.secret, bannerSubject(slug), token, ctx.now)) return refuse('code.invalid');
  return presentBanner(ctx, (await ctx.db.row(bannerBySlug, [slug])) ?? refuse('request.not_found'));
}
