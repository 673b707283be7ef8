/** Renders the pages of lists on the server, without scripts. */
import type { Brand, Category, Facets } from '@shop/contract/catalog';
import { describe, expect, test } from 'vitest';
import { type PageAssets, render } from '../../entry-server.tsx';
import { type ApiResponses, aisles, createCall, productRow, toListPage } from '../../testing/api-responses.ts';

const assets: PageAssets = { entry: '/assets/entry.js', css: [], preloads: () => [] };

const show = async (url: string, answers: ApiResponses = {}) => {
  const { status, html } = await render({ url, call: createCall(answers), origin: 'https://shop.example', assets });
  // The page's data follows its HTML.
  const [body = ''] = Buffer.from(html).toString().split('<script type="application/json"');
  return { status, html: body.replaceAll('&amp;', '&').replaceAll('<!-- -->', '') };
};

const image = { thumbnail: '/media/00000000000000000000-320.webp', original: '/media/00000000000000000000-960.webp' };
const brand: Brand = { id: '4', slug: 'kuah-kita', name: 'Kuah Kita', local_name: null, image, products_count: 5 };
const snacks = aisles[0] as Category;

const facets: Facets = {
  total: 40,
  brands: [
    { id: '4', slug: 'kuah-kita', name: 'Kuah Kita', count: 5 },
    { id: '7', slug: 'padi-lima', name: 'Padi Lima', count: 0 },
  ],
  categories: [{ id: 'snacks', slug: 'snacks', name: 'Snacks', count: 5, parent: null }],
  dietary: [{ id: '1', slug: 'vegetarian', name: 'Vegetarian', count: 3 }],
  price: { min_price: 250, max_price: 3_990 },
  on_sale: 2,
  in_stock: 4,
};

const list = { ...toListPage([productRow()]), total: 40, last_page: 2 };
const listResponses = { 'catalog.products': list, 'catalog.facets': facets };

/** Finds the HTML between `start` and `end` that holds the text. */
const findPart = (html: string, start: RegExp, end: string, text: string) =>
  html
    .split(start)
    .map((each) => each.split(end)[0] ?? '')
    .find((each) => each.includes(`>${text}<`) || each.endsWith(`>${text}`)) ?? '';
const findLink = (html: string, text: string) => findPart(html, /(?=<a )/, '</a>', text);
const findCheckbox = (html: string, name: string) =>
  findPart(html, /(?=<(?:a|span)[^>]* role="checkbox")/, '</li>', name);

describe('filters', () => {
  test('are links with counts, so that they work without scripts', async () => {
    const { status, html } = await show('/products?dietary=vegetarian', listResponses);
    expect(status).toBe(200);
    expect(findCheckbox(html, 'Kuah Kita')).toContain('href="/products?brand=4&dietary=vegetarian" rel="nofollow"');
    expect(findCheckbox(html, 'Kuah Kita')).toContain('>5</span>');
    expect(findCheckbox(html, 'Vegetarian')).toContain('aria-checked="true"');
    expect(findCheckbox(html, 'Vegetarian')).toContain('href="/products"');
  });

  test('docs/ux.md#rule-8: "zero-count values disabled, not removed"', async () => {
    const { html } = await show('/products', listResponses);
    expect(findCheckbox(html, 'Padi Lima')).toContain('aria-disabled="true"');
    expect(findCheckbox(html, 'Padi Lima')).not.toContain('href=');
  });

  test('docs/ux.md#rule-9: applied ones appear as removable chips and "Clear all"', async () => {
    const { html } = await show('/products?dietary=vegetarian&min_price=5&on_sale=1', listResponses);
    for (const name of ['Vegetarian', 'On sale', 'From RM5.00']) {
      expect(html).toContain(`aria-label="Remove filter: ${name}"`);
    }
    expect(findLink(html, 'Clear all')).toContain('href="/products"');
    expect(html).toContain('Filter (3)');
  });

  test('the list renders without filters if the facets fail', async () => {
    const { html } = await show('/products', { 'catalog.products': list });
    expect(html).toContain('Krupkrap Cassava Crackle');
    expect(html).not.toContain('role="checkbox"');
  });
});

test('docs/ux.md#rule-12: "Load more" leads to an address that keeps `page`', async () => {
  const { html } = await show('/products?sort=price_asc', listResponses);
  expect(html).toContain('Showing 1 of 40');
  expect(findLink(html, 'Load more')).toContain('href="/products?sort=price_asc&page=2"');
});

describe('a search', () => {
  const search = { ...list, facets, corrected: null, partial: false, not_sold: null };

  test('shows the keyword and the corrected spelling', async () => {
    const { html } = await show('/products?keyword=instnat', {
      'catalog.search': { ...search, corrected: 'instant' },
    });
    expect(html).toContain('Results for “instnat”</h1>');
    expect(html).toContain('Showing results for “instant”');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(findCheckbox(html, 'Kuah Kita')).toContain('href="/products?brand=4&keyword=instnat"');
  });

  test('says when no product has all words', async () => {
    const sentence = 'Nothing matches all of “kuah spaceship”. These products match some of it.';
    const partialPage = await show('/products?keyword=kuah+spaceship', {
      'catalog.search': { ...search, partial: true },
    });
    expect(partialPage.html).toContain(sentence);
    const fullPage = await show('/products?keyword=kuah+spaceship', { 'catalog.search': search });
    expect(fullPage.html).not.toContain(sentence);
  });

  test.each([
    ['/products?keyword=maggi', 'No Maggi here; these are similar.'],
    ['/products?keyword=maggi&lang=zh', '本店没有 Maggi，以下是类似商品。'],
  ])('%s says that a brand is not sold', async (path, sentence) => {
    const similarPage = await show(path, { 'catalog.search': { ...search, not_sold: 'Maggi' } });
    expect(similarPage.html).toContain(sentence);
    const matchingPage = await show(path, { 'catalog.search': search });
    expect(matchingPage.html).not.toContain(sentence);
  });

  test('offers no filters without products and filters', async () => {
    const emptyResult = {
      ...toListPage([]),
      facets: { ...facets, total: 0 },
      corrected: null,
      partial: false,
      not_sold: null,
    };
    const { html } = await show('/products?keyword=xyz', { 'catalog.search': emptyResult });
    expect(html).toContain('Sorry, No Product Found');
    expect(html).not.toContain('role="checkbox"');
    expect(html).not.toContain('href="#filters"');
    const filteredPage = await show('/products?keyword=xyz&dietary=vegetarian', { 'catalog.search': emptyResult });
    expect(filteredPage.html).toContain('role="checkbox"');
  });

  test('docs/spec.md §8: "Sorry, No Product Found" is never alone (docs/ux.md#rule-14)', async () => {
    const emptyResult = {
      ...toListPage([]),
      facets: { ...facets, total: 0 },
      corrected: null,
      partial: false,
      not_sold: null,
    };
    const { html } = await show('/products?keyword=xyz&dietary=vegetarian', { 'catalog.search': emptyResult });
    expect(html).toContain('Sorry, No Product Found');
    expect(findLink(html, 'Clear filters')).toContain('href="/products?keyword=xyz"');
    expect(html).toContain('href="/categories/view?categories=snacks"');
    expect(html).toContain('Best sellers');
  });
});

describe('docs/spec.md §2: "/categories/view (query categories = comma-joined slugs, optional brand)"', () => {
  const answers = {
    ...listResponses,
    'catalog.category': { ...snacks, show_in_brand: true },
    'catalog.categories': toListPage(aisles[0]?.children ?? []),
    'catalog.brand': brand,
    'catalog.brandCategories': toListPage([{ ...snacks, show_in_brand: true }, snacks]),
  };

  test('a category links to its children and keeps the filters', async () => {
    const { html } = await show('/categories/view?categories=snacks&dietary=vegetarian', answers);
    expect(html).toContain('Snacks</h1>');
    expect(html).toContain('href="/categories/view?categories=snacks,chips&dietary=vegetarian"');
  });

  test('"A category link with the show_in_brand flag goes to the category view with brand=id and categories=slug"', async () => {
    const { html } = await show('/categories/view?brand=4', answers);
    expect(html).toContain('Kuah Kita</h1>');
    expect(html).toContain('href="/categories/view?brand=4&categories=snacks"');
  });

  test('without a category or brand the page is a 404', async () => {
    expect((await show('/categories/view')).status).toBe(404);
    expect((await show('/categories/view?brand=999')).status).toBe(404);
    expect((await show('/categories/view?categories=none')).status).toBe(404);
  });
});

describe('docs/spec.md §2: "/shocking-deals, /best-sellers, /bundles"', () => {
  const NOON = new Date('2026-01-31T04:00:00Z');

  test('groups deals by their end and lists the next ones', async () => {
    const deals = toListPage([productRow({ sale_ends_at: NOON })]);
    const next = [{ product: productRow({ id: '2' }), deal_price: 390, starts_at: NOON, ends_at: null }];
    const { html } = await show('/shocking-deals', {
      'catalog.shockingDeals': { ...deals, ends_at: NOON, next },
    });
    expect(html).toContain('Ends Sat, 31 Jan at 12:00\u00a0pm');
    expect(html).toContain('Starts Sat, 31 Jan at 12:00\u00a0pm');
  });

  test('docs/ux.md#5: "Next deals at 10 am" if none is running', async () => {
    const next = [{ product: productRow(), deal_price: 390, starts_at: NOON, ends_at: null }];
    const { html } = await show('/shocking-deals', {
      'catalog.shockingDeals': { ...toListPage([]), ends_at: null, next },
    });
    expect(html).toContain('Next deals Sat, 31 Jan at 12:00\u00a0pm');
  });

  test('best sellers have tabs for all, groceries and popular products', async () => {
    const { html } = await show('/best-sellers?tab=grocery', {
      'catalog.bestSellersGrocery': toListPage([productRow()]),
    });
    expect(html).toContain('Krupkrap Cassava Crackle');
    expect(html).toContain('href="/best-sellers?tab=popular"');
    expect(html).toMatch(/aria-current="page"[^>]*>Grocery/);
  });

  test('a bundle lists its contents and saving', async () => {
    const item = { id: '9', slug: 'kaya', name: 'Pandan Kaya', title: 'Pandan Kaya 250 g', image, price: 690 };
    const bundle = {
      ...productRow({ name: 'Breakfast', is_bundle: true }),
      bundle_items: [{ ...item, stage: 'pantry' as const, variation_option_id: null, quantity: 2 }],
      saving: 420,
    };
    const { html } = await show('/bundles', { 'catalog.bundles': toListPage([bundle]) });
    expect(html).toContain('Save RM4.20');
    expect(html).toContain('2 × Pandan Kaya');
  });
});

test('docs/spec.md §2 "/brands": from A to Z with how many products each has', async () => {
  const { html } = await show('/brands', { 'catalog.brands': toListPage([brand]) });
  expect(html).toContain('href="#brands-K"');
  expect(html).toContain('href="/categories/view?brand=4"');
  expect(html).toContain('5 products');
});

test('brands of all letters share one grid, each letter above its first brand', async () => {
  const brands = ['Aroma', 'Asli', 'Buih'].map((name, index) => ({ ...brand, id: String(index), slug: name, name }));
  const { html } = await show('/brands', { 'catalog.brands': toListPage(brands) });
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const [list = ''] = /<ul class="grid grid-cols-2.*?<\/ul>/s.exec(main) ?? [];
  expect(list.match(/<h2[^>]*>[^<]*/g)?.map((heading) => heading.replace(/<[^>]*>/, ''))).toEqual(['A', 'B']);
  expect(list.match(/<li/g)).toHaveLength(3);
  expect(list).toMatch(/<li id="brands-B"[^>]*><h2[^>]*>B<\/h2>.*Buih/s);
});

test('coming deals offer an alert, and leave out products with a running deal', async () => {
  const [runningDeal, comingDeal] = [
    productRow({ id: '1', name: 'Kaya now' }),
    productRow({ id: '2', name: 'Milo soon' }),
  ];
  const next = [runningDeal, comingDeal].map((product) => ({
    product,
    deal_price: 400,
    starts_at: new Date('2026-12-01T12:00:00Z'),
    ends_at: null,
  }));
  const { html } = await show('/shocking-deals', {
    'catalog.shockingDeals': { ...toListPage([runningDeal]), ends_at: null, next },
  });
  const list = html.slice(html.indexOf('id="deals-next"'), html.indexOf('</main>'));
  expect(list).toContain('aria-label="Remind me: Milo soon"');
  expect(list).not.toContain('Kaya now');
});
