import { describe, expect, test } from 'vitest';
import { render } from '../entry-server.tsx';
import {
  type ApiResponses,
  createCall,
  productResponse,
  productRow,
  settings,
  staticBlock,
  toListPage,
} from '../testing/api-responses.ts';

const ORIGIN = 'https://shop.example';
const PRODUCT = '/products/view?slug=cassava-crackle';
const assets = { entry: '/assets/entry.js', css: [], preloads: () => [] };

const show = async (url: string, answers: ApiResponses = {}) =>
  Buffer.from((await render({ url, call: createCall(answers), origin: ORIGIN, assets })).html).toString();

// biome-ignore lint/suspicious/noExplicitAny: tests read the JSON without a type
type ParsedItem = any;
async function readItems(url: string, answers: ApiResponses = {}): Promise<ParsedItem[]> {
  const html = await show(url, answers);
  const blocks = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  return [...blocks].map(([, json = '']) => JSON.parse(json));
}
async function findItem(type: string, url: string, answers: ApiResponses = {}): Promise<ParsedItem> {
  const all = await readItems(url, answers);
  return all.find((each) => [each['@type']].flat().includes(type));
}
const findProduct = (changes: Parameters<typeof productResponse>[0], url = PRODUCT) =>
  findItem('Product', url, { 'catalog.product': productResponse(changes) });

describe('docs/partners.md#9: "Product JSON-LD"', () => {
  test('has name, pictures, brand and one offer at the current price, a sale with its end', async () => {
    const product = await findProduct({
      brand: { id: '3', name: 'Krupkrap', slug: 'krupkrap' },
      sku: 'KK-120',
      sale_ends_at: new Date('2026-11-30T15:59:59.000Z'),
    });
    expect(product).toMatchObject({
      '@context': 'https://schema.org',
      name: 'Krupkrap Cassava Crackle 120 g',
      sku: 'KK-120',
      brand: { name: 'Krupkrap' },
      description: 'Thin & hot.',
      offers: {
        '@type': 'Offer',
        price: '4.90',
        priceCurrency: 'MYR',
        priceValidUntil: '2026-11-30T15:59:59.000Z',
        availability: 'https://schema.org/InStock',
        url: `${ORIGIN}${PRODUCT}`,
        hasMerchantReturnPolicy: { merchantReturnLink: `${ORIGIN}/return-policy` },
        shippingDetails: { shippingRate: { maxValue: '15.00', currency: 'MYR' } },
      },
    });
    expect(product.image[0]).toBe(`${ORIGIN}/media/00000000000000000000-1200.jpg`);
  });

  test('marks a sold-out product, has no end without a sale, and uses the id if there is no SKU', async () => {
    const { offers, sku } = await findProduct({
      sale_price: null,
      sale_ends_at: null,
      quantity: 0,
      out_of_stock: true,
      inventory: { quantity: 0, min_qty: 0, is_continuous_selling: false },
    });
    expect(offers).toMatchObject({ price: '6.50', availability: 'https://schema.org/OutOfStock' });
    expect(offers).not.toHaveProperty('priceValidUntil');
    expect(sku).toBe('1');
  });

  test('has one offer per option, between the lowest and the highest price', async () => {
    const option = (id: string, title: string, price: number, quantity: number) => ({
      id,
      title,
      image: productRow().image,
      price,
      sale_price: null,
      sale_ends_at: null,
      group_price: null,
      tier_prices: [],
      quantity,
      inventory: { quantity, min_qty: 0, is_continuous_selling: false },
      unit_price: null,
    });
    const { offers } = await findProduct({
      type: 'variable',
      variation_options: [option('7', 'Original', 450, 0), option('8', 'Sambal', 590, 4)],
    });
    expect(offers).toMatchObject({ '@type': 'AggregateOffer', lowPrice: '4.50', highPrice: '5.90', offerCount: 2 });
    expect(
      offers.offers.map((each: ParsedItem) => [each.sku, each.price, each.availability.split('/').at(-1)]),
    ).toEqual([
      ['1-7', '4.50', 'OutOfStock'],
      ['1-8', '5.90', 'InStock'],
    ]);
  });

  test('has the breadcrumbs from the home page, in the page’s language', async () => {
    const { itemListElement } = await findItem('BreadcrumbList', `${PRODUCT}&lang=zh`, {
      'catalog.product': productResponse(),
    });
    expect(itemListElement.map(({ name }: ParsedItem) => name)).toEqual([
      '首页',
      'Snacks',
      'Chips',
      'Krupkrap Cassava Crackle',
    ]);
    expect(itemListElement[2].item).toBe(`${ORIGIN}/categories/view?categories=snacks,chips&lang=zh`);
  });

  test('"Escape `</` and U+2028 inside the script (stored-XSS path)"', async () => {
    const title = '</script><script>alert(1)</script>\u2028"&';
    const html = await show(PRODUCT, { 'catalog.product': productResponse({ title }) });
    expect(html).not.toContain('<script>alert');
    expect((await findProduct({ title })).name).toBe(title);
  });
});

test('the home page names the seller and the search address', async () => {
  expect(await findItem('WebSite', '/?lang=zh')).toMatchObject({
    url: `${ORIGIN}/?lang=zh`,
    inLanguage: 'zh-Hans',
    potentialAction: {
      '@type': 'SearchAction',
      target: { urlTemplate: `${ORIGIN}/products?keyword={search_term_string}&lang=zh` },
    },
  });
  expect(await findItem('GroceryStore', '/')).toMatchObject({
    legalName: settings.legal.business_name,
    identifier: settings.legal.registration_no,
    address: { addressCountry: 'MY' },
  });
});

test('a product list has its products in order; search results have no structured data', async () => {
  const rows = [productRow(), productRow({ id: '2', slug: 'kaya', title: 'Pandan Kaya' })];
  const answers = { 'catalog.products': toListPage(rows), 'catalog.search': undefined };
  const list = await findItem('ItemList', '/products', answers);
  expect(list.itemListElement).toMatchObject([
    { position: 1, name: 'Krupkrap Cassava Crackle 120 g', url: `${ORIGIN}${PRODUCT}` },
    { position: 2, name: 'Pandan Kaya', url: `${ORIGIN}/products/view?slug=kaya` },
  ]);
  expect(await readItems('/products?keyword=kaya', answers)).toEqual([]);
});

test('lists all categories, subcategories too', async () => {
  const { itemListElement } = await findItem('ItemList', '/categories');
  expect(itemListElement.map(({ url }: ParsedItem) => url)).toEqual([
    `${ORIGIN}/categories/view?categories=snacks`,
    `${ORIGIN}/categories/view?categories=snacks,chips`,
  ]);
});

test('a page of the shop’s own has breadcrumbs under its canonical address', async () => {
  const list = await findItem('BreadcrumbList', '/pages/halal?lang=zh', {
    'content.staticBlock': staticBlock({ slug: 'halal', title: '清真商品', text_lang: 'zh' }),
  });
  expect(list.itemListElement[1]).toMatchObject({ name: '清真商品', item: `${ORIGIN}/pages/halal?lang=zh` });
});

test('a page that does not exist has no structured data', async () => {
  expect(await readItems('/pages/nothing')).toEqual([]);
  expect(await readItems('/nothing')).toEqual([]);
  expect(await readItems('/products/view?slug=nothing')).toEqual([]);
});

describe('meta tags for sharing', () => {
  const readMetaTag = (html: string, name: string) =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(html)?.[1];

  test('has a product’s own picture and texts, in both languages', async () => {
    const html = await show(`${PRODUCT}&lang=zh&utm_source=x`, {
      'catalog.product': productResponse({ title: 'A "B" & C' }),
    });
    expect(readMetaTag(html, 'og:title')).toBe('A &quot;B&quot; &amp; C');
    expect(readMetaTag(html, 'og:type')).toBe('product');
    expect(readMetaTag(html, 'og:image')).toBe(`${ORIGIN}/media/00000000000000000000-1200.jpg`);
    expect(readMetaTag(html, 'og:url')).toBe(`${ORIGIN}${PRODUCT}&amp;lang=zh`);
    expect(readMetaTag(html, 'og:locale')).toBe('zh_CN');
    expect(readMetaTag(html, 'og:locale:alternate')).toBe('en_MY');
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}${PRODUCT}&amp;lang=zh"/>`);
    expect(html).toContain(`<link rel="alternate" hreflang="en" href="${ORIGIN}${PRODUCT}">`);
    expect(html).toContain(`<link rel="alternate" hreflang="zh" href="${ORIGIN}${PRODUCT}&amp;lang=zh">`);
    expect(html).toContain(`<link rel="alternate" hreflang="x-default" href="${ORIGIN}${PRODUCT}">`);
  });

  test('docs/readings.md#21: "settings.seo fills the head of pages without values of their own, Twitter card and meta tags included"', async () => {
    const html = await show('/');
    expect(readMetaTag(html, 'og:title')).toBe('Sekampit, a sackful');
    expect(readMetaTag(html, 'og:description')).toBe('Kaya &amp; more');
    expect(readMetaTag(html, 'twitter:card')).toBe('summary_large_image');
    expect(readMetaTag(html, 'twitter:site')).toBe('@sekampit');
    expect(readMetaTag(html, 'keywords')).toBe('groceries,snacks');
  });

  test('leaves out the shop’s name if it would make the title too long', async () => {
    const title = 'Long Long Name of Something Crisp with Sambal 120 g × 12';
    const html = await show(PRODUCT, { 'catalog.product': productResponse({ title }) });
    expect(html).toContain(`<title>${title}</title>`);
  });
});
