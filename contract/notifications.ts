/** The inbox, and the channels by which a customer is notified (docs/spec.md §3 "Notification", §7). */
import { CHANNELS, INBOX_TABS, type InboxTab, KIND_NAMES, TOPIC_NAMES } from '@shop/core/notifications/kinds';
import * as v from 'valibot';
import { endpoint } from './api/endpoint.ts';
import { image, queryFlag, time, uuid } from './common-schemas.ts';
import { listPage, listQuery } from './list-query.ts';

const notification = v.object({
  id: v.string(),
  kind: v.picklist(KIND_NAMES),
  title: v.string(),
  body: v.string(),
  action: v.nullable(v.string()),
  /** Facts that the action needs, such as `order_id`. */
  action_data: v.record(v.string(), v.string()),
  /** Root-relative, or absolute; null where the action itself leads to a page. */
  action_url: v.nullable(v.string()),
  image: v.nullable(image),
  read_at: v.nullable(time()),
  created_at: time(),
});

export type Notification = v.InferInput<typeof notification>;

const MAX_READ_IDS = 100;

/** True or false where the topic has the channel and the customer can be reached by it in this shop, else null. */
const channels = v.object(v.entriesFromList(CHANNELS, v.nullable(v.boolean())));

const topicSettings = v.object({
  topic: v.picklist(TOPIC_NAMES),
  name: v.string(),
  /** Cannot be switched off. */
  locked: v.boolean(),
  channels,
});

export type TopicSettings = v.InferInput<typeof topicSettings>;

export const notificationsEndpoints = {
  'notifications.list': endpoint('notifications.list', {
    access: 'me',
    summary: 'Notifications of the last 180 days, newest first, and the number of unread ones',
    query: v.object({
      ...listQuery().entries,
      unread: v.optional(queryFlag()),
      tab: v.optional(v.picklist(Object.keys(INBOX_TABS) as InboxTab[])),
    }),
    response: v.object({ ...listPage(notification).entries, unread: v.number() }),
  }),
  'notifications.get': endpoint('notifications.get', {
    access: 'me',
    summary: 'A notification',
    params: v.object({ id: uuid() }),
    response: notification,
    refusals: ['request.not_found'],
  }),
  'notifications.read': endpoint('notifications.read', {
    access: 'me',
    summary: 'Marks notifications as read, or as unread again with `read: false`',
    body: v.union([
      v.object({ all: v.literal(true) }),
      v.object({ ids: v.pipe(v.array(uuid()), v.maxLength(MAX_READ_IDS)), read: v.optional(v.boolean(), true) }),
    ]),
    /** `ids`: the notifications that changed, so that marking all can be undone. */
    response: v.object({ success: v.boolean(), unread: v.number(), ids: v.array(v.string()) }),
    refusals: ['request.not_found'],
  }),
  'notifications.remove': endpoint('notifications.remove', {
    access: 'me',
    summary: 'Removes a notification from the inbox',
    params: v.object({ id: uuid() }),
    response: v.object({ success: v.boolean(), unread: v.number() }),
    refusals: ['request.not_found'],
  }),
  'notifications.settings': endpoint('notifications.settings', {
    access: 'me',
    summary: 'What the customer hears by which channel',
    response: v.object({ data: v.array(topicSettings) }),
  }),
  'notifications.saveSettings': endpoint('notifications.saveSettings', {
    access: 'me',
    summary: 'Changes what the customer hears by which channel; topics and channels left out stay',
    body: v.object({
      data: v.pipe(
        v.array(v.object({ topic: v.picklist(TOPIC_NAMES), channels: v.partial(channels) })),
        v.maxLength(TOPIC_NAMES.length),
      ),
    }),
    response: v.object({ message: v.string(), data: v.array(topicSettings) }),
    refusals: ['notifications.locked'],
  }),
  'notifications.unsubscribe': endpoint('notifications.unsubscribe', {
    access: 'open',
    summary: 'Withdraws the consent to marketing mails by the signed link of a mail, without signing in',
    body: v.object({ token: v.pipe(v.string(), v.maxLength(100)) }),
    response: v.object({ success: v.boolean() }),
    refusals: ['alerts.link'],
  }),
};
