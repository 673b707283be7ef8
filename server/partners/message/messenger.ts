/** Codes and notices to telephones: by WhatsApp, or by SMS where WhatsApp does not reach a number; each is a messenger. */
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
  /** Takes over where this one cannot deliver; null where there is no other. */
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

/** The first messenger, and the next where it refuses; null where there is none. */
export function messengerOf(all: readonly Omit<Messenger, 'next'>[]): Messenger | null {
  const [first, ...others] = all;
  if (first === undefined) return null;
  const next = messengerOf(others);

  async function orNext<Sent>(
    send: () => Promise<Sent>,
    sendByNext: (next: Messenger) => Promise<Sent>,
  ): Promise<Sent> {
    try {
      return await send();
    } catch (error) {
      if (next === null || !(error instanceof MessageRefused)) throw error;
      return sendByNext(next);
    }
  }

  return {
    channel: first.channel,
    next,
    sendCode: (message) =>
      orNext(
        () => first.sendCode(message),
        (next) => next.sendCode(message),
      ),
    sendNotice: (message) =>
      orNext(
        () => first.sendNotice(message),
        (next) => next.sendNotice(message),
      ),
  };
}
