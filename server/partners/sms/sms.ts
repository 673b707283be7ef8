/** Codes by SMS: one POST to a gateway. Off unless `SMS_URL` is set; what a message costs is why. */
import { MessageRefused, type Messenger } from '../message/messenger.ts';
import { outbound } from '../outbound.ts';

export type SmsSettings = { url: string; token: string };

/**
 * The text: senders are replaced by short codes in Malaysia, so it says the shop's name itself; it must hold no address
 * and no telephone number (integrations §6).
 */
const TEXTS = {
  en: (shop: string, code: string) => `${shop}: your code is ${code}. It is good for 5 minutes. Never share it.`,
  zh: (shop: string, code: string) => `【${shop}】验证码 ${code}，5 分钟内有效，切勿告诉他人。`,
};

/** A messenger on the gateway that the settings name. */
export function smsMessenger({ url, token }: SmsSettings): Messenger {
  const ask = outbound('The SMS gateway');
  return {
    channel: 'sms',
    async sendCode({ to, code, lang, shop }) {
      const { status } = await ask(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ to, text: TEXTS[lang](shop, code) }),
      });
      if (status === 429) throw new Error('The SMS gateway asks to slow down');
      if (status >= 300) throw new MessageRefused(`The SMS gateway answered ${status}`);
    },
  };
}
