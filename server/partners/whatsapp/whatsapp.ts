/** WhatsApp Cloud API: codes as template messages of the category AUTHENTICATION, notices as UTILITY (docs/partners.md#6). */
import type { Lang } from '@shop/core/lang';
import * as v from 'valibot';
import { MessageRefused, type Messenger } from '../message/messenger.ts';
import { type OutboundLimits, outbound } from '../outbound.ts';
import type { WebhookSettings } from './webhook.ts';

export type WhatsAppSettings = {
  /** Such as `https://graph.facebook.com/v23.0`. */
  url: string;
  token: string;
  phoneId: string;
  /** Name of the approved template of codes, in `en` and `zh_CN`. */
  template: string;
  /** Null: WhatsApp does not tell what became of a message. */
  webhook: WebhookSettings | null;
};

/** What WhatsApp calls our languages. */
const CODES = { en: 'en', zh: 'zh_CN' } as const;

const sent = v.object({ messages: v.tuple([v.object({ id: v.string() })]) });

/** A code that waits behind another one and then hangs itself still reaches SMS within 10 s. */
export const WHATSAPP_ANSWER_MS = 4_000;

/** Sends by the account of the settings. */
export function whatsappMessenger(
  { url, token, phoneId, template, webhook }: WhatsAppSettings,
  limits: OutboundLimits = { answerMs: WHATSAPP_ANSWER_MS },
): Omit<Messenger, 'next'> {
  const ask = outbound('WhatsApp', limits);

  /** Sends a template, its parts filled in; answers the id that the webhook will name. */
  async function send(to: string, name: string, lang: Lang, components: readonly object[]): Promise<string | null> {
    const { status, text } = await ask(`${url}/${encodeURIComponent(phoneId)}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        messaging_product: 'whatsapp',
        to: to.slice(1),
        type: 'template',
        template: { name, language: { code: CODES[lang] }, components },
      }),
    });
    if (status >= 300) throw new MessageRefused(`WhatsApp answered ${status}`);
    return webhook === null ? null : v.parse(sent, JSON.parse(text)).messages[0].id;
  }

  return {
    channel: 'whatsapp',
    sendCode({ to, code, lang }) {
      const parameters = [{ type: 'text', text: code }];
      // The button that copies the code is sent as one of type url, with the code repeated.
      return send(to, template, lang, [
        { type: 'body', parameters },
        { type: 'button', sub_type: 'url', index: '0', parameters },
      ]);
    },
    // The templates are called what they are about.
    async sendNotice({ to, about, lang, time }) {
      await send(to, about, lang, [{ type: 'body', parameters: [{ type: 'text', text: time }] }]);
    },
  };
}
