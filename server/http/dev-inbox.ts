/** `/dev/inbox`: what the shop sent, for development and tests; never in production. */
import type { FastifyInstance } from 'fastify';
import { type KeptMail, keptMails } from '../partners/mail/file-mailer.ts';
import { parseQuery, rawQuery } from './query.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

const row = (mail: KeptMail): string =>
  `<article><h2>${escapeHtml(mail.subject)}</h2><p>to ${escapeHtml(mail.to)}, ${escapeHtml(mail.at)}</p>
<pre>${escapeHtml(mail.text)}</pre></article>`;

function page(mails: readonly KeptMail[], sent: boolean): string {
  const note = sent
    ? '<p>SMTP_URL is set: mails go to that server and none is kept here.</p>'
    : `<p>${mails.length} mails, newest first.</p>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Inbox</title>
<meta name="viewport" content="width=device-width"></head><body><h1>Inbox</h1>${note}${mails.map(row).join('\n')}</body></html>`;
}

/** Registers it. `sent`: mails go to a server, so that none is kept. */
export function registerInbox(app: FastifyInstance, options: { dataDir: string; sent: boolean }): void {
  app.get('/dev/inbox', async (request, reply) => {
    const { to } = parseQuery(rawQuery(request.url));
    const mails = (await keptMails(options.dataDir)).filter((mail) => to === undefined || mail.to === to);
    reply.header('cache-control', 'no-store');
    if (request.headers.accept?.includes('application/json')) {
      const data = mails.map(({ subject, text, to, at }) => ({ channel: 'mail', to, subject, text, code: null, at }));
      return reply.send({ data });
    }
    return reply.type('text/html; charset=utf-8').send(page(mails, options.sent));
  });
}
