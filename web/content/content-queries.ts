/** Queries of static texts and banners. */
import type { Lang } from '@shop/core/lang';
import { endpointQuery } from '../api/query-client.ts';

export const settingsQuery = (lang: Lang) => endpointQuery('content.settings', lang, {});

export const bannersQuery = (lang: Lang) => endpointQuery('content.banners', lang, {});

export const staticBlockQuery = (lang: Lang, slug: string) =>
  endpointQuery('content.staticBlock', lang, { params: { id: slug } });
