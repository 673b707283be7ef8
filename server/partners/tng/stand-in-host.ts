/** The files of the page that plays the app of Touch 'n Go around the shop, marked as a sandbox. */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { parseLang } from '@shop/core/lang';
import { escapeHtml } from '../../http/escape-html.ts';
import type { Reply } from '../stand-in.ts';
import { CALL_BEHAVIOURS, SHEET_OUTCOMES, STAND_IN_USERS } from './stand-in-outcomes.ts';

const HOST_FOLDER = join(import.meta.dirname, 'host');
const MINI_PROGRAM = join(import.meta.dirname, '../../../mini-program');

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

const HOST_TEXTS = {
  en: {
    sandbox: 'SANDBOX: not the real app, no money moves.',
    other: '中文',
    app: 'Touch ’n Go eWallet',
    phone: 'Phone',
    shop: 'The shop',
    consent: 'Share your details with the shop?',
    consentNote: 'The shop gets your name, phone number and email.',
    user: 'Signed in to the app as',
    noPhone: 'No phone number',
    allow: 'Allow',
    refuse: 'Do not allow',
    controls: 'The next payment',
    next: 'Answer of the payment call',
    set: 'Set',
    calls: 'Calls of the mini-program',
  },
  zh: {
    sandbox: '沙盒：模拟 App，不会扣款。',
    other: 'English',
    app: 'Touch ’n Go 电子钱包',
    phone: '手机',
    shop: '商店',
    consent: '与商店分享您的资料？',
    consentNote: '商店将取得您的姓名、手机号码和电邮。',
    user: 'App 登录用户',
    noPhone: '没有手机号码',
    allow: '允许',
    refuse: '不允许',
    controls: '下一笔付款',
    next: '付款请求的回应',
    set: '设定',
    calls: '小程序的调用',
  },
} as const;

function renderHostPage(lang: 'en' | 'zh', shopUrl: string, query: URLSearchParams): string {
  const texts = HOST_TEXTS[lang];
  const outcomes = Object.entries(SHEET_OUTCOMES).map(([name, outcome]) => ({ name, label: outcome[lang] }));
  const data = { texts, shop: new URL(shopUrl).origin, users: STAND_IN_USERS, outcomes };
  const options = Object.entries(CALL_BEHAVIOURS).map(
    ([name, label]) => `<option value="${name}">${escapeHtml(label[lang])}</option>`,
  );
  const other = new URLSearchParams(query);
  other.set('lang', lang === 'en' ? 'zh' : 'en');
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(texts.app)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/host.css"></head>
<body><p class="sandbox">${escapeHtml(texts.sandbox)} <a href="/?${escapeHtml(String(other))}">${escapeHtml(texts.other)}</a></p>
<main><section class="phone" aria-label="${escapeHtml(texts.phone)}">
<div class="bar"><span>${escapeHtml(texts.app)}</span></div>
<iframe id="web-view" title="${escapeHtml(texts.shop)}"></iframe>
<div class="cover" id="sheet" role="dialog" aria-modal="true" aria-labelledby="sheet-title" hidden><div id="sheet-content"></div></div>
</section><section class="controls"><h2>${escapeHtml(texts.controls)}</h2>
<form id="next"><label>${escapeHtml(texts.next)}<select name="behaviour">${options.join('')}</select></label>
<button>${escapeHtml(texts.set)}</button></form>
<h2>${escapeHtml(texts.calls)}</h2><ol id="calls" reversed></ol></section></main>
<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script type="module" src="/host.js"></script></body></html>`;
}

/** Reads a file of the page, or of the mini-program with the shop's address in its configuration. */
export async function readHostFile(url: URL, shopUrl: string): Promise<Reply> {
  const path = url.pathname;
  if (path === '/') {
    const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; frame-src ${new URL(shopUrl).origin}`;
    return {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
      body: renderHostPage(parseLang(url.searchParams.get('lang')), shopUrl, url.searchParams),
    };
  }
  const type = CONTENT_TYPES[extname(path)];
  if (type === undefined || !/^(\/[a-z-]+)+\.[a-z]+$/.test(path)) return { status: 404 };
  const headers = { 'content-type': type };
  if (path === '/mini-program/config.js') {
    return { status: 200, headers, body: `export const shopUrl = ${JSON.stringify(shopUrl)};\n` };
  }
  const isMiniProgram = path.startsWith('/mini-program/');
  const file = isMiniProgram ? join(MINI_PROGRAM, path.slice('/mini-program'.length)) : join(HOST_FOLDER, path);
  const body = await readFile(file, 'utf8').catch(() => null);
  return body === null ? { status: 404 } : { status: 200, headers, body };
}
