/** `/dev/inbox`: sent mails, messages and push notifications, for development and tests on this machine. */
import { parseContact } from '@shop/core/identity/contact';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../../config.ts';
import type { DeliveredPush } from '../../partners/fcm/stand-in.ts';
import { readStoredMails, type StoredMail } from '../../partners/mail/file-mailer.ts';
import type { DeliveredMessage } from '../../partners/stand-in.ts';
import { refuse } from '../../refuse.ts';
import { extractQuery, parseQuery } from '../api/validate-request.ts';
import { escapeHtml } from '../escape-html.ts';

type InboxEntry = {
  channel: 'mail' | 'push' | DeliveredMessage['channel'];
  /** An email, a phone number or a registration token. */
  to: string;
  subject: string | null;
  text: string;
  code: string | null;
  /** The address of the mail's List-Unsubscribe header. */
  unsubscribe: string | null;
  at: string;
  /** The attachments of a mail; content as Base64. */
  attachments?: StoredMail['attachments'];
  /** The other fields of a push notification. */
  push?: Omit<DeliveredPush, 'token' | 'title' | 'text' | 'at'>;
};

/** Finds a code, which has its own line in a mail; null without one. */
const findCode = (text: string): string | null => /^\d{6}$/m.exec(text)?.[0] ?? null;

/** Normalizes a typed contact, so that every spelling of a number finds its messages. */
const normalizeRecipient = (to: string): string => parseContact(to)?.value ?? to.trim().toLowerCase();

const toPushEntry = ({ token, title, text, at, ...push }: DeliveredPush): InboxEntry => ({
  channel: 'push',
  to: token,
  subject: title,
  text,
  code: null,
  unsubscribe: null,
  at,
  push,
});

async function listEntries({ dataDir, messages, pushes }: InboxOptions, to: string): Promise<InboxEntry[]> {
  const mails = (await readStoredMails(dataDir)).map(
    ({ to, subject, text, attachments, unsubscribe, at }): InboxEntry => ({
      channel: 'mail',
      to,
      subject,
      text,
      code: findCode(text),
      unsubscribe: unsubscribe?.url ?? null,
      attachments,
      at,
    }),
  );
  const messageEntries = messages().map((message): InboxEntry => ({ ...message, subject: null, unsubscribe: null }));
  const all = [...messageEntries, ...pushes().map(toPushEntry), ...mails];
  const matches = to === '' ? all : all.filter((each) => normalizeRecipient(each.to) === normalizeRecipient(to));
  return matches.sort((a, b) => b.at.localeCompare(a.at));
}

const CHANNEL_NAMES = { mail: 'Mail', whatsapp: 'WhatsApp', sms: 'SMS', push: 'Push' };

/** Formats as HTML how a phone shows a notification, and the data that the app gets. */
function renderPush({ kind, tag, sends, is_shown, priority, badge, data }: NonNullable<InboxEntry['push']>): string {
  const facts = [
    `${kind}, ${priority} priority`,
    `tag ${tag}, sent ${sends} ${sends === 1 ? 'time' : 'times'}${is_shown ? '' : ', replaced by a later one'}`,
    ...(badge === null ? [] : [`badge ${badge}`]),
    ...Object.entries(data).map(([name, value]) => `${name}: ${value}`),
  ];
  return `<ul>${facts.map((fact) => `<li>${escapeHtml(fact)}</li>`).join('')}</ul>`;
}

const renderPicture = ({ name, type, content }: StoredMail['attachments'][number]) =>
  `<img src="data:${escapeHtml(type)};base64,${content}" alt="${escapeHtml(name)}">`;

const renderEntry = ({ channel, to, subject, text, code, at, attachments = [], push }: InboxEntry): string => `<article>
<header><b>${CHANNEL_NAMES[channel]}</b> to ${escapeHtml(to)} <time>${escapeHtml(at)}</time></header>
${subject === null ? '' : `<h2>${escapeHtml(subject)}</h2>`}${code === null ? '' : `<output>${escapeHtml(code)}</output>`}
<pre>${escapeHtml(text)}</pre>${attachments.map(renderPicture).join('')}${push === undefined ? '' : renderPush(push)}</article>`;

/** Styles of the page, in a file since the content security policy forbids inline styles. */
const INBOX_STYLES = `body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:0 auto;padding:1rem;background:#f7f3ea;color:#1d2b24}
form{display:flex;gap:.5rem;margin-block:1rem}input{flex:1;min-width:0}input,button{font:inherit;padding:.6rem}
article{background:#fff;overflow-wrap:anywhere;border-radius:8px;padding:1rem;margin-block:1rem}
h2{font-size:1.1rem;margin:.3rem 0}time{color:#55625b}output{display:block;font-size:2rem;letter-spacing:.2em;font-weight:700}
img{max-width:100%}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}`;

type InboxPage = {
  data: readonly InboxEntry[];
  current_page: number;
  per_page: number;
  last_page: number;
  total: number;
};

function renderInbox({ data, current_page, last_page, total }: InboxPage, to: string, hasMailServer: boolean): string {
  const note = hasMailServer
    ? 'SMTP_URL is set: mails go to that server and are not listed here.'
    : `${total} mails, messages and push notifications, newest first.`;
  const renderLink = (page: number, label: string) =>
    page < 1 || page > last_page
      ? ''
      : `<a href="?${escapeHtml(new URLSearchParams({ to, page: String(page) }).toString())}">${label}</a> `;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Inbox</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/dev/inbox.css"></head>
<body><main><h1>Inbox</h1><p>${note}</p>
<form><input name="to" aria-label="Email, phone or push token" placeholder="Email, phone or push token" value="${escapeHtml(to)}"><button>Show</button></form>
${data.map(renderEntry).join('\n')}
<nav aria-label="Pages">${renderLink(current_page - 1, 'Newer')}${renderLink(current_page + 1, 'Older')}</nav></main></body></html>`;
}

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;

/** Parses a whole number from 1 to `max`; `fallback` for anything else. */
function parseWhole(fallback: number, max: number, text = ''): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= max ? number : fallback;
}

/** `localhost`, `127.0.0.1` or `[::1]`, with any port. */
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/** Headers that proxies add: the connection may be local although the browser is not. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host'];

/**
 * Rejects requests that do not come from this machine by a local name, such as DNS rebinding: a page of another site
 * whose name resolves to 127.0.0.1 sends that name as host.
 */
function requireLocal({ headers, socket }: FastifyRequest): void {
  const isLocal =
    LOCAL_HOST.test(headers.host ?? '') &&
    isLoopback(socket.remoteAddress ?? '') &&
    PROXY_HEADERS.every((name) => headers[name] === undefined);
  if (!isLocal) refuse('request.not_found');
}

export type InboxOptions = {
  dataDir: string;
  /** Mails go to a server and are not listed here. */
  hasMailServer: boolean;
  messages(): readonly DeliveredMessage[];
  pushes(): readonly DeliveredPush[];
};

/** Registers `/dev/inbox`; only where `config.hasStandIns`. */
export function registerInbox(app: FastifyInstance, options: InboxOptions): void {
  app.get('/dev/inbox.css', (request, reply) => {
    requireLocal(request);
    return reply.type('text/css; charset=utf-8').send(INBOX_STYLES);
  });
  app.get('/dev/inbox', async (request, reply) => {
    requireLocal(request);
    const { to = '', page, limit } = parseQuery(extractQuery(request.url));
    const entries = await listEntries(options, to);
    const per_page = parseWhole(DEFAULT_LIMIT, MAX_LIMIT, limit);
    const current_page = parseWhole(1, Number.MAX_SAFE_INTEGER, page);
    const result: InboxPage = {
      data: entries.slice((current_page - 1) * per_page, current_page * per_page),
      current_page,
      per_page,
      last_page: Math.max(1, Math.ceil(entries.length / per_page)),
      total: entries.length,
    };
    reply.header('cache-control', 'no-store');
    if (request.headers.accept?.includes('application/json')) return reply.send(result);
    return reply.type('text/html; charset=utf-8').send(renderInbox(result, to, options.hasMailServer));
  });
}
