/**
 * Defines the kinds of notifications, with their channels, topics and actions. A new kind is a row here, its texts and
 * its composers (docs/design.md, "A kind of notification").
 */

/** The ways to reach a customer. `inbox` is the page of notifications; `whatsapp` falls back to SMS for security. */
export const CHANNELS = ['inbox', 'push', 'email', 'whatsapp'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Topics of the settings page, in its order. A locked one cannot be switched off. */
export const TOPICS = {
  orders: { locked: true },
  rewards: { locked: false },
  alerts: { locked: false },
  security: { locked: true },
  marketing: { locked: false },
} as const;
export type Topic = keyof typeof TOPICS;

/** The tabs of the inbox besides "all". */
export const INBOX_TABS = {
  orders: ['orders'],
  rewards: ['rewards'],
  offers: ['alerts', 'marketing'],
} as const satisfies Record<string, readonly Topic[]>;
export type InboxTab = keyof typeof INBOX_TABS;

/** docs/spec.md §2 "Push-notification routing". */
export type NotificationAction =
  | 'order-placed'
  | 'order-updated'
  | 'offline-transaction-reward'
  | 'offline-transaction-redeem'
  | 'points-expiring';

export type NotificationKindRow = {
  topic: Topic;
  channels: readonly Channel[];
  /** Sent at once, also in quiet hours. */
  urgent: boolean;
  /** Where a tap leads; null means that `action_url` decides (docs/spec.md §2). */
  action: NotificationAction | null;
};

const defineKind = <const Row extends NotificationKindRow>(row: Row) => row;

export const NOTIFICATION_KINDS = {
  'order-placed': defineKind({
    topic: 'orders',
    channels: ['inbox', 'push', 'email', 'whatsapp'],
    urgent: true,
    action: 'order-placed',
  }),
  'order-updated': defineKind({
    topic: 'orders',
    channels: ['inbox', 'push', 'email', 'whatsapp'],
    urgent: true,
    action: 'order-updated',
  }),
  'order-items-changed': defineKind({
    topic: 'orders',
    channels: ['inbox', 'push', 'email'],
    urgent: true,
    action: 'order-updated',
  }),
  'delivery-changed': defineKind({
    topic: 'orders',
    channels: ['inbox', 'push', 'email'],
    urgent: true,
    action: 'order-updated',
  }),
  payment: defineKind({
    topic: 'orders',
    channels: ['inbox', 'push', 'email', 'whatsapp'],
    urgent: true,
    action: 'order-updated',
  }),
  cancellation: defineKind({
    topic: 'orders',
    channels: ['inbox', 'push', 'email', 'whatsapp'],
    urgent: true,
    action: 'order-updated',
  }),
  refund: defineKind({
    topic: 'orders',
    channels: ['inbox', 'push', 'email', 'whatsapp'],
    urgent: false,
    action: 'order-updated',
  }),
  'points-expiring': defineKind({
    topic: 'rewards',
    channels: ['inbox', 'push', 'email'],
    urgent: false,
    action: 'points-expiring',
  }),
  'offline-transaction-reward': defineKind({
    topic: 'rewards',
    channels: ['inbox', 'push', 'email'],
    urgent: true,
    action: 'offline-transaction-reward',
  }),
  'offline-transaction-redeem': defineKind({
    topic: 'rewards',
    channels: ['inbox', 'push', 'email'],
    urgent: true,
    action: 'offline-transaction-redeem',
  }),
  voucher: defineKind({ topic: 'rewards', channels: ['inbox', 'push', 'email'], urgent: false, action: null }),
  tier: defineKind({ topic: 'rewards', channels: ['inbox', 'push'], urgent: false, action: null }),
  'check-in-reminder': defineKind({ topic: 'rewards', channels: ['inbox', 'push'], urgent: false, action: null }),
  'back-in-stock': defineKind({ topic: 'alerts', channels: ['inbox', 'push', 'email'], urgent: false, action: null }),
  'price-drop': defineKind({ topic: 'alerts', channels: ['inbox', 'push', 'email'], urgent: false, action: null }),
  security: defineKind({
    topic: 'security',
    channels: ['inbox', 'push', 'email', 'whatsapp'],
    urgent: true,
    action: null,
  }),
  marketing: defineKind({ topic: 'marketing', channels: ['inbox', 'push', 'email'], urgent: false, action: null }),
} as const satisfies Record<string, NotificationKindRow>;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

/** The kinds of an order whose mails staff may send again. */
export const ORDER_MAIL_KINDS = [
  'order-placed',
  'order-updated',
  'order-items-changed',
  'delivery-changed',
  'payment',
  'cancellation',
  'refund',
] as const satisfies readonly NotificationKind[];

export const KIND_NAMES = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];
export const TOPIC_NAMES = Object.keys(TOPICS) as Topic[];

/** Lists the kinds of a topic. */
export const listKindsOfTopic = (topic: Topic): NotificationKind[] =>
  KIND_NAMES.filter((name) => NOTIFICATION_KINDS[name].topic === topic);
