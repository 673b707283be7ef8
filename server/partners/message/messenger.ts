/** Codes and notices to phones: by WhatsApp, or by SMS where WhatsApp rejects the number, answers an error or is down. */
import type { Lang } from '@shop/core/lang';

type Message = {
  /** E.164, such as `+60123456789`. */
  to: string;
  lang: Lang;
  /** Name of the shop, which an SMS has to say itself. */
  shop: string;
};

export type CodeMessage = Message & { code: string };

/** What the owner of an account is told at a number of theirs, and when it happened, in words. */
export type NoticeMessage = Message & { about: 'phone_changed' | 'password_changed'; time: string };

export type Channel = 'whatsapp' | 'sms';

export type Messenger = {
  channel: Channel;
  /** Sends what this one could not deliver; null where there is no other. */
  next: Messenger | null;
  /**
   * Sends it, or throws: `MessageRefused` where trying again is of no use. No error names the number or the code. Answers
   * the partner's id of the message where it will still tell what became of it.
   */
  sendCode(message: CodeMessage): Promise<string | null>;
  /** Sends it, or throws as `sendCode`. */
  sendNotice(message: NoticeMessage): Promise<void>;
};

/** The partner will not send it, now or later. */
export class MessageRefused extends Error {}

/**
 * Sends by the first messenger, and by the next one whatever the failure of the first: a code that arrives twice does no
 * harm, one that does not arrive keeps a shopper out. Null where there is no messenger.
 */
export function messengerOf(all: readonly Omit<Messenger, 'next'>[]): Messenger | null {
  const [first, ...others] = all;
  if (first === undefined) return null;
  const next = messengerOf(others);

  const withFallback = async <Sent>(send: (messenger: Omit<Messenger, 'next'>) => Promise<Sent>): Promise<Sent> => {
    try {
      return await send(first);
    } catch (failure) {
      if (next === null) throw failure;
      return await send(next).catch((nextFailure) => {
        // The next one will not send it, now or later; the first one may.
        throw nextFailure instanceof MessageRefused ? failure : nextFailure;
      });
    }
  };

  return {
    channel: first.channel,
    next,
    sendCode: (message) => withFallback((messenger) => messenger.sendCode(message)),
    sendNotice: (message) => withFallback((messenger) => messenger.sendNotice(message)),
  };
}
