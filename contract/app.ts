/** The app: its versions and links, and the page that a shopper looked at before the app was installed. */
import { APP_PLATFORMS } from '@shop/core/app/version';
import { MAX_LINK_LENGTH } from '@shop/core/links/deep-links';
import * as v from 'valibot';
import { endpoint } from './api/endpoint.ts';
import { queryText, time } from './common-schemas.ts';

export const appEndpoints = {
  'app.version': endpoint('app.version', {
    access: 'open',
    summary: 'The oldest version of the app that still works, and the newest one',
    query: v.object({ platform: v.picklist(APP_PLATFORMS) }),
    response: v.object({
      /** The oldest version that need not be updated. */
      minimum: v.string(),
      latest: v.string(),
      /** The listing in the platform's store. */
      store_url: v.nullable(v.string()),
    }),
    cacheable: 'products',
  }),
  'app.settings': endpoint('app.settings', {
    access: 'open',
    summary: 'How a browser opens the app',
    response: v.object({
      scheme: v.string(),
      /** Whether iOS opens the shop's links in the app. */
      has_universal_links: v.boolean(),
      android_package: v.nullable(v.string()),
      /** The listings. */
      stores: v.object({ ios: v.nullable(v.string()), android: v.nullable(v.string()) }),
    }),
    cacheable: 'products',
  }),
  'app.deferLink': endpoint('app.deferLink', {
    access: 'open',
    summary: 'Stores a page of the shop for an app that is about to be installed, for 24 hours',
    /** A path with its query, or an absolute address. */
    body: v.object({ url: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_LINK_LENGTH)) }),
    response: v.object({ token: v.string(), expires_at: time() }),
    status: 201,
  }),
  'app.deferredLink': endpoint('app.deferredLink', {
    access: 'open',
    summary: 'The page that was stored by a token, once; as HTML by Accept: a page that leads back to the app',
    query: v.object({ type: v.literal('02'), token: v.optional(queryText(100)) }),
    response: v.object({ url: v.nullable(v.string()) }),
  }),
};
