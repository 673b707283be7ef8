/** The channels that the shop can send by. A channel is a row here and a sender (docs/design.md, "A channel"). */
import type { Channel, NotificationKind } from '@shop/core/notifications/kinds';
import type { Ctx } from '../context.ts';
import { hasMail } from './compose-mail.ts';
import { hasPhoneNotices, isPhoneNotice } from './phone-notices.ts';

/** A channel by which messages are sent. */
export type QueuedChannel = Exclude<Channel, 'inbox'>;

/** The queue of each channel's messages. The inbox has none: it is the row itself. */
export const QUEUES: Readonly<Partial<Record<Channel, 'mail' | 'message' | 'push'>>> = {
  email: 'mail',
  whatsapp: 'message',
  push: 'push',
};

/** Messages of orders and of security overtake those of campaigns. */
export const jobPriority = (kind: NotificationKind): number => (kind === 'marketing' ? -1 : 0);

/** Whether the shop can send anything of a kind by a channel. */
const CAN_SEND: Readonly<Record<Channel, (ctx: Ctx, kind: NotificationKind) => boolean>> = {
  inbox: () => true,
  push: (ctx) => ctx.shop.partners.push !== null,
  email: (_, kind) => hasMail(kind),
  whatsapp: ({ shop }, kind) =>
    shop.partners.messenger !== null && (hasPhoneNotices(kind) || shop.partners.messenger.orderKinds.has(kind)),
};

/** Returns whether the shop can send notifications of a kind by a channel. */
export const canSendKind = (ctx: Ctx, channel: Channel, kind: NotificationKind): boolean =>
  CAN_SEND[channel](ctx, kind);

/** Returns whether the shop can send a notification by a channel. */
export const canSend = (ctx: Ctx, channel: Channel, kind: NotificationKind, data: object): boolean =>
  canSendKind(ctx, channel, kind) && (channel !== 'whatsapp' || kind !== 'security' || isPhoneNotice(data));
