/** Renders the product page on the server, without scripts. */

import { ApiError } from '@shop/contract/api/api-error';
import type { Product, VariationOption } from '@shop/contract/catalog';
import { describe, expect, test } from 'vitest';
import { render } from '../../entry-server.tsx';
import { type ApiResponses, createCall, productResponse, productRow, toListPage } from '../../testing/api-responses.ts';

const assets = { entry: '/assets/entry.js', css: [], preloads: () => [] };

async function show(url: string, answers: ApiResponses = {}) {
  const page = await render({ url, call: createCall(answers), origin: 'https://shop.example', assets });
  const html = Buffer.from(page.html).toString();
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '';
  const text = main
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
  return { ...page, html, main, text };
}

const PAGE = '/products/view?slug=cassava-crackle';
const showProduct = (changes: Partial<Product> = {}, query = '') =>
  show(`${PAGE}${query}`, { 'catalog.product': productResponse(changes) });

const option = (id: string, title: string, changes: Partial<VariationOption> = {}): VariationOption => ({
  id,
  title,
  image: { thumbnail: `/media/${id.repeat(20)}-320.webp`, original: `/media/${id.repeat(20)}-960.webp` },
  price: 500,
  sale_price: null,
  sale_ends_at: null,
  group_price: null,
  tier_prices: [],
  quantity: 20,
  inventory: { quantity: 20, min_qty: 0, is_continuous_selling: false },
  unit_price: null,
  ...changes,
});
const SOLD_OUT = { quantity: 0, inventory: { quantity: 0, min_qty: 0, is_continuous_selling: false } };
const flavours = [option('1', 'Original'), option('2', 'Pandan', { price: 550 }), option('3', 'Durian', SOLD_OUT)];

describe('price and sale', () => {
  test('docs/ux.md#rule-21: price, what is saved, unit price and when the deal ends', async () => {
    const { text } = await showProduct({ sale_ends_at: new Date('2026-11-21T12:00:00Z') });
    expect(text).toContain('RM4.90');
    expect(text).toContain('was RM6.50');
    expect(text).toContain('−24%');
    expect(text).toContain('You save RM1.60');
    expect(text).toContain('RM4.08/100 g');
    // A cached page may be read on another day, so the server writes the date.
    expect(text).toContain('Ends Sat, 21 Nov, 8:00\u00a0pm'.replace('\u00a0', ' '));
  });

  test('docs/spec.md §4: "Products may show out of stock, on sale, or only N left."', async () => {
    const lowStock = { quantity: 4, inventory: { quantity: 4, min_qty: 0, is_continuous_selling: false } };
    expect((await showProduct(lowStock)).text).toContain('Only 4 left');
    const page = await showProduct({ ...SOLD_OUT, out_of_stock: true });
    expect(page.text).toContain('Item sold out');
    expect(page.text).toContain('See similar');
    expect(page.text).not.toContain('Add ·');
  });

  test('a sold-out product has no delivery time, tier ladder or limits', async () => {
    const tiers = { sale_price: null, tier_prices: [{ qty: 3, tier_price: 600 }], max_sale_qty: 6 };
    const buyablePage = await showProduct(tiers);
    const soldOutPage = await showProduct({ ...tiers, ...SOLD_OUT, out_of_stock: true });
    for (const words of ['Price per item by quantity', 'In the slot you choose', 'At most 6 per order']) {
      expect(buyablePage.text).toContain(words);
      expect(soldOutPage.text).not.toContain(words);
    }
    expect(soldOutPage.text).toContain('RM6.50');
    const optionPage = await showProduct(
      { type: 'variable', sale_price: null, variation_options: flavours },
      '&option=3',
    );
    expect(optionPage.text).not.toContain('In the slot you choose');
  });

  test('the unit price is that of the tier (docs/ux.md#rule-20)', async () => {
    const unit_price = { price: 43, per: 'egg' as const, amount: 30 };
    const eggs = { sale_price: null, price: 1290, unit_price, tier_prices: [{ qty: 3, tier_price: 1110 }] };
    expect((await showProduct(eggs)).text).toContain('RM0.43/egg');
    expect((await showProduct({ ...eggs, min_sale_qty: 3 })).text).toContain('RM0.37/egg');
  });

  test('docs/ux.md#rule-20: the ladder marks the current tier and names the next', async () => {
    const tiers = { sale_price: null, tier_prices: [{ qty: 3, tier_price: 600 }] };
    const { main, text } = await showProduct(tiers);
    expect(main).toMatch(/aria-current="true"[^>]*><bdi>RM6\.50/);
    expect(text).toContain('Add 2 more to pay RM6.00 each');
  });

  test('shows the group price if it is lower', async () => {
    expect((await showProduct({ sale_price: null, group_price: 450 })).text).toContain('RM4.50');
  });

  test('docs/spec.md §5: shows the limits before they are reached', async () => {
    expect((await showProduct({ max_sale_qty: 6 })).text).toContain('At most 6 per order');
    const { text } = await showProduct({ min_sale_qty: 3, sale_price: null });
    expect(text).toContain('The minimum quantity for purchase is 3');
    expect(text).toContain('Add · RM19.50');
  });
});

describe('variations', () => {
  const variableProduct = { type: 'variable' as const, sale_price: null, variation_options: flavours };

  test('the option of the URL decides the price and the first picture', async () => {
    const { main, text } = await showProduct(variableProduct, '&option=2&utm_source=mail');
    expect(text).toContain('Add · RM5.50');
    const firstPicture = main.indexOf('22222222222222222222');
    expect(firstPicture).toBeGreaterThan(0);
    expect(firstPicture).toBeLessThan(main.indexOf('11111111111111111111'));
    // The links keep the rest of the query.
    expect(main).toContain('href="/products/view?slug=cassava-crackle&amp;option=1&amp;utm_source=mail"');
  });

  test('a sold-out option can be chosen and lists the options in stock', async () => {
    const { text, main } = await showProduct(variableProduct, '&option=3');
    expect(text).toMatch(/Item sold out · Durian In stock now: Original RM5\.00 Pandan RM5\.50/);
    expect(text).toContain('See similar');
    expect(main).toContain('border-dashed');
  });

  test('its links keep the language', async () => {
    const { main } = await show(`${PAGE}&lang=zh`, { 'catalog.product': productResponse(variableProduct) });
    expect(main).toContain('slug=cassava-crackle&amp;option=3&amp;lang=zh"');
  });
});

describe('pictures, companions and bundles', () => {
  test('has no controls for one picture, one each for several', async () => {
    expect((await showProduct()).main).not.toContain('aria-label="Picture 1');
    const picture = (letter: string) => ({ thumbnail: `/media/${letter}-320.webp`, original: letter });
    const images = ['a', 'b'].map((letter) => ({ ...picture(letter), alt: null }));
    const { main } = await showProduct({ images, image: images[0] });
    expect(main).toContain('aria-label="Picture 1 of 2"');
    expect(main).toContain('alt="Krupkrap Cassava Crackle 120 g, picture 2 of 2"');
  });

  test('pictures have the shop’s alternative texts, and the name without one', async () => {
    const picture = (letter: string) => ({ thumbnail: `/media/${letter}-320.webp`, original: letter });
    const images = [
      { ...picture('a'), alt: 'A red bag of chips' },
      { ...picture('b'), alt: null },
    ];
    const { main } = await showProduct({ images, image: picture('a') });
    expect(main).toContain('alt="A red bag of chips"');
    expect(main).toContain('picture 2 of 2"');
  });

  test('"Goes well with": one button adds the products in stock', async () => {
    const companions = [
      productRow({ id: '2', slug: 'kaya', price: 690, sale_price: null }),
      productRow({ id: '3', slug: 'gone', out_of_stock: true, ...SOLD_OUT }),
      productRow({ id: '4', slug: 'toast', price: 830, sale_price: null }),
    ];
    expect((await showProduct({ companions })).text).toContain('Add all 2 · RM15.20');
  });

  test('a bundle links its parts and shows the saving', async () => {
    const part = { ...productRow({ id: '7', slug: 'kaya', name: 'Kaya', title: 'Kaya 240 g' }), quantity: 2 };
    const bundle_items = [{ ...part, variation_option_id: null, price: 690 }];
    const { text, main } = await showProduct({
      is_bundle: true,
      bundle_items,
      saving: 280,
      price: 3_100,
      sale_price: 1_100,
    });
    expect(text).not.toContain('You save');
    expect(text).not.toContain('RM31.00');
    expect(text).not.toMatch(/−\d+%/);
    expect(text).toContain('In this bundle');
    expect(text).toContain('Save RM2.80');
    expect(text).toContain('Kaya 240 g × 2 RM13.80');
    expect(main).toContain('href="/products/view?slug=kaya"');
  });

  test('docs/readings.md#22: a voucher product is marked and can be bought', async () => {
    const { text } = await showProduct({ type: 'voucher' });
    expect(text).toContain('Voucher');
    expect(text).toContain('Add ·');
  });

  test('breadcrumbs are the spec’s category links: "built from ancestor slugs plus own slug"', async () => {
    expect((await showProduct()).main).toContain('href="/categories/view?categories=snacks,chips"');
  });

  test('allergens, certificate and storage are in the HTML', async () => {
    const facts = { allergens: ['peanut', 'soy'], halal_certificate: 'MY-1234', storage: 'Keep dry.' };
    const { text, main } = await showProduct({ ...facts, nutrition: [{ name: 'Energy', amount: '510 kcal' }] });
    expect(text).toContain('Contains: peanut, soy');
    expect(text).toContain('Halal certificate no. MY-1234');
    expect(text).toContain('Keep dry.');
    expect(text).toContain('510 kcal');
    expect(main).toContain('href="/return-policy"');
  });
});

describe('addresses', () => {
  test('docs/spec.md §2: "/product/{slug} opens /products/{slug} with the query kept": a permanent redirect', async () => {
    const { status, location } = await show('/products/cassava-crackle?ref=store&lang=zh');
    expect(status).toBe(301);
    expect(location).toBe('/products/view?slug=cassava-crackle&ref=store&lang=zh');
  });

  test('an unknown product is a 404 with a search by its slug', async () => {
    const { status, text, main } = await show('/products/view?slug=thin-chips');
    expect(status).toBe(404);
    expect(text).toContain('Search for “thin chips”');
    expect(main).toContain('href="/products?keyword=thin');
    expect(text).toContain('Best sellers');
    expect((await show('/products/view')).status).toBe(404);
  });

  test('a removed product is a 410 with related products', async () => {
    const { status, text, html } = await show(PAGE, {
      'catalog.product': new ApiError(410, 'product.removed', ''),
      'catalog.related': toListPage([productRow({ name: 'Its neighbour' })]),
    });
    expect(status).toBe(410);
    expect(text).toContain('This product is no longer sold.');
    expect(text).toContain('Its neighbour');
    expect(html).toContain('noindex');
  });

  test('a preview is marked, cannot be bought and is not indexed', async () => {
    const { status, text, html } = await show('/products/preview?slug=soon&token=t', {
      'catalog.preview': productResponse({ slug: 'soon', companions: [productRow()] }),
    });
    expect(status).toBe(200);
    expect(text).toContain('Preview');
    expect(text).not.toContain('Add ·');
    expect(text).not.toContain('Add all');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
  });

  test("docs/spec.md §8: 'Code is invalid' (invalid token)", async () => {
    const answers = { 'catalog.preview': new ApiError(422, 'code.invalid', '') };
    const { status, text } = await show('/products/preview?slug=soon&token=bad', answers);
    expect(status).toBe(422);
    expect(text).toContain('Code is invalid');
    expect((await show('/products/preview?slug=none&token=t')).status).toBe(404);
  });
});
