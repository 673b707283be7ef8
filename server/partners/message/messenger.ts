/** Codes to telephones: by WhatsApp, or by SMS where WhatsApp refuses a number; each partner is a messenger. */
import type { Lang } from '@shop/core/lang';

export type CodeMessage = {
  /** E.164, such as `+60123456789`. */
  to: string;
  code: string;
  lang: Lang;
  /** Name of the shop, which an SMS has to say itself. */
  shop: string;
};

export type Channel = 'whatsapp' | 'sms';

export type Messenger = {
  channel: Channel;
  /** Sends it, or throws: `MessageRefused` where trying again is of no use. No error names the number or the code. */
  sendCode(message: CodeMessage): Promise<void>;
};

/** The partner will not send it, now or later. */
export class MessageRefused extends Error {}

/** The first messenger, and the next where it refuses; null where there is none. */
export function messengerOf(all: readonly Messenger[]): Messenger | null {
  const [first, ...others] = all;
  if (first === undefined) return null;
  const next = messengerOf(others);
  if (next === null) return first;
  return {
    channel: first.channel,
    async sendCode(message) {
      try {
        await first.sendCode(message);
      } catch (error) {
        if (!(error instanceof MessageRefused)) throw error;
        await next.sendCode(message);
      }
    },
  };
}
