/** Delivery reports of WhatsApp's webhook (docs/partners.md#6). */
import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { isSameSecret } from '../../secrets/sign.ts';

/** Path of the webhook. */
export const WHATSAPP_WEBHOOK = '/api/whatsapp/webhook';

export type WebhookSettings = {
  /** Signs the reports. */
  appSecret: string;
  /** Sent by Meta when the webhook is set up. */
  verifyToken: string;
};

const notice = v.object({
  object: v.literal('whatsapp_business_account'),
  entry: v.array(
    v.object({
      changes: v.array(
        v.object({
          value: v.object({
            statuses: v.optional(
              v.array(v.object({ id: v.pipe(v.string(), v.maxLength(300)), status: v.string() })),
              [],
            ),
          }),
        }),
      ),
    }),
  ),
});

/** Computes the value of `X-Hub-Signature-256` for a body. */
export const signWebhook = (appSecret: string, body: string | Buffer): string =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;

/** Returns the response to Meta's verification request; null if its token is wrong. */
export function answerVerification(
  query: Readonly<Record<string, string>>,
  { verifyToken }: WebhookSettings,
): string | null {
  const isOurs = query['hub.mode'] === 'subscribe' && isSameSecret(query['hub.verify_token'] ?? '', verifyToken);
  return isOurs ? (query['hub.challenge'] ?? null) : null;
}

/** Returns whether WhatsApp signed exactly these bytes. */
export const isFromWhatsApp = (body: Buffer, signature: string | undefined, { appSecret }: WebhookSettings): boolean =>
  isSameSecret(signature ?? '', signWebhook(appSecret, body));

/** Reads the ids of undelivered messages from a report; ignores every other report. */
export function listUndelivered(body: string): string[] {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), notice), body);
  if (!parsed.success) return [];
  const statuses = parsed.output.entry.flatMap(({ changes }) => changes.flatMap(({ value }) => value.statuses));
  return statuses.filter(({ status }) => status === 'failed').map(({ id }) => id);
}
