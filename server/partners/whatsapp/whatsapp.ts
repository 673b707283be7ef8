/**
 * Sends by the WhatsApp Cloud API: codes as templates of the category AUTHENTICATION, notices as UTILITY
 * (docs/partners.md#6).
 */
import type { Lang } from '@shop/core/lang';
import type { NotificationKind } from '@shop/core/notifications/kinds';
import * as v from 'valibot';
import { MessageRefused, type SingleMessenger } from '../message/messenger.ts';
import { createOutbound, type OutboundLimits } from '../outbound.ts';
import type { WebhookSettings } from './webhook.ts';

/** A kind without a template is not sent. */
export type OrderTemplates = { readonly [Kind in NotificationKind]?: Readonly<Record<Lang, string>> };

export type WhatsAppSettings = {
  /** Such as `https://graph.facebook.com/v23.0`. */
  url: string;
  token: string;
  phoneId: string;
  /** Name of the approved template of codes, in `en` and `zh_CN`. */
  template: string;
  /** Names of the approved templates of orders, by kind of notification and language. */
  orderTemplates: OrderTemplates;
  /** Null: no delivery reports. */
  webhook: WebhookSettings | null;
};

const LANGUAGE_CODES = { en: 'en', zh: 'zh_CN' } as const;

const sendResponse = v.object({ messages: v.tuple([v.object({ id: v.string() })]) });

/** Time limit of a request. With it a code that waits behind a hanging one still reaches SMS within 10 s. */
export const WHATSAPP_ANSWER_MS = 4_000;

/** Makes a messenger of the account in the settings. */
export function createWhatsAppMessenger(
  { url, token, phoneId, template, orderTemplates, webhook }: WhatsAppSettings,
  limits: OutboundLimits = { answerMs: WHATSAPP_ANSWER_MS },
): SingleMessenger {
  const request = createOutbound('WhatsApp', limits);

  /** Sends a template with its parameters; returns the id that the webhook will name. */
  async function send(to: string, name: string, lang: Lang, components: readonly object[]): Promise<string | null> {
    const { status, text } = await request(`${url}/${encodeURIComponent(phoneId)}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        messaging_product: 'whatsapp',
        to: to.slice(1),
        type: 'template',
        template: { name, language: { code: LANGUAGE_CODES[lang] }, components },
      }),
    });
    if (status >= 300) throw new MessageRefused(`WhatsApp answered ${status}`);
    return webhook === null ? null : v.parse(sendResponse, JSON.parse(text)).messages[0].id;
  }

  return {
    channel: 'whatsapp',
    sendCode({ to, code, lang }) {
      const parameters = [{ type: 'text', text: code }];
      // The copy button is a url button with the code repeated.
      return send(to, template, lang, [
        { type: 'body', parameters },
        { type: 'button', sub_type: 'url', index: '0', parameters },
      ]);
    },
    // Each notice has a template of the same name.
    async sendNotice({ to, about, lang, time }) {
      await send(to, about, lang, [{ type: 'body', parameters: [{ type: 'text', text: time }] }]);
    },
    orderKinds: new Set(Object.keys(orderTemplates) as NotificationKind[]),
    // The order's number and the text of its notification.
    async sendOrder({ to, kind, lang, order_number, text }) {
      const template = orderTemplates[kind];
      if (template === undefined) throw new MessageRefused(`There is no template of ${kind}`);
      const parameters = [order_number, text].map((text) => ({ type: 'text', text }));
      await send(to, template[lang], lang, [{ type: 'body', parameters }]);
    },
  };
}
