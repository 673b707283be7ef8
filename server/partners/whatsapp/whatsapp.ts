/** WhatsApp Cloud API: codes as template messages of the category AUTHENTICATION (integrations §6). */
import { MessageRefused, type Messenger } from '../message/messenger.ts';
import { outbound } from '../outbound.ts';

export type WhatsAppSettings = {
  /** Such as `https://graph.facebook.com/v23.0`. */
  url: string;
  token: string;
  phoneId: string;
  /** Name of the approved template, in `en` and `zh_CN`. */
  template: string;
};

/** What WhatsApp calls our languages. */
const CODES = { en: 'en', zh: 'zh_CN' } as const;

/** A messenger on the account that the settings name. */
export function whatsappMessenger({ url, token, phoneId, template }: WhatsAppSettings): Messenger {
  const ask = outbound('WhatsApp');
  return {
    channel: 'whatsapp',
    async sendCode({ to, code, lang }) {
      const parameters = [{ type: 'text', text: code }];
      const body = {
        messaging_product: 'whatsapp',
        to: to.slice(1),
        type: 'template',
        template: {
          name: template,
          language: { code: CODES[lang] },
          // The button that copies the code is sent as one of type url, with the code repeated.
          components: [
            { type: 'body', parameters },
            { type: 'button', sub_type: 'url', index: '0', parameters },
          ],
        },
      };
      const { status } = await ask(`${url}/${encodeURIComponent(phoneId)}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (status === 429) throw new Error('WhatsApp asks to slow down');
      if (status >= 300) throw new MessageRefused(`WhatsApp answered ${status}`);
    },
  };
}
