/** `/dev/inbox`: what the shop sent, mails and messages, for development and tests; never in production. */
import { readContact } from '@shop/core/identity/login';
import type { FastifyInstance } from 'fastify';
import { keptMails } from '../partners/mail/file-mailer.ts';
import type { KeptMessage } from '../partners/stand-in.ts';
import { parseQuery, rawQuery } from './query.ts';

type Entry = {
  channel: 'mail' | KeptMessage['channel'];
  to: string;
  subject: string | null;
  text: string;
  code: string | null;
  at: string;
};

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/** A code stands in a mail on a line of its own. */
const codeIn = (text: string): string | null => /^\d{6}$/m.exec(text)?.[0] ?? null;

/** One spelling of whatever was typed, so that every spelling of a number finds its messages. */
const spelled = (to: string): string => readContact(to)?.value ?? to.trim().toLowerCase();

async function entries(dataDir: string, messages: readonly KeptMessage[], to: string | undefined): Promise<Entry[]> {
  const mails = (await keptMails(dataDir)).map(
    ({ to, subject, text, at }): Entry => ({ channel: 'mail', to, subject, text, code: codeIn(text), at }),
  );
  const all = [...messages.map((message): Entry => ({ ...message, subject: null })), ...mails];
  const asked = to === undefined || to === '' ? all : all.filter((each) => spelled(each.to) === spelled(to));
  return asked.sort((a, b) => b.at.localeCompare(a.at));
}

const CHANNELS = { mail: 'Mail', whatsapp: 'WhatsApp', sms: 'SMS' };

const article = ({ channel, to, subject, text, code, at }: Entry): string => `<article>
<header><b>${CHANNELS[channel]}</b> to ${escapeHtml(to)} <time>${escapeHtml(at)}</time></header>
${subject === null ? '' : `<h2>${escapeHtml(subject)}</h2>`}${code === null ? '' : `<output>${escapeHtml(code)}</output>`}
<pre>${escapeHtml(text)}</pre></article>`;

/** Styles come from a file: pages allow none inline. */
const STYLES = `body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:0 auto;padding:1rem;background:#f7f3ea;color:#1d2b24}
form{display:flex;gap:.5rem;margin-block:1rem}input{flex:1;min-width:0}input,button{font:inherit;padding:.6rem}
article{background:#fff;border-radius:8px;padding:1rem;margin-block:1rem}
h2{font-size:1.1rem;margin:.3rem 0}time{color:#55625b}output{display:block;font-size:2rem;letter-spacing:.2em;font-weight:700}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}`;

function page(all: readonly Entry[], to: string, sent: boolean): string {
  const note = sent
    ? 'SMTP_URL is set: mails go to that server and none is kept here.'
    : `${all.length} mails and messages, newest first.`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Inbox</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/dev/inbox.css"></head>
<body><main><h1>Inbox</h1><p>${note}</p>
<form><input name="to" aria-label="Email or phone" placeholder="Email or phone" value="${escapeHtml(to)}"><button>Show</button></form>
${all.map(article).join('\n')}</main></body></html>`;
}

export type InboxOptions = {
  dataDir: string;
  /** Mails go to a server, so that none is kept. */
  sent: boolean;
  messages(): readonly KeptMessage[];
};

/** Registers it. */
export function registerInbox(app: FastifyInstance, { dataDir, sent, messages }: InboxOptions): void {
  app.get('/dev/inbox.css', (_, reply) => reply.type('text/css; charset=utf-8').send(STYLES));
  app.get('/dev/inbox', async (request, reply) => {
    const { to } = parseQuery(rawQuery(request.url));
    const data = await entries(dataDir, messages(), to);
    reply.header('cache-control', 'no-store');
    if (request.headers.accept?.includes('application/json')) return reply.send({ data });
    return reply.type('text/html; charset=utf-8').send(page(data, to ?? '', sent));
  });
}
