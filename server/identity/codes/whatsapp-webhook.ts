/** Webhook of WhatsApp (docs/partners.md#6): signed by Meta and not for browsers, so not in the contract. */
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../../context.ts';
import { extractQuery, parseQuery } from '../../http/api/validate-request.ts';
import {
  answerVerification,
  isFromWhatsApp,
  listUndelivered,
  type WebhookSettings,
} from '../../partners/whatsapp/webhook.ts';
import { refuse } from '../../refuse.ts';
import { handleUndelivered } from './undelivered-codes.ts';

const WEBHOOK_PATH = '/whatsapp/webhook';

export type WebhookOptions = {
  settings: WebhookSettings;
  /** Makes the context of a reported message. */
  system: () => Ctx;
};

/** Registers the webhook under `/api`. */
export function registerWhatsAppWebhook(api: FastifyInstance, { settings, system }: WebhookOptions): void {
  api.register(async (webhook) => {
    // The signature covers the raw bytes.
    webhook.removeAllContentTypeParsers();
    webhook.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));

    webhook.get(WEBHOOK_PATH, async (request, reply) => {
      const challenge =
        answerVerification(parseQuery(extractQuery(request.url)), settings) ?? refuse('request.not_found');
      return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(challenge);
    });

    webhook.post(WEBHOOK_PATH, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = request.headers['x-hub-signature-256'];
      if (!isFromWhatsApp(body, typeof signature === 'string' ? signature : undefined, settings)) {
        refuse('request.signature');
      }
      const ctx = system();
      for (const message_id of listUndelivered(body.toString('utf8'))) await handleUndelivered(ctx, message_id);
      return reply.header('cache-control', 'no-store').send({ success: true });
    });
  });
}
