/** Endpoints about the app, for browsers and for the app: its versions, the settings that open it, deferred links. */
import type { appEndpoints } from '@shop/contract/app';
import type { Handlers } from '../context.ts';
import { claimLink, saveDeferredLink } from './deferred-links.ts';

export const appHandlers: Handlers<keyof typeof appEndpoints> = {
  'app.version': async ({ shop: { app } }, { query: { platform } }) => ({
    ...app.versions[platform],
    store_url: app.stores[platform],
  }),

  'app.settings': async ({ shop: { app } }) => ({
    scheme: app.scheme,
    has_universal_links: app.iosId !== null,
    android_package: app.android?.packageName ?? null,
    stores: app.stores,
  }),

  'app.deferLink': (ctx, { body }) => saveDeferredLink(ctx, body.url),

  'app.deferredLink': async (ctx, { query }) => ({ url: await claimLink(ctx, query.token ?? '') }),
};
