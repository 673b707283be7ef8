/** The shop's own words in the shopper's language: settings and banners. */
import type { Banner, Settings } from '@shop/contract/content';
import type { ListQuery } from '@shop/contract/list';
import { type Ctx, limitCacheUntil } from '../context.ts';
import { imageUrl, imageUrls } from '../media/image-hash.ts';
import { refuse } from '../refuse.ts';
import { textIn } from './bilingual.ts';
import { liveBanners } from './content.sql.ts';
import { listRows, type Page, pageOf, type ReferenceFields } from './reference-list.ts';
import { readSettings, type StoredSettings } from './settings.ts';

const OG_WIDTH = 1200;

function presentSeo(
  { seo, ...site }: StoredSettings,
  say: (text: { en: string; zh: string | null }) => string,
): Settings['seo'] {
  return {
    canonicalUrl: seo?.canonical_url ?? '/',
    ogTitle: seo ? say(seo.og_title) : '',
    ogDescription: seo ? say(seo.og_description) : '',
    ogImage: { original: seo ? imageUrl(seo.og_image, OG_WIDTH, 'jpg') : '' },
    twitterHandle: seo?.twitter_handle ?? '',
    twitterCardType: seo?.twitter_card_type ?? 'summary_large_image',
    metaTitle: (seo && say(seo.meta_title)) || `${say(site.site_title)} · ${say(site.site_subtitle)}`,
    metaDescription: seo ? say(seo.meta_description) : '',
    metaTags: seo ? say(seo.meta_tags) : '',
  };
}

/** docs/spec.md §3 Settings, and what the pages need beside it. */
export async function showSettings(ctx: Ctx): Promise<Settings> {
  const stored = await readSettings(ctx);
  const say = (text: { en: string; zh: string | null }) => textIn(ctx.lang, text.en, text.zh);
  const logo = stored.logo === null ? { thumbnail: '', original: '' } : imageUrls(stored.logo, 'logo');
  return {
    siteTitle: say(stored.site_title),
    siteSubtitle: say(stored.site_subtitle),
    currency: stored.currency,
    logo: { id: stored.logo ?? '', ...logo },
    category: { category_size: stored.category_size },
    seo: presentSeo(stored, say),
    office_hours: say(stored.office_hours),
    announcement: {
      text: say(stored.announcement.text),
      highlight: say(stored.announcement.highlight),
      hide_in_topbar: stored.free_shipping_bar.hide_in_topbar,
    },
    free_shipping: { ...stored.free_shipping_bar, min_amount: stored.free_from },
    standard_delivery: stored.standard_fee === null ? null : { fee: stored.standard_fee },
    bag_fee: { enabled: stored.bag_fee.enabled, fee: stored.bag_fee.fee, label: say(stored.bag_fee.label) },
    tips: stored.tips.map((tip) => ({ tip })),
    founded: stored.founded,
    outlets_count: say(stored.outlets_count),
    contact: { ...stored.contact, address: say(stored.contact.address) },
    legal: { ...stored.legal, prices_note: say(stored.legal.prices_note) },
    app_links: stored.app_links,
    google: ctx.shop.partners.google && {
      client_id: ctx.shop.partners.google.clientId,
      authorize_url: ctx.shop.partners.google.authorizeUrl,
    },
    tracking: [...ctx.shop.trackers],
  };
}

/** Banners that are on now; the answer says when the next one comes or goes. */
async function runningBanners(ctx: Ctx): Promise<Banner[]> {
  const rows = await ctx.db.rows(liveBanners, [ctx.now]);
  const shown: Banner[] = [];
  for (const row of rows) {
    const isComing = row.starts_at !== null && row.starts_at > ctx.now;
    limitCacheUntil(ctx.cacheTags, isComing ? row.starts_at : row.ends_at);
    if (isComing) continue;
    shown.push({
      id: String(row.id),
      slug: row.slug,
      title: textIn(ctx.lang, row.title_en, row.title_zh),
      description: textIn(ctx.lang, row.description_en, row.description_zh),
      cta: textIn(ctx.lang, row.cta_en, row.cta_zh),
      link: row.link,
      scene: row.scene,
      image: imageUrls(row.image_hash, 'banner'),
      tile: imageUrls(row.tile_hash, 'banner'),
    });
  }
  return shown;
}

const bannerFields: ReferenceFields<Banner> = {
  search: { id: ({ id }) => id, slug: ({ slug }) => slug, title: ({ title }) => title, scene: ({ scene }) => scene },
  sorts: { id: ({ id }) => Number(id), title: ({ title }) => title },
  free: ['title', 'slug'],
};

/** Banners in their order, with the list pattern. */
export async function listBanners(ctx: Ctx, query: ListQuery): Promise<Page<Banner>> {
  const { data, total } = listRows(await runningBanners(ctx), query, bannerFields);
  return pageOf(data, total, query);
}

/** One banner that is on now, by id or slug. Refuses with 404 what is not. */
export async function findBanner(ctx: Ctx, idOrSlug: string): Promise<Banner> {
  const banner = (await runningBanners(ctx)).find(({ id, slug }) => id === idOrSlug || slug === idOrSlug);
  return banner ?? refuse('request.not_found');
}
