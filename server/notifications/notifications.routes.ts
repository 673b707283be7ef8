import type { notificationsEndpoints } from '@shop/contract/notifications';
import type { Handlers } from '../context.ts';
import { listInbox, markNotifications, readNotification, removeNotification } from './inbox.ts';
import {
  readNotificationSettings,
  SETTINGS_UPDATED,
  saveNotificationSettings,
  withdrawMarketingMail,
} from './notification-settings.ts';

export const notificationsHandlers: Handlers<keyof typeof notificationsEndpoints> = {
  'notifications.list': (ctx, { query }) => listInbox(ctx, query),

  'notifications.get': (ctx, { params }) => readNotification(ctx, params.id),

  'notifications.read': async (ctx, { body }) => ({ success: true, ...(await markNotifications(ctx, body)) }),

  'notifications.remove': async (ctx, { params }) => ({ success: true, ...(await removeNotification(ctx, params.id)) }),

  'notifications.settings': async (ctx) => ({ data: await readNotificationSettings(ctx) }),

  'notifications.saveSettings': async (ctx, { body }) => {
    const data = await saveNotificationSettings(ctx, body.data);
    return { message: SETTINGS_UPDATED[ctx.lang], data };
  },

  'notifications.unsubscribe': async (ctx, { body }) => {
    await withdrawMarketingMail(ctx, body.token);
    return { success: true };
  },
};
