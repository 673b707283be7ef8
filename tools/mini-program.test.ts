/** The mini-program of Touch 'n Go, in the format that Mini Program Studio uploads (docs/partners.md#2). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';

const FOLDER = join(import.meta.dirname, '../mini-program');
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
const scripts = files.filter((file) => file.endsWith('.js'));
const load = (file: string) => import(pathToFileURL(join(FOLDER, file)).href);

type Element = { name: string; attributes: Record<string, string>; children: Element[] };

/** Parses an AXML page; throws unless it is well-formed. */
function parseAxml(text: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] };
  const openElements = [root];
  let at = 0;
  for (const tag of text.matchAll(/<(\/?)([a-z-]+)((?:\s+[A-Za-z:-]+="[^"<]*")*)\s*(\/?)>/g)) {
    if (text.slice(at, tag.index).trim() !== '') throw new Error(`Text between tags at ${at}`);
    at = tag.index + tag[0].length;
    const [, isEnd, name = '', attributes = '', isEmpty] = tag;
    if (isEnd) {
      if (openElements.pop()?.name !== name) throw new Error(`</${name}> ends nothing`);
      continue;
    }
    const entries = [...attributes.matchAll(/([A-Za-z:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
      key,
      value,
    ]);
    const element = { name, attributes: Object.fromEntries(entries), children: [] };
    openElements.at(-1)?.children.push(element);
    if (!isEmpty) openElements.push(element);
  }
  if (text.slice(at).trim() !== '' || openElements.length !== 1) throw new Error('Not closed');
  return root;
}

test('every JSON file is valid, and app.json lists pages that exist, with all their files', () => {
  for (const file of files.filter((each) => each.endsWith('.json'))) expect(() => JSON.parse(read(file))).not.toThrow();
  const { pages } = JSON.parse(read('app.json'));
  expect(pages).toEqual(['pages/shop/shop']);
  for (const page of pages) {
    for (const kind of ['axml', 'js', 'json']) expect(existsSync(join(FOLDER, `${page}.${kind}`))).toBe(true);
  }
});

test('the page is one web-view, whose source and messages the page’s script has', () => {
  const { children } = parseAxml(read('pages/shop/shop.axml'));
  expect(children).toEqual([
    { name: 'web-view', attributes: { id: 'shop', src: '{{src}}', onMessage: 'onMessage' }, children: [] },
  ]);
  expect(() => parseAxml('<view><web-view></view>')).toThrow();
});

test('scripts call only functions of the app that the mini-program needs', () => {
  const ALLOWED = ['createWebViewContext', 'getAuthCode', 'getSystemInfoSync', 'tradePay'];
  const names = scripts.flatMap((file) => [...read(file).matchAll(/\bmy\.(\w+)/g)].map(([, name]) => name));
  expect([...new Set(names)].sort()).toEqual(ALLOWED);
});

type MiniProgramPage = {
  data: { src: string };
  setData(data: object): void;
  onLoad(query: object): void;
  onMessage(event: { detail: unknown }): void;
};

/** Runs the mini-program in an app that answers as `app` does; returns its page and its posts to the shop. */
async function runPage(app: object): Promise<{ page: MiniProgramPage; posts: unknown[] }> {
  const posts: unknown[] = [];
  let page: MiniProgramPage | undefined;
  vi.stubGlobal('my', { createWebViewContext: () => ({ postMessage: (data: unknown) => posts.push(data) }), ...app });
  vi.stubGlobal('App', () => undefined);
  vi.stubGlobal('Page', (options: MiniProgramPage) => {
    page = { ...options, setData: (data) => page && Object.assign(page.data, data) };
  });
  vi.resetModules();
  await load('app.js');
  await load('pages/shop/shop.js');
  return { page: page ?? expect.unreachable(), posts };
}

test.each([
  ['en', ''],
  ['zh-Hans', '&lang=zh'],
  [undefined, ''],
])('opens the shop with the branch’s flag, in the app’s language: %s', async (language, more) => {
  const { page } = await runPage({ getSystemInfoSync: () => ({ language }) });
  page.onLoad({});
  const { shopUrl } = await load('config.js');
  expect(page.data.src).toBe(`${shopUrl}/?branch=tng${more}`);
});

test('answers messages of the shop’s page', async () => {
  type PaymentOptions = {
    scopes: string[];
    paymentUrl: string;
    success(result: object): void;
    fail(error: object): void;
  };
  const { page, posts } = await runPage({
    getSystemInfoSync: () => ({}),
    getAuthCode: ({ scopes, success }: PaymentOptions) => success({ authCode: `code of ${scopes}`, extra: 1 }),
    tradePay: ({ paymentUrl, success, fail }: PaymentOptions) =>
      paymentUrl === '' ? fail({ error: 4, errorMessage: 'no address' }) : success({ resultCode: '9000' }),
  });
  page.onLoad({});
  const messages = [
    { id: 1, call: 'getAuthCode', parameters: { scopes: ['auth_user'] } },
    { id: 2, call: 'tradePay', parameters: { paymentUrl: 'https://pay.example' } },
    { id: 3, call: 'tradePay', parameters: { paymentUrl: '' } },
    { id: 4, call: 'getSystemInfoSync', parameters: {} },
    { id: 5, call: 'toString' },
  ];
  for (const detail of messages) page.onMessage({ detail });
  expect(posts).toEqual([
    { id: 1, result: { authCode: 'code of auth_user' } },
    { id: 2, result: { resultCode: '9000' } },
    { id: 3, error: { code: 4, message: 'no address' } },
    { id: 4, error: { code: 2, message: 'unknown call' } },
    { id: 5, error: { code: 2, message: 'unknown call' } },
  ]);
});
