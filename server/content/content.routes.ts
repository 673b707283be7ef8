/** Handlers of the content endpoints. */
import type { contentEndpoints } from '@shop/contract/content';
import type { Handlers } from '../context.ts';
import { sendContactMessage } from './contact-us.ts';
import { findBanner, listBanners, showSettings } from './content.ts';
import { findStaticBlock, listStaticBlocks } from './static-blocks.ts';

export const contentHandlers: Handlers<keyof typeof contentEndpoints> = {
  'content.settings': (ctx) => showSettings(ctx),
  'content.banners': (ctx, { query }) => listBanners(ctx, query),
  'content.banner': (ctx, { params }) => findBanner(ctx, params.id),
  'content.staticBlocks': (ctx, { query }) => listStaticBlocks(ctx, query),
  'content.staticBlock': (ctx, { params }) => findStaticBlock(ctx, params.id),
  'content.contactUs': (ctx, { body }) => sendContactMessage(ctx, body),
};
