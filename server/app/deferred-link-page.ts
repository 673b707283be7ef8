/**
 * Renders `GET /api/deferred-deeplink` as a page, which the app opens at its first start. It has links back to the app,
 * or says that there is nothing to continue.
 */
import { appEndpoints } from '@shop/contract/app';
import { type Lang, parseLang } from '@shop/core/lang';
import { buildSchemeLink } from '@shop/core/links/deep-links';
import { toQuery } from '@shop/core/links/query';
import type { FastifyInstance } from 'fastify';
import { getSettings } from '../content/content.ts';
import type { Ctx } from '../context.ts';
import { extractQuery, parseInput, parseQuery } from '../http/api/validate-request.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { findLink } from './deferred-links.ts';

const ENDPOINT = appEndpoints['app.deferredLink'];
const ENDPOINT_PATH = `/api${ENDPOINT.path}`;
const STYLES_PATH = `${ENDPOINT.path}.css`;

const PAGE_TEXTS = {
  en: {
    title: 'Continue where you left off',
    text: 'The page that you were looking at is ready in the app.',
    open: 'Open the app',
    retry: 'Nothing happened? Tap here.',
    noneTitle: 'Nothing to continue',
    noneText: 'No page is waiting for you. Close this window with Done or the cross, and start shopping in the app.',
    otherLang: '中文',
  },
  zh: {
    title: '接着刚才的页面看',
    text: '您刚才看的页面已在 App 里准备好。',
    open: '打开 App',
    retry: '没有反应？请点这里。',
    noneTitle: '没有要接着看的页面',
    noneText: '请点“完成”或“×”关闭此窗口，回到 App 开始购物。',
    otherLang: 'English',
  },
} as const satisfies Record<Lang, Record<string, string>>;

/**
 * Styles of the page, in a file since the content security policy forbids inline styles. The shop's accent sets
 * `--color-*`.
 */
const PAGE_STYLES = `:root{color-scheme:light dark}
body{font:1.0625rem/1.5 system-ui,sans-serif;max-width:26rem;margin:0 auto;padding:3rem 1.25rem;background:#fffbf3;color:#1d2b24;text-align:center}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem}
p{margin:0 0 1.5rem}
a{color:var(--color-action,#1c7a3f);display:inline-flex;min-height:2.75rem;align-items:center;justify-content:center;padding:0 .5rem}
a.open{background:var(--color-action,#1c7a3f);color:var(--color-on-action,#fff);border-radius:999px;width:100%;box-sizing:border-box;min-height:3.25rem;font-weight:700;text-decoration:none}
a:focus-visible{outline:3px solid currentcolor;outline-offset:3px}
@media (prefers-color-scheme:dark){body{background:#16110d;color:#f6eee0}a{color:var(--color-action,#6fd08b)}a.open{background:var(--color-action,#6fd08b);color:var(--color-on-action,#06240f)}}
`;

/**
 * Returns whether a request prefers a page to JSON: `text/html` before `application/json`, or alone. Clients without
 * `Accept`, or with any type, get JSON.
 */
function prefersPage(accept = ''): boolean {
  const html = accept.indexOf('text/html');
  const json = accept.indexOf('application/json');
  return html >= 0 && (json < 0 || html < json);
}

/**
 * Renders two links to the app: a universal link, and a scheme link for browsers that keep universal links to
 * themselves.
 */
function renderAppLinks(url: string, scheme: string, lang: Lang): string {
  const { pathname, search, hash } = new URL(url);
  const links = [
    `<p><a class="open" href="${escapeHtml(url)}">${PAGE_TEXTS[lang].open}</a></p>`,
    `<p><a href="${escapeHtml(buildSchemeLink(`${pathname}${search}${hash}`, scheme))}">${PAGE_TEXTS[lang].retry}</a></p>`,
  ];
  return links.join('\n');
}

async function renderPage(ctx: Ctx, token: string): Promise<string> {
  const { lang, shop } = ctx;
  const texts = PAGE_TEXTS[lang];
  const url = await findLink(ctx, token);
  const { siteTitle, accent_styles } = await getSettings(ctx);
  const styles = [`/api${STYLES_PATH}`, ...(accent_styles === null ? [] : [accent_styles])];
  const other: Lang = lang === 'en' ? 'zh' : 'en';
  const query = toQuery({ type: '02', token, lang: other });
  const title = url === null ? texts.noneTitle : texts.title;
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${escapeHtml(siteTitle)}</title>
${styles.map((path) => `<link rel="stylesheet" href="${escapeHtml(path)}">`).join('\n')}
</head>
<body>
<main>
<h1>${title}</h1>
<p>${url === null ? texts.noneText : texts.text}</p>
${url === null ? '' : renderAppLinks(url, shop.app.scheme, lang)}
</main>
<footer><a lang="${other}" href="${escapeHtml(`${ENDPOINT_PATH}${query}`)}">${texts.otherLang}</a></footer>
</body>
</html>
`;
}

/**
 * Serves the page at the endpoint's path if the request prefers HTML; `api` has the prefix `/api`. The page leaves the
 * token valid, and so does HEAD, so that a program that only follows links uses up no token. `contextIn` makes the
 * context of a page in a language.
 */
export function registerDeferredLinkPage(api: FastifyInstance, contextIn: (lang: Lang) => Ctx): void {
  api.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.url !== ENDPOINT_PATH || request.method === 'POST') return;
    reply.header('vary', 'Accept, Accept-Encoding, Origin');
    if (request.method === 'GET' && !prefersPage(request.headers.accept)) return;
    const query = parseQuery(extractQuery(request.url));
    parseInput(ENDPOINT, { params: {}, query, body: undefined });
    const page = await renderPage(contextIn(parseLang(query.lang)), query.token ?? '');
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
  });
  api.get(STYLES_PATH, async (_, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('text/css; charset=utf-8').send(PAGE_STYLES),
  );
}
