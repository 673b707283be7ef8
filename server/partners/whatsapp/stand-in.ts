/**
 * The stand-in for the WhatsApp Cloud API: accepts the same calls, stores the messages, and reports their delivery by
 * webhook.
 */
import { randomBytes } from 'node:crypto';
import type { Lang } from '@shop/core/lang';
import * as v from 'valibot';
import { buildJsonReply, type DeliveredMessage, type Reply, type StandInRequest } from '../stand-in.ts';
import { signWebhook, type WebhookSettings } from './webhook.ts';

/** Meta refuses line breaks and tabs in a parameter. */
const parameter = (longest: number) =>
  v.object({
    type: v.literal('text'),
    text: v.pipe(v.string(), v.nonEmpty(), v.maxLength(longest), v.regex(/^[^\n\t]*$/)),
  });
const parameters = (longest: number) => v.tuple([parameter(longest)]);

const template = <Name extends string, Components extends v.GenericSchema>(
  names: readonly Name[],
  components: Components,
) =>
  v.object({
    messaging_product: v.literal('whatsapp'),
    to: v.pipe(v.string(), v.regex(/^\d{8,15}$/)),
    type: v.literal('template'),
    template: v.object({
      name: v.picklist(names),
      language: v.object({ code: v.picklist(['en', 'zh_CN']) }),
      components,
    }),
  });

const body = (longest: number) => v.object({ type: v.literal('body'), parameters: parameters(longest) });
/** An order's number, and the text of its notification. */
const orderBody = v.object({ type: v.literal('body'), parameters: v.tuple([parameter(20), parameter(300)]) });
const copyButton = v.object({
  type: v.literal('button'),
  sub_type: v.literal('url'),
  index: v.literal('0'),
  parameters: parameters(15),
});

/** The approved templates and their parameters; Meta refuses anything else in the same way. */
const templateMessage = v.union([
  template(['verification_code'], v.tuple([body(15), copyButton])),
  template(['phone_changed', 'password_changed'], v.tuple([body(100)])),
  template(['order_placed', 'order_update'], v.tuple([orderBody])),
]);

type TemplateWords = Readonly<
  Record<
    'verification_code' | 'phone_changed' | 'password_changed' | 'order_placed' | 'order_update',
    (text: string, second: string) => string
  >
>;
const TEMPLATE_WORDS: Readonly<Record<Lang, TemplateWords>> = {
  en: {
    verification_code: (code) =>
      `${code} is your verification code. For your security, do not share this code. Expires in 5 minutes.`,
    order_placed: (number, text) => `Thank you for your order ${number}. ${text} Track it on our website.`,
    order_update: (number, text) => `News of your order ${number}: ${text} Track it on our website.`,
    phone_changed: (at) =>
      `The phone number of your account was changed on ${at}; you can no longer sign in with this number. If this was not you, please contact us at once.`,
    password_changed: (at) =>
      `The password of your account was changed on ${at}. If this was not you, set a new one at once: choose "Forgot password" where you sign in.`,
  },
  zh: {
    verification_code: (code) => `${code} 是您的验证码。为安全起见，切勿与他人分享。5 分钟后失效。`,
    order_placed: (number, text) => `感谢您的订购（订单 ${number}）。${text}您可在我们的网站查看进度。`,
    order_update: (number, text) => `您的订单 ${number} 有新进展：${text}您可在我们的网站查看进度。`,
    phone_changed: (at) =>
      `您账户的手机号码已于 ${at} 更改，此号码不能再登录该账户。如果不是您本人操作，请立即联络我们。`,
    password_changed: (at) =>
      `您的账户密码已于 ${at} 更改。如果不是您本人操作，请立即在登录页选择“忘记密码”，设定新密码。`,
  },
};

/** A number without WhatsApp, for trying out the SMS fallback. */
const NO_WHATSAPP = /0000$/;
/** A number that WhatsApp accepts and does not reach: the webhook reports it later. */
const NOT_REACHED = /0001$/;

/** Meta's time limit for a webhook. */
const WEBHOOK_MS = 10_000;

const buildRefusalReply = (status: number, code: number, message: string): Reply =>
  buildJsonReply(status, { error: { message, type: 'OAuthException', code, fbtrace_id: 'stand-in' } });

export type WhatsAppStandIn = {
  token: string;
  clock: () => Date;
  /** Receives every delivered message. */
  onDelivered: (message: DeliveredMessage) => void;
  /** The webhook for delivery reports; verified first, as Meta does. */
  webhook?: WebhookSettings & { url: () => string };
};

/** Sends Meta's verification request; returns whether the shop answered it correctly. */
async function verifyWebhook({ url, verifyToken }: NonNullable<WhatsAppStandIn['webhook']>): Promise<boolean> {
  const challenge = randomBytes(8).toString('hex');
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.verify_token': verifyToken,
    'hub.challenge': challenge,
  });
  const response = await fetch(`${url()}?${query}`, { signal: AbortSignal.timeout(WEBHOOK_MS) });
  return response.status === 200 && (await response.text()) === challenge;
}

/** Responds like `POST /{phone number id}/messages`. */
export function createWhatsAppStandIn({ token, clock, onDelivered, webhook }: WhatsAppStandIn) {
  let subscribed: Promise<boolean> | undefined;

  async function report(id: string, to: string, status: 'delivered' | 'failed'): Promise<void> {
    if (webhook === undefined) return;
    subscribed ??= verifyWebhook(webhook);
    if (!(await subscribed)) return;
    const timestamp = String(Math.floor(clock().getTime() / 1_000));
    const statusUpdate = {
      id,
      status,
      timestamp,
      recipient_id: to,
      ...(status === 'failed' && { errors: [{ code: 131026, title: 'Message undeliverable' }] }),
    };
    const text = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '1',
          changes: [{ field: 'messages', value: { messaging_product: 'whatsapp', statuses: [statusUpdate] } }],
        },
      ],
    });
    await fetch(webhook.url(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signWebhook(webhook.appSecret, text) },
      body: text,
      signal: AbortSignal.timeout(WEBHOOK_MS),
    });
  }

  return ({ method, url, headers, body }: StandInRequest): Reply => {
    if (method !== 'POST' || !/^\/\d+\/messages$/.test(url.pathname))
      return buildRefusalReply(404, 100, 'Unsupported request');
    if (headers.authorization !== `Bearer ${token}`) return buildRefusalReply(401, 190, 'Invalid OAuth access token');
    const parsed = v.safeParse(templateMessage, JSON.parse(body));
    if (!parsed.success)
      return buildRefusalReply(400, 132000, 'Number of parameters does not match the expected number of params');
    const { to, template } = parsed.output;
    if (NO_WHATSAPP.test(to)) return buildRefusalReply(400, 131026, 'Message undeliverable');
    const id = `wamid.${randomBytes(12).toString('base64url')}`;
    const isReached = !NOT_REACHED.test(to);
    if (isReached) {
      const [filled = '', second = ''] = template.components[0].parameters.map(({ text }) => text);
      const text = TEMPLATE_WORDS[template.language.code === 'en' ? 'en' : 'zh'][template.name](filled, second);
      const code = template.name === 'verification_code' ? filled : null;
      onDelivered({ channel: 'whatsapp', to: `+${to}`, text, code, at: clock().toISOString() });
    }
    // A report that the shop does not accept is not sent again.
    report(id, to, isReached ? 'delivered' : 'failed').catch(() => undefined);
    return buildJsonReply(200, {
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id, message_status: 'accepted' }],
    });
  };
}
