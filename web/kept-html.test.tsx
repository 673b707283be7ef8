import { renderToString } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { render } from './entry-server.tsx';
import { bytesOf, Kept, keepMissing, placeFor } from './kept-html.tsx';
import { aisles, callWith, pageOfList, productAnswer, productRow, settings } from './testing/answers.ts';

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

describe('the bytes of a text', () => {
  test('have what is ready in its places, whatever the language', () => {
    const ready = bytesOf(() => '咸香 & crisp');
    expect(text(bytesOf(() => `<b>${placeFor(ready)}</b>·${placeFor(ready)}`))).toBe(
      '<b>咸香 & crisp</b>·咸香 & crisp',
    );
  });
});

describe('a kept part', () => {
  const part = (of: object, look: string, inside: string) =>
    bytesOf(() =>
      renderToString(
        <Kept of={of} look={look}>
          {inside}
        </Kept>,
      ),
    );
  const keep = () => keepMissing((children) => renderToString(children));

  test('is rendered once for its data and its look', () => {
    const data = {};
    expect(text(part(data, 'en', 'first'))).toBe('<article>first</article>');
    keep();
    expect(text(part(data, 'en', 'second'))).toBe('<article>first</article>');
    expect(text(part(data, 'zh', 'second'))).toBe('<article>second</article>');
    expect(text(part({}, 'en', 'second'))).toBe('<article>second</article>');
  });

  test('that an unfinished page showed is not kept with the words of the next', () => {
    const data = {};
    const failing = () => {
      renderToString(
        <Kept of={data} look="en">
          first
        </Kept>,
      );
      throw new Error('broken');
    };
    expect(() => bytesOf(failing)).toThrow('broken');
    const render = vi.fn(() => 'other words');
    bytesOf(() => 'the next page');
    keepMissing(render);
    expect(render).not.toHaveBeenCalled();
  });
});

const ADDRESSES = [
  '/',
  '/?lang=zh',
  '/?b=2&lang=zh&a=1',
  '/products?page=2',
  '/products/view?slug=cassava-crackle&lang=zh',
  '/shocking-deals',
  '/faq?lang=zh',
  '/categories',
  '/categories/view?categories=snacks',
  '/track-order',
  '/my-account/orders',
  '/checkout',
  '/nothing/here?x=1',
];

const shelf = [
  productRow({ tags: [{ id: '1', slug: 'pedas', name: 'Pedas' }] }),
  productRow({ id: '2', slug: 'sold-out', out_of_stock: true }),
];
const banner = {
  id: '1',
  image: settings.logo,
  tile: settings.logo,
  slug: 'breakfast',
  title: 'Breakfast',
  description: 'Kaya',
  cta: 'See',
  link: '/products',
  scene: 'breakfast',
};

/** One set of answers, the same objects for every page, as the server holds them. */
const held: Parameters<typeof callWith>[0] = {
  'content.settings': settings,
  'content.banners': pageOfList([banner, { ...banner, id: '2' }]),
  'catalog.navCategories': pageOfList(aisles),
  'catalog.dietaries': pageOfList([{ id: '1', slug: 'halal', name: 'Halal', products_count: 3 }]),
  'catalog.brands': pageOfList([
    { id: '1', slug: 'krupkrap', name: 'Krupkrap', image: settings.logo, products_count: 2 },
  ]),
  'catalog.bestSellers': pageOfList(shelf),
  'catalog.shockingDeals': { ...pageOfList(shelf), ends_at: new Date('2026-11-21T12:00:00Z'), next: [] },
  'catalog.products': pageOfList(shelf),
  'catalog.product': productAnswer(),
};

/** A page's HTML without the moments at which its data was asked for. */
async function show(url: string, answers: typeof held, renderer = render) {
  const { html } = await renderer({
    url,
    call: callWith(answers),
    origin: 'https://shop.example',
    assets: { entry: '/entry.js', css: [], preloads: () => [] },
  });
  return text(html).replaceAll(/"(dataUpdatedAt|dehydratedAt)":\d+/g, '');
}

describe('a page of kept parts', () => {
  test.each(ADDRESSES)('is what it would be rendered alone: %s', async (url) => {
    for (const address of ADDRESSES) await show(address, held);
    // A server that has rendered nothing yet.
    vi.resetModules();
    const fresh = await import('./entry-server.tsx');
    expect(await show(url, held)).toBe(await show(url, held, fresh.render));
  });

  test('shows a product’s new price as soon as the answer says it', async () => {
    expect(await show('/', held)).toContain('RM4.90');
    const bestSellers = pageOfList([productRow({ sale_price: 310 })]);
    const changed = await show('/', {
      ...held,
      'catalog.bestSellers': bestSellers,
      'catalog.shockingDeals': undefined,
    });
    expect(changed).toContain('RM3.10');
    expect(changed).not.toContain('RM4.90');
  });
});
