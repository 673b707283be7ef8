/** Codes and notices to phones: by WhatsApp, or by SMS if WhatsApp rejects the number, returns an error or is down. */
import type { Lang } from '@shop/core/lang';
import type { NotificationKind } from '@shop/core/notifications/kinds';

type TextMessage = {
  /** E.164, such as `+60123456789`. */
  to: string;
  lang: Lang;
  /** Name of the shop: an SMS has no sender name. */
  shop: string;
};

export type CodeMessage = TextMessage & { code: string };

/** A security notice to a customer's number, and when it happened, in words. */
export type NoticeMessage = TextMessage & { about: 'phone_changed' | 'password_changed'; time: string };

/** A notification about a customer's order, without the name of the shop. */
type OrderMessage = Omit<TextMessage, 'shop'> & { kind: NotificationKind; order_number: string; text: string };

export type MessageChannel = 'whatsapp' | 'sms';

export type Messenger = {
  /** Channels in the order in which a message is tried on them. */
  channels: readonly MessageChannel[];
  /** The fallback; null without one. */
  next: Messenger | null;
  /**
   * Sends a code or throws: `MessageRefused` if a retry is useless. No error names the number or the code. Returns
   * the partner's message id if delivery reports will follow.
   */
  sendCode(message: CodeMessage): Promise<string | null>;
  /** Sends a notice, or throws as `sendCode`. */
  sendNotice(message: NoticeMessage): Promise<void>;
  /** The kinds of notifications of orders that it has an approved template for. */
  orderKinds: ReadonlySet<NotificationKind>;
  /** Sends a notification about an order, or throws as `sendCode`. */
  sendOrder(message: OrderMessage): Promise<void>;
};

/** A messenger without a fallback. */
export type SingleMessenger = Omit<Messenger, 'channels' | 'next'> & { channel: MessageChannel };

/** The partner refuses the message; a retry is useless. */
export class MessageRefused extends Error {}

/**
 * Combines messengers into one that sends by the first, and by the next one after any failure: a code that arrives
 * twice does no harm, one that does not arrive keeps a shopper out. Null without messengers.
 */
export function chainMessengers(all: readonly SingleMessenger[]): Messenger | null {
  const [first, ...others] = all;
  if (first === undefined) return null;
  const next = chainMessengers(others);

  const sendWithFallback = async <Sent>(
    send: (messenger: Omit<SingleMessenger, 'channel'>) => Promise<Sent>,
  ): Promise<Sent> => {
    try {
      return await send(first);
    } catch (failure) {
      if (next === null) throw failure;
      return await send(next).catch((nextFailure) => {
        // A retry of the fallback is useless; the first messenger may still succeed.
        throw nextFailure instanceof MessageRefused ? failure : nextFailure;
      });
    }
  };

  return {
    channels: [first.channel, ...(next?.channels ?? [])],
    next,
    sendCode: (message) => sendWithFallback((messenger) => messenger.sendCode(message)),
    sendNotice: (message) => sendWithFallback((messenger) => messenger.sendNotice(message)),
    // Without a fallback: an SMS is paid for, and nothing depends on the message.
    orderKinds: first.orderKinds,
    sendOrder: (message) => first.sendOrder(message),
  };
}
