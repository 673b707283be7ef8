/** The calls for the shop's own words. */
import type { contentEndpoints } from '@shop/contract/content';
import type { Handlers } from '../http/context.ts';
import { findBanner, listBanners, showSettings } from './content.ts';

export const contentHandlers: Handlers<keyof typeof contentEndpoints> = {
  'content.settings': (ctx) => showSettings(ctx),
  'content.banners': (ctx, { query }) => listBanners(ctx, query),
  'content.banner': (ctx, { params }) => findBanner(ctx, params.id),
};
