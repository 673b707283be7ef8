/** Queries of settings, banners and static texts. */
import type { Placement } from '@shop/core/content/banners';
import type { Lang } from '@shop/core/lang';
import { endpointQuery } from '../api/query-client.ts';

export const settingsQuery = (lang: Lang) => endpointQuery('content.settings', lang, {});

/** Queries the running banners of these placements, for every audience; `filterBanners` filters them. */
export const bannersQuery = (lang: Lang, ...placements: readonly Placement[]) =>
  endpointQuery('content.banners', lang, {
    query: { search: placements.map((placement) => `placement:${placement}`).join(';') },
  });

export const bannerPreviewQuery = (lang: Lang, slug: string, token: string) =>
  endpointQuery('content.bannerPreview', lang, { query: { slug, token } });

export const staticBlockQuery = (lang: Lang, slug: string) =>
  endpointQuery('content.staticBlock', lang, { params: { id: slug } });
