/** Metadata for search engines and shared links, of every page in both languages. */
import { INFORMATION_PAGES, informationPath, ROUTES, withLang } from '@shop/core/links/paths';
import { describe, expect, inject, test } from 'vitest';
import { expectQuiet, newShopper } from '../testing/shopper.ts';

const CRACKLE = `${ROUTES.product}?slug=krupkrap-cassava-crackle-sambal`;
const SNACKS = `${ROUTES.category}?categories=snacks`;

/** Pages that search engines should index. */
const INDEXED_PAGES = [
  ROUTES.home,
  ROUTES.products,
  CRACKLE,
  `${ROUTES.product}?slug=nyonya-pot-pandan-kaya`,
  ROUTES.categories,
  SNACKS,
  `${ROUTES.category}?categories=snacks,potato-cassava-chips`,
  `${ROUTES.category}?brand=1`,
  ROUTES.brands,
  ROUTES.shockingDeals,
  ROUTES.bestSellers,
  ROUTES.bundles,
  ...INFORMATION_PAGES.map(informationPath),
];

/** Pages that search engines should not index. */
const HIDDEN_PAGES = [
  `${ROUTES.products}?keyword=kaya`,
  ROUTES.checkout,
  ROUTES.checkoutResult,
  ROUTES.trackOrder,
  ROUTES.trackedOrder,
  ROUTES.logout,
];

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
};
const unescapeHtml = (text: string) => text.replace(/&(amp|quot|#x27|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);

/** Fetches a page as a search engine does, without running scripts. */
async function readMetadata(path: string) {
  const response = await fetch(new URL(path, inject('storeUrl')), { redirect: 'manual' });
  const html = await response.text();
  const matchOnce = (pattern: RegExp) => {
    const matches = [...html.matchAll(pattern)].map(([, text = '']) => unescapeHtml(text));
    expect(matches.length, `${pattern} on ${path}`).toBeLessThan(2);
    return matches[0];
  };
  return {
    status: response.status,
    html,
    lang: matchOnce(/<html lang="([^"]*)"/g),
    title: matchOnce(/<title>([^<]*)<\/title>/g) ?? '',
    description: matchOnce(/<meta name="description" content="([^"]*)"/g) ?? '',
    canonical: matchOnce(/<link rel="canonical" href="([^"]*)"/g),
    robots: matchOnce(/<meta name="robots" content="([^"]*)"/g),
    og: (name: string) => matchOnce(new RegExp(`<meta property="og:${name}" content="([^"]*)"`, 'g')),
    others: Object.fromEntries(
      [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)].map(([, lang, href = '']) => [
        lang,
        unescapeHtml(href),
      ]),
    ),
    data: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
      JSON.parse(json),
    ),
    headings: html.match(/<h1[ >]/g)?.length ?? 0,
  };
}

/** Returns the shop's public address, which pages name on every host. */
const readOrigin = async () => new URL((await readMetadata('/')).canonical ?? '').origin;

describe.each(['en', 'zh'] as const)('in %s', (lang) => {
  test.each(INDEXED_PAGES)(
    '%s has a title, a description, a canonical address and an alternate language',
    async (path) => {
      const page = await readMetadata(withLang(path, lang));
      const shop = await readOrigin();
      expect(page.status).toBe(200);
      expect(page.lang).toBe(lang === 'zh' ? 'zh-Hans' : 'en');
      expect(page.title.length).toBeGreaterThan(3);
      expect(page.title.length).toBeLessThanOrEqual(75);
      expect(page.description.length).toBeGreaterThan(lang === 'zh' ? 8 : 20);
      expect(page.description.length).toBeLessThanOrEqual(165);
      if (lang === 'zh') expect(page.title).toMatch(/\p{Script=Han}/u);
      expect(page.canonical).toBe(`${shop}${withLang(path, lang)}`);
      expect(page.robots).toBeUndefined();
      expect(page.others).toEqual({
        en: `${shop}${path}`,
        zh: `${shop}${withLang(path, 'zh')}`,
        'x-default': `${shop}${path}`,
      });
      expect(page.og('url')).toBe(page.canonical);
      expect(page.og('locale')).toBe(lang === 'zh' ? 'zh_CN' : 'en_MY');
      expect(page.og('image')).toMatch(/^https?:\/\//);
      expect(page.headings).toBe(1);
      expect(page.data.length).toBeGreaterThan(0);
      expect(page.html).not.toContain('&amp;amp;');
      for (const item of page.data) expect(item).toMatchObject({ '@context': 'https://schema.org' });
    },
  );

  test.each(HIDDEN_PAGES)('%s is noindex', async (path) => {
    const page = await readMetadata(withLang(path, lang));
    expect(page.status).toBe(200);
    expect(page.robots).toBe('noindex');
    expect(page.canonical).toBeUndefined();
    expect(page.others).toEqual({});
    expect(page.data).toEqual([]);
    expect(page.title.length).toBeGreaterThan(1);
    expect(page.headings).toBe(1);
  });
});

test.each([
  [`${CRACKLE}&utm_source=mail&fbclid=x`, CRACKLE],
  [`${ROUTES.products}?sort=price_asc&available=1`, ROUTES.products],
  [`${ROUTES.products}?page=2`, `${ROUTES.products}?page=2`],
  [`${ROUTES.products}?page=2&sort=price_asc`, ROUTES.products],
  [`${ROUTES.products}?brand=1`, `${ROUTES.category}?brand=1`],
  [`${SNACKS}&dietary=halal&gclid=1`, SNACKS],
  [`${ROUTES.category}?categories=potato-cassava-chips`, `${ROUTES.category}?categories=snacks,potato-cassava-chips`],
])('%s is known as %s', async (path, canonical) => {
  expect((await readMetadata(path)).canonical).toBe(`${await readOrigin()}${canonical}`);
});

test.each([ROUTES.home, `${ROUTES.products}?page=2`, CRACKLE])(
  'docs/readings.md#68: %s in a mini-program names the same addresses as outside',
  async (path) => {
    const [outside, inside] = [
      await readMetadata(path),
      await readMetadata(`${path}${path.includes('?') ? '&' : '?'}branch=tng`),
    ];
    expect([inside.canonical, inside.og('url'), inside.others]).toEqual([
      outside.canonical,
      outside.og('url'),
      outside.others,
    ]);
  },
);

test('a product’s structured data has price, highest delivery fee and availability', async () => {
  const { data } = await readMetadata(`${ROUTES.product}?slug=nyonya-pot-pandan-kaya`);
  expect(data.find((thing) => thing['@type'] === 'Product').offers).toMatchObject({
    '@type': 'Offer',
    price: '6.90',
    priceCurrency: 'MYR',
    availability: 'https://schema.org/InStock',
    shippingDetails: { shippingRate: { maxValue: '30.00' } },
  });
});

test('responds with 404 and noindex for pages that do not exist', async () => {
  for (const path of [
    '/no-such-page',
    `${ROUTES.product}?slug=no-such-product`,
    `${ROUTES.category}?categories=none`,
  ]) {
    const page = await readMetadata(path);
    expect(page.status, path).toBe(404);
    expect(page.robots).toBe('noindex');
  }
});

test('sharing pictures are at least 1200 × 630', async () => {
  for (const path of [ROUTES.home, CRACKLE]) {
    const picture = new URL((await readMetadata(path)).og('image') ?? '');
    const response = await fetch(new URL(picture.pathname, inject('storeUrl')));
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    const { width, height } = readJpegSize(Buffer.from(await response.arrayBuffer()));
    expect(width).toBeGreaterThanOrEqual(1200);
    expect(height).toBeGreaterThanOrEqual(630);
  }
});

/** Reads the size of a JPEG from its frame header, of whichever kind. */
function readJpegSize(bytes: Buffer): { width: number; height: number } {
  let at = 2;
  while (at < bytes.length) {
    const marker = bytes.readUInt16BE(at);
    if (marker >= 0xffc0 && marker <= 0xffc2) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  throw new Error('No JPEG');
}

test('every sitemap address responds and is its page’s canonical one', async () => {
  const readLocations = async (path: string) => {
    const text = await (await fetch(new URL(path, inject('storeUrl')))).text();
    return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => unescapeHtml(loc));
  };
  const files = await readLocations('/sitemap.xml');
  const addresses = (await Promise.all(files.map((file) => readLocations(new URL(file).pathname)))).flat();
  expect(addresses.length).toBeGreaterThan(300);
  for (const address of addresses) {
    const { pathname, search } = new URL(address);
    const page = await readMetadata(`${pathname}${search}`);
    expect(page.status, address).toBe(200);
    expect(page.canonical).toBe(address);
    expect(page.robots, address).toBeUndefined();
  }
});

test('updates the head on navigation as the server would render it', async () => {
  const shopper = await newShopper();
  const { page } = shopper;
  await shopper.visit(SNACKS);
  const shop = await readOrigin();
  await page
    .getByRole('link', { name: /Cassava Crackle/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: /Cassava Crackle/ }).waitFor();
  await expect.poll(() => page.title()).toContain('Cassava Crackle');
  const canonical = page.locator('link[rel="canonical"]');
  await expect.poll(() => canonical.getAttribute('href')).toMatch(`${shop}${ROUTES.product}?slug=`);
  expect(await canonical.count()).toBe(1);
  expect(await page.locator('meta[name="description"]').count()).toBe(1);
  // Tags of the previous page must not remain.
  expect(await page.locator('meta[property="og:title"], script[type="application/ld+json"]').count()).toBe(0);
  expectQuiet(shopper);
});
