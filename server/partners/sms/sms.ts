/** Sends codes and notices by SMS: one POST to a gateway. Off unless `SMS_URL` is set, since messages cost money. */
import { CODE_LIFE_MINUTES } from '@shop/core/identity/one-time-code';
import type { Lang } from '@shop/core/lang';
import { MessageRefused, type NoticeMessage, type SingleMessenger } from '../message/messenger.ts';
import { createOutbound } from '../outbound.ts';

export type SmsSettings = { url: string; token: string };

/**
 * The texts name the shop, since Malaysia replaces senders by short codes; they must not contain an address or a phone
 * number (docs/partners.md#6).
 */
const MESSAGE_TEXTS: Readonly<
  Record<Lang, Readonly<Record<'code' | NoticeMessage['about'], (shop: string, said: string) => string>>>
> = {
  en: {
    code: (shop, code) => `${shop}: your code is ${code}. It expires in ${CODE_LIFE_MINUTES} minutes. Do not share it.`,
    phone_changed: (shop, time) =>
      `${shop}: the phone number of your account was changed on ${time}. If this was not you, contact us at once.`,
    password_changed: (shop, time) =>
      `${shop}: your password was changed on ${time}. If this was not you, set a new one where you sign in.`,
  },
  zh: {
    code: (shop, code) => `【${shop}】验证码 ${code}，${CODE_LIFE_MINUTES} 分钟内有效，切勿告诉他人。`,
    phone_changed: (shop, time) => `【${shop}】您账户的手机号码已于 ${time} 更改。如非本人操作，请立即联络我们。`,
    password_changed: (shop, time) => `【${shop}】您的密码已于 ${time} 更改。如非本人操作，请在登录页重设密码。`,
  },
};

/** Makes a messenger on the gateway of the settings. */
export function createSmsMessenger({ url, token }: SmsSettings): SingleMessenger {
  const request = createOutbound('The SMS gateway');

  async function send(to: string, text: string): Promise<void> {
    const { status } = await request(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to, text }),
    });
    if (status >= 300) throw new MessageRefused(`The SMS gateway answered ${status}`);
  }

  return {
    channel: 'sms',
    async sendCode({ to, code, lang, shop }) {
      await send(to, MESSAGE_TEXTS[lang].code(shop, code));
      return null;
    },
    sendNotice: ({ to, about, lang, shop, time }) => send(to, MESSAGE_TEXTS[lang][about](shop, time)),
    orderKinds: new Set(),
    sendOrder: () => Promise.reject(new MessageRefused('Orders are not reported by SMS')),
  };
}
