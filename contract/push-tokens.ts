/** Registration of phones for push notifications (docs/spec.md §7 "POST /save-fcm-token"). */
import * as v from 'valibot';
import { endpoint } from './api/endpoint.ts';
import { textLine } from './common-schemas.ts';

export const MAX_PUSH_TOKEN_LENGTH = 4_096;

/** A registration token. PostgreSQL stores neither NUL nor half a surrogate pair. */
const pushToken = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(MAX_PUSH_TOKEN_LENGTH),
  v.check((text) => text.isWellFormed() && !text.includes('\0'), 'A registration token is expected'),
);

export const pushTokenEndpoints = {
  'notifications.savePushToken': endpoint('notifications.savePushToken', {
    access: 'me',
    summary: 'Registers the phone of this session for push notifications; only from the app (X-Platform)',
    body: v.object({
      /** FCM's registration token; on iOS, too. */
      token: pushToken,
      /** The request's `X-Platform` by default. */
      platform: v.optional(v.picklist(['android', 'ios'])),
      app_version: v.optional(v.nullable(textLine(40))),
      /** The request's language by default. */
      lang: v.optional(v.picklist(['en', 'zh'])),
    }),
    response: v.object({ success: v.boolean() }),
  }),
};
