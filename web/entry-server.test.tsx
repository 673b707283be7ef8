import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '@shop/contract/api/api-error';
import { describe, expect, test } from 'vitest';
import { type PageAssets, render } from './entry-server.tsx';
import {
  type ApiResponses,
  createCall,
  productRow,
  settings,
  staticBlock,
  toListPage,
} from './testing/api-responses.ts';

const assets: PageAssets = {
  entry: '/assets/entry.js',
  css: ['/assets/style.css'],
  preloads: (modules) => {
    // The build's manifest identifies modules by path: an outdated path would silently preload nothing.
    expect(modules.filter((name) => !existsSync(join(import.meta.dirname, name)))).toEqual([]);
    return modules.map((name) => `/assets/${name}.js`);
  },
};

function show(url: string, answers: ApiResponses = {}) {
  return render({ url, call: createCall(answers), origin: 'https://shop.example', assets });
}

const readHydrationState = (html: string) =>
  /<script type="application\/json" id="hydration-state">(.*?)<\/script>/s.exec(html)?.[1] ?? '';

describe('a page without scripts', () => {
  test('has products, prices and links', async () => {
    const { status, html } = await show('/');
    expect(status).toBe(200);
    expect(html).toContain('Krupkrap Cassava Crackle');
    expect(html).toContain('href="/products/view?slug=cassava-crackle"');
    expect(html).toContain('href="/categories/view?categories=snacks"');
  });

  test('docs/spec.md §1: "The header shows office hours … and a free-shipping banner"', async () => {
    const { html } = await show('/');
    const header = html.slice(0, html.indexOf('<main'));
    expect(header).toContain('Mon-Fri 8:30 am - 6:00 pm');
    expect(header).toMatch(/Win an <b[^>]*>RM150<\/b> e-cash voucher/);
  });

  test('docs/spec.md §1: "chosen by an optional lang query parameter (en or zh, default en)", kept on every link', async () => {
    const { html } = await show('/?lang=zh');
    expect(html).toContain('<html lang="zh-Hans" dir="ltr">');
    const links = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href = '']) => href);
    expect(links.length).toBeGreaterThan(0);
    // The one way back to English is the language switch.
    expect(links.filter((href) => !href.includes('lang=zh')).every((href) => href === '/')).toBe(true);
    expect((await show('/?lang=fr')).html).toContain('<html lang="en" dir="ltr">');
  });

  test.each(['ar', 'he'])(
    'docs/readings.md#1: ?lang=%s is right-to-left with English texts, on every link',
    async (lang) => {
      const { status, html } = await show(`/?lang=${lang}`);
      expect(status).toBe(200);
      expect(html).toContain(`<html lang="${lang}" dir="rtl">`);
      expect(html).toMatch(/<body class="[^"]*" lang="en">/);
      expect(html).toContain('<meta name="robots" content="noindex"/>');
      expect(html).not.toContain('rel="canonical"');
      expect(html).not.toContain(`hreflang="${lang}"`);
      const links = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href = '']) => href);
      const otherLinks = links.filter((href) => !href.includes(`lang=${lang}`));
      // The language switches lead to the two languages that the shop offers.
      expect(new Set(otherLinks)).toEqual(new Set(['/', '/?lang=zh']));
    },
  );

  test('a shop in English alone shows no Chinese, and no language to choose', async () => {
    const { html } = await show('/', { 'content.settings': { ...settings, languages: ['en'] } });
    expect(html.slice(0, html.indexOf('<script type="application/json"'))).not.toMatch(/\p{Script=Han}|lang="zh/u);
  });

  test('docs/readings.md#92: a collection without products is in no menu', async () => {
    const { html } = await show('/', { 'content.settings': { ...settings, collections: ['best_sellers'] } });
    const header = html.slice(0, html.indexOf('<main'));
    expect(header).toContain('href="/best-sellers"');
    expect(header).not.toMatch(/href="\/(shocking-deals|bundles|brands)"/);
  });

  test('contains nothing that the content security policy forbids', async () => {
    const { html } = await show('/');
    expect(html).not.toMatch(/\sstyle="/);
    const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes = '']) => attributes);
    // The content security policy ignores data blocks, which are never run.
    expect(scripts.filter((attributes) => !/src=|type="application\/(ld\+)?json"/.test(attributes))).toEqual([]);
  });
});

test('icons of the first screen need no request: header, product cards and tab bar', async () => {
  const { html } = await show('/');
  const listIds = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map(([, id]) => id))];
  const symbolIds = listIds(/<symbol id="([^"]+)"/g);
  const usedIds = listIds(/<use href="#([^"]+)"/g);
  expect(usedIds).toEqual(
    expect.arrayContaining(['icon-magnifying-glass', 'icon-basket', 'icon-heart', 'icon-house-fill']),
  );
  expect(symbolIds).toEqual(expect.arrayContaining(usedIds));
  expect(html).not.toMatch(/<use href="[^#]/);
});

describe('the head', () => {
  test('has title, description, address, languages and picture', async () => {
    const { html } = await show('/');
    expect(html).toContain('<title>Sekampit | Online Store</title>');
    expect(html).toContain('<meta name="description" content="Groceries &amp; snacks"/>');
    expect(html).toContain('<link rel="canonical" href="https://shop.example/"/>');
    expect(html).toContain('<link rel="alternate" hreflang="zh" href="https://shop.example/?lang=zh">');
    expect(html).toContain('<link rel="alternate" hreflang="x-default" href="https://shop.example/">');
    expect(html).toContain('content="https://shop.example/media/11111111111111111111-1200.jpg"');
  });

  test('names the code of the page and its messages, and preloads one font', async () => {
    const { html } = await show('/?lang=zh');
    expect(html).toContain(
      'src="/boot.js" data-entry="/assets/entry.js" data-preloads="/assets/i18n/zh/bundles/everywhere.ts.js /assets/content/home/HomePage.tsx.js"',
    );
    expect(html.match(/as="font"/g)).toHaveLength(1);
    expect((await show('/faq?lang=zh')).html).toMatch(/data-preloads="[^"]*i18n\/zh\/bundles\/rest\.ts\.js/);
  });
});

describe('the state sent to the browser', () => {
  test('escapes texts that would end its script block', async () => {
    const name = '</script><script>alert(1)</script>\u2028';
    const { html } = await show('/', { 'catalog.bestSellers': toListPage([productRow({ name })]) });
    expect(html).not.toContain('<script>alert');
    expect(readHydrationState(html)).not.toMatch(/[<\u2028]/);
    expect(JSON.parse(readHydrationState(html)).queries.queries.length).toBeGreaterThan(3);
    expect(readHydrationState(html)).toContain('\\u003c/script>');
  });
});

test('a product that is no longer sold responds with 410', async () => {
  const { status, html } = await show('/products/view?slug=gone', {
    'catalog.product': new ApiError(410, 'product.removed', 'This product is no longer sold.'),
  });
  expect(status).toBe(410);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toContain('rel="canonical"');
});

describe('docs/own-shop.md: a page of the shop’s own at /pages/{slug}', () => {
  const halalPage = staticBlock({ slug: 'halal', title: 'Halal goods', description: 'What we certify.' });
  const answers = { 'content.staticBlock': halalPage };

  test('has its title, its description and its text, and one address per language', async () => {
    const { status, html } = await show('/pages/halal', answers);
    expect(status).toBe(200);
    expect(html).toContain('<title>Halal goods · Sekampit</title>');
    expect(html).toContain('<meta name="description" content="What we certify."/>');
    expect(html).toContain('<link rel="canonical" href="https://shop.example/pages/halal"/>');
    expect(html).toContain('hreflang="zh" href="https://shop.example/pages/halal?lang=zh"');
    expect(html.slice(html.indexOf('<main'))).toContain(halalPage.sections[0]?.body);
  });

  test('without Chinese, the English text is marked as such (docs/readings.md#36)', async () => {
    const { html } = await show('/pages/halal?lang=zh', answers);
    expect(html).toMatch(/<h1 lang="en"[^>]*>Halal goods</);
  });

  test('is linked in the footer in the shop’s order, with the language', async () => {
    const own_pages = [
      { slug: 'careers', title: 'Work with us' },
      { slug: 'halal', title: '清真商品' },
    ];
    const { html } = await show('/?lang=zh', { 'content.settings': { ...settings, own_pages } });
    const links = [...html.slice(html.indexOf('<footer')).matchAll(/href="(\/pages\/[^"]*)"[^>]*>(.*?)<\/a>/g)];
    expect(links.map(([, href, words]) => [href, words])).toEqual([
      ['/pages/careers?lang=zh', '<span lang="en">Work with us</span>'],
      ['/pages/halal?lang=zh', '清真商品'],
    ]);
  });

  test.each([
    ['/pages/terms', '/terms'],
    ['/pages/faq?lang=zh', '/faq?lang=zh'],
    ['/pages/legal-notice', '/my-account/legal-notice'],
  ])('%s leads to %s, which shows that text', async (path, target) => {
    expect(await show(path, answers)).toMatchObject({ status: 301, location: target });
  });

  test.each([
    ['an unknown slug', '/pages/kosher', {}],
    ['the id of a text', '/pages/12', answers],
  ])('responds to %s with the 404 page', async (_, path, responses) => {
    const { status, html } = await show(path, responses);
    expect(status).toBe(404);
    expect(html).toContain('We can’t find this page');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
  });
});

describe('docs/spec.md §2: "a 404 page saying the page is currently unavailable"', () => {
  test('responds to an unknown path with the page and status 404', async () => {
    const { status, html } = await show('/nothing/here');
    expect(status).toBe(404);
    expect(html).toContain('The page is currently unavailable, try again later.');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(JSON.parse(readHydrationState(html)).errors).toMatchObject({ pages: { status: 404 } });
  });

  test('says in Chinese that it cannot be found, beside the sentence of the specification, and offers the search', async () => {
    const { html } = await show('/nothing/here?lang=zh');
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    expect(main).toMatch(/<h1[^>]*>找不到这个页面<\/h1>/);
    expect(main).toContain('此页面目前无法显示，请稍后再试。');
    expect(main).toMatch(/<input[^>]*name="keyword"/);
  });
});

test.each([
  ['/logout?force=1&lang=zh', ['登录', '立即前往']],
  ['/logout?lang=zh', ['立即前往']],
])('%s has the links %j in this order (docs/spec.md §8 "403 from any call")', async (path, links) => {
  const { html } = await show(path);
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  expect([...main.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, text]) => text)).toEqual(links);
});

test('renders a page with a failed part, with a status that prevents caching', async () => {
  const { status, html } = await show('/', {
    'catalog.bestSellers': Object.assign(new Error('down'), { status: 503 }),
  });
  expect(status).toBe(503);
  expect(html).toContain('Best sellers');
});

describe('docs/readings.md#72: Safari’s banner of the app', () => {
  const app_links = { ios: 'https://apps.apple.com/my/app/sekampit/id1234567890', android: '' };
  const readAppBanner = (html: string) => /<meta name="apple-itunes-app" content="([^"]*)">/.exec(html)?.[1];
  const listingResponses = { 'content.settings': { ...settings, app_links } };

  test.each([
    ['/', 'https://shop.example/'],
    ['/?lang=zh&utm_source=mail', 'https://shop.example/?lang=zh'],
    ['/app', 'https://shop.example/app'],
  ])('%s opens %s in the app', async (url, page) => {
    const { html } = await show(url, listingResponses);
    expect(readAppBanner(html)).toBe(`app-id=1234567890, app-argument=${page}`);
  });

  test.each([
    ['a mini-program', '/?branch=tng', listingResponses],
    ['a page that search engines leave out', '/signin', listingResponses],
    ['a shop without a listing', '/', {}],
    [
      'a listing without Apple’s number',
      '/',
      { 'content.settings': { ...settings, app_links: { ios: 'https://x.example', android: '' } } },
    ],
  ])('none in %s', async (_, url, answers) => {
    const { html } = await show(url, answers);
    expect(readAppBanner(html)).toBeUndefined();
  });

  test('the footer links to the app’s page with a listing alone', async () => {
    expect((await show('/', listingResponses)).html).toContain('href="/app"');
    expect((await show('/')).html).not.toContain('href="/app"');
  });

  test('/app shows the listings that there are', async () => {
    const { status, html } = await show('/app', listingResponses);
    expect(status).toBe(200);
    expect(html).toContain('Download on the App Store');
    expect(html).not.toContain('Get it on Google Play');
    expect(html).toContain('<link rel="canonical" href="https://shop.example/app"/>');
    expect((await show('/app')).html).toContain('The app is not in the stores yet.');
  });
});
