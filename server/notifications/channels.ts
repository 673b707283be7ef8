/** Says which queue each channel uses and when the shop can send by it (docs/design.md, "A channel"). */
import type { Channel, NotificationKind } from '@shop/core/notifications/kinds';
import type { Ctx } from '../context.ts';
import { hasMail } from './compose-mail.ts';
import { hasPhoneNotices, isPhoneNotice } from './phone-notices.ts';

/** A channel with a queue: every channel except the inbox. */
export type QueuedChannel = Exclude<Channel, 'inbox'>;

/** The queue of each channel's messages. The inbox has none: it is the row itself. */
export const QUEUE_OF_CHANNEL: Readonly<Partial<Record<Channel, 'mail' | 'message' | 'push'>>> = {
  email: 'mail',
  whatsapp: 'message',
  push: 'push',
};

/** Returns the priority of a kind's jobs: all other messages go before those of campaigns. */
export const choosePriority = (kind: NotificationKind): number => (kind === 'marketing' ? -1 : 0);

/** For each channel, a function that returns whether the shop can send anything of a kind by it. */
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
