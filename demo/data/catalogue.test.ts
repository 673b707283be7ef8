import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrast } from '../../server/media/colour.ts';
import type { ImageSpec, PackParams } from '../../server/media/image-spec.ts';
import { brands } from './brands.ts';
import { bundles, sumItemPrices } from './bundles.ts';
import { goods, productBySlug, products } from './catalogue.ts';
import { categories } from './categories.ts';
import { MIN_CONTRAST } from './colour.ts';
import { allergens, customerGroups, dietary, tags } from './labels.ts';
import { computeTierPrices, STORAGE_ADVICE } from './seed-rows.ts';
import { bulkySkus, continuousStock, lowStock, maxSaleQty, minSaleQty, soldOutOptions, soldOutSlugs } from './stock.ts';
import { vouchers } from './vouchers.ts';

const allProducts = [...products, ...bundles];
const subcategories = categories.filter((category) => category.parent !== null);
const slugs = (list: { slug: string }[]) => list.map((item) => item.slug);
const listRepeated = (list: string[]) => list.filter((item, index) => list.indexOf(item) !== index);
const hanzi = /\p{Script=Han}/u;

describe('docs/ux.md#4 "Tree": 7 roots, 24 subcategories, 30 brands, 120 products', () => {
  test('has the counts', () => {
    expect(categories.filter((category) => category.parent === null)).toHaveLength(7);
    expect(subcategories).toHaveLength(24);
    expect(brands).toHaveLength(30);
    expect(goods).toHaveLength(120);
    expect(bundles).toHaveLength(8);
    expect(dietary).toHaveLength(10);
  });

  test('docs/readings.md#41: subcategories follow their roots 6·3·3·5·3·2·2, five products each', () => {
    const roots = categories.filter((category) => category.parent === null);
    expect(roots.map((root) => subcategories.filter((category) => category.parent === root.slug).length)).toEqual([
      6, 3, 3, 5, 3, 2, 2,
    ]);
    for (const category of subcategories)
      expect(goods.filter((product) => product.category === category.slug)).toHaveLength(5);
  });

  test('slugs and SKUs are unique', () => {
    expect(listRepeated(slugs(allProducts))).toEqual([]);
    expect(listRepeated(slugs(categories))).toEqual([]);
    expect(listRepeated(slugs(brands))).toEqual([]);
    expect(listRepeated(allProducts.flatMap((product) => [product.sku, ...product.options.map((o) => o.sku)]))).toEqual(
      [],
    );
  });

  test('every reference resolves, and every brand has products', () => {
    const validKeys = {
      subcategories: new Set(slugs(subcategories)),
      brands: new Set(slugs(brands)),
      dietary: new Set(slugs(dietary)),
      allergens: new Set(slugs(allergens)),
      tags: new Set(slugs(tags)),
      groups: new Set(customerGroups.map((group) => group.code)),
    };
    for (const product of allProducts) {
      for (const slug of [product.category, ...product.further_categories])
        expect(validKeys.subcategories, product.slug).toContain(slug);
      if (product.brand !== null) expect(validKeys.brands, product.slug).toContain(product.brand);
      for (const slug of product.dietary) expect(validKeys.dietary, product.slug).toContain(slug);
      for (const slug of product.allergens) expect(validKeys.allergens, product.slug).toContain(slug);
      for (const slug of product.tags) expect(validKeys.tags, product.slug).toContain(slug);
      for (const { group } of product.group_prices) expect(validKeys.groups, product.slug).toContain(group);
    }
    const withGroupPrices = allProducts.filter(({ group_prices }) => group_prices.length > 0);
    expect(withGroupPrices.length).toBeGreaterThan(10);
    for (const { slug, price, group_prices } of withGroupPrices) {
      for (const groupPrice of group_prices) expect(groupPrice.price, slug).toBeLessThan(price);
    }
    for (const brand of brands)
      expect(
        goods.some((product) => product.brand === brand.slug),
        brand.slug,
      ).toBe(true);
    for (const category of categories) expect(() => productBySlug(category.tile_product)).not.toThrow();
  });
});

test('docs/readings.md#54: goods that the advice says to keep frozen are in a frozen category', () => {
  const frozenCategories = ['frozen-food', 'ice-cream'];
  const delivery = readFileSync(new URL('../shop/delivery.yaml', import.meta.url), 'utf8');
  expect(delivery).toContain(`frozen_categories: [${frozenCategories.join(', ')}]`);
  const frozen = goods.filter(({ storage }) => storage?.en === STORAGE_ADVICE.frozen[0]);
  expect(frozen.length).toBeGreaterThan(10);
  for (const { slug, category, further_categories } of frozen) {
    expect(
      [category, ...further_categories].some((each) => frozenCategories.includes(each)),
      slug,
    ).toBe(true);
  }
});

describe('prices', () => {
  const allPrices = allProducts.flatMap((product) => [
    product.price,
    product.sale_price ?? 0,
    ...product.tier_prices.map((tier) => tier.tier_price),
    ...product.group_prices.map((group) => group.price),
    ...product.options.flatMap((option) => [option.price, option.sale_price ?? 0]),
  ]);

  test('docs/ux.md#rule-33: "all demo prices end in 0 or 5 sen"', () => {
    for (const price of allPrices) expect(price % 5).toBe(0);
  });

  test('each is in its category’s range', () => {
    for (const product of goods) {
      const range = subcategories.find((category) => category.slug === product.category)?.price_range;
      const ringgit = Math.round(product.price / 100) * 100;
      expect(range && ringgit >= range[0] && ringgit <= range[1], `${product.slug} ${product.price}`).toBe(true);
    }
  });

  test('a sale and a group price are below the price, five products are on open-ended sale', () => {
    for (const item of allProducts.flatMap((product) => [product, ...product.options])) {
      if (item.sale_price !== null) expect(item.sale_price).toBeLessThan(item.price);
    }
    for (const product of goods) {
      for (const group of product.group_prices) expect(group.price).toBeLessThan(product.price);
    }
    expect(goods.filter((product) => product.sale_price !== null)).toHaveLength(5);
  });

  test('docs/ux.md#rule-20: RM2.50, 3+ RM2.35, 6+ RM2.25, 12+ RM2.10, and every ladder descends', () => {
    expect(computeTierPrices(250).map((tier) => tier.tier_price)).toEqual([235, 225, 210]);
    const tieredProducts = goods.filter((product) => product.tier_prices.length > 0);
    expect(tieredProducts).toHaveLength(17);
    for (const product of tieredProducts) {
      expect(product.type).toBe('simple');
      expect(product.tier_prices.map((tier) => tier.qty)).toEqual([3, 6, 12]);
      const ladder = [product.sale_price ?? product.price, ...product.tier_prices.map((tier) => tier.tier_price)];
      for (const [index, price] of ladder.slice(1).entries()) expect(price).toBeLessThan(ladder[index] ?? 0);
    }
  });

  test('docs/ux.md#4 "Bundles (8): 3–5 items, 10–15% off"', () => {
    for (const bundle of bundles) {
      expect(bundle.bundle_items.length).toBeGreaterThanOrEqual(3);
      expect(bundle.bundle_items.length).toBeLessThanOrEqual(5);
      const saving = 1 - bundle.price / sumItemPrices(bundle.bundle_items);
      expect(saving, bundle.slug).toBeGreaterThanOrEqual(0.1);
      expect(saving, bundle.slug).toBeLessThanOrEqual(0.15);
      for (const item of bundle.bundle_items) {
        const part = productBySlug(item.product_slug);
        const option = part.options.find((choice) => choice.sku === item.option_sku);
        expect(part.type === 'variable', bundle.slug).toBe(option !== undefined);
        expect(soldOutSlugs as readonly string[]).not.toContain(part.slug);
        if (option) expect(option.price).toBe(part.price);
      }
    }
  });
});

describe('docs/ux.md#4 "Variation patterns"', () => {
  const variableProducts = goods.filter((product) => product.type === 'variable');
  const computeShare = (count: number) => (100 * count) / goods.length;

  test('70% simple, 28% variable, 2% voucher products', () => {
    expect(Math.abs((100 * variableProducts.length) / products.length - 28)).toBeLessThan(1);
    expect(Math.abs((100 * products.filter((p) => p.type === 'simple').length) / products.length - 70)).toBeLessThan(1);
    expect(Math.abs((100 * vouchers.length) / products.length - 2)).toBeLessThan(1);
  });

  test('2–6 options; the first is the cheapest, and the product repeats it', () => {
    for (const product of variableProducts) {
      expect(product.options.length).toBeGreaterThanOrEqual(2);
      expect(product.options.length).toBeLessThanOrEqual(6);
      const [first] = product.options;
      expect([first?.price, first?.sale_price, first?.size, first?.weight_g, first?.pack]).toEqual([
        product.price,
        product.sale_price,
        product.size,
        product.weight_g,
        product.pack,
      ]);
      expect(product.price).toBe(Math.min(...product.options.map((option) => option.price)));
      expect(product.inventory).toBeNull();
      expect(new Set(product.options.map((option) => option.kind)).size).toBeLessThanOrEqual(2);
    }
  });

  test('at least one option sold out in 15% of them, never all', () => {
    const withSoldOutOption = variableProducts.filter((product) =>
      product.options.some((o) => o.inventory.quantity === 0),
    );
    expect(withSoldOutOption).toHaveLength(soldOutOptions.size);
    expect(Math.abs((100 * withSoldOutOption.length) / variableProducts.length - 15)).toBeLessThan(1);
    for (const product of variableProducts) expect(product.options.some((o) => o.inventory.quantity > 0)).toBe(true);
  });

  test('8% out, 10% low, 5% continuous, 6% maximum, 2% minimum, 1% bulky', () => {
    const computeShareOf = (test: (product: (typeof goods)[number]) => boolean) =>
      computeShare(goods.filter(test).length);
    const stockOf = (product: (typeof goods)[number]) =>
      product.inventory ?? { quantity: 99, is_continuous_selling: false };
    const expectNear = (actual: number, expected: number) => expect(Math.abs(actual - expected)).toBeLessThan(1);
    expectNear(
      computeShareOf((p) => stockOf(p).quantity === 0 && !stockOf(p).is_continuous_selling),
      8,
    );
    expectNear(
      computeShareOf((p) => stockOf(p).quantity >= 1 && stockOf(p).quantity <= 9 && !stockOf(p).is_continuous_selling),
      10,
    );
    expectNear(
      computeShareOf((p) => stockOf(p).is_continuous_selling),
      5,
    );
    expectNear(
      computeShareOf((p) => p.max_sale_qty > 0),
      6,
    );
    expectNear(
      computeShareOf((p) => p.min_sale_qty > 1),
      2,
    );
    expectNear(
      computeShareOf((p) => p.bulky),
      1,
    );
    for (const product of goods) {
      if (product.max_sale_qty > 0) expect(product.max_sale_qty).toBeLessThanOrEqual(12);
      expect([1, 2, 3]).toContain(product.min_sale_qty);
    }
  });

  test('every hand-picked name of stock.ts is a product or option that it fits', () => {
    const simpleSlugs = goods.filter((product) => product.type === 'simple').map((product) => product.slug);
    const optionSkus = variableProducts.flatMap((product) => product.options.map((option) => option.sku));
    for (const slug of [...soldOutSlugs, ...Object.keys(lowStock), ...Object.keys(continuousStock)])
      expect(simpleSlugs).toContain(slug);
    for (const slug of [...Object.keys(maxSaleQty), ...Object.keys(minSaleQty)]) expect(slugs(goods)).toContain(slug);
    for (const sku of [...soldOutOptions, ...bulkySkus]) expect(optionSkus).toContain(sku);
  });

  test('docs/readings.md#5: Pandan Kaya has a maximum of five and much more stock', () => {
    const kaya = productBySlug('nyonya-pot-pandan-kaya');
    expect(kaya).toMatchObject({ type: 'simple', max_sale_qty: 5, inventory: { quantity: 240 } });
  });

  test('bulky is rice of 10 kg and a carton of drinks', () => {
    const bulkyOptions = variableProducts.flatMap((product) => product.options).filter((option) => option.bulky);
    for (const option of bulkyOptions) expect(option.weight_g).toBeGreaterThanOrEqual(7000);
    expect(bulkyOptions).toHaveLength(2);
  });
});

describe('texts', () => {
  test('has every text in Chinese', () => {
    const texts = [
      ...allProducts.flatMap((p) => [p.name, p.title, p.description, ...(p.ingredients ? [p.ingredients] : [])]),
      ...allProducts.flatMap((p) => [...(p.storage ? [p.storage] : []), ...p.options.map((option) => option.title)]),
      ...[...categories, ...brands, ...dietary, ...allergens, ...tags].map((item) => item.name),
    ];
    for (const text of texts) {
      expect(text.en.trim()).not.toBe('');
      expect(text.zh, text.en).toMatch(hanzi);
    }
  });

  test('docs/ux.md#4: Malaysian Chinese wording', () => {
    const text = JSON.stringify([allProducts, categories]);
    for (const word of [
      ...['快熟面', '酱青', '晒油', '峇拉煎', '咖椰', '班兰', '榴梿'],
      ...['黄梨', '蕹菜', '羊角豆', '江鱼仔', '酸柑'],
    ]) {
      expect(text).toContain(word);
    }
    for (const word of ['方便面', '泡面', '菠萝果', '凤梨', '榴莲', '空心菜', '秋葵', '咖喱', '酸奶']) {
      expect(text).not.toContain(word);
    }
  });

  test('one to three dietary words for food, none for household; halal comes with a certificate', () => {
    const household = new Set(
      subcategories.filter((category) => category.parent === 'household').map((category) => category.slug),
    );
    for (const product of goods) {
      if (household.has(product.category)) expect(product.dietary).toEqual([]);
      else expect(product.dietary.length >= 1 && product.dietary.length <= 3, product.slug).toBe(true);
      expect(product.halal_certificate !== null).toBe(product.dietary.includes('halal'));
    }
  });

  test('dietary words never contradict allergens', () => {
    const clash: [string, string[]][] = [
      ['vegan', ['milk', 'egg', 'fish', 'shellfish']],
      ['vegetarian', ['fish', 'shellfish']],
      ['gluten-free', ['wheat']],
      ['dairy-free', ['milk']],
      ['nut-free', ['peanut', 'tree-nut']],
    ];
    for (const product of goods) {
      for (const [word, wrongAllergens] of clash) {
        if (!product.dietary.includes(word)) continue;
        expect(
          product.allergens.filter((allergen) => wrongAllergens.includes(allergen)),
          product.slug,
        ).toEqual([]);
      }
    }
  });
});

describe('pictures', () => {
  const listPacks = (spec: ImageSpec): PackParams[] =>
    spec.kind === 'pack' || spec.kind === 'tile' ? [spec.pack] : spec.kind === 'bundle' ? spec.packs : [];
  const packs = [
    ...allProducts.flatMap((product) => product.images.flatMap(listPacks)),
    ...allProducts.flatMap((product) => product.options.flatMap((option) => option.images.flatMap(listPacks))),
  ];

  test('docs/ux.md#3.5: "Assert ink/base ≥4.5"', () => {
    for (const brand of brands) {
      expect(contrast(brand.palette.ink, brand.palette.base), brand.slug).toBeGreaterThanOrEqual(MIN_CONTRAST);
    }
    for (const pack of packs)
      expect(contrast(pack.ink, pack.base), pack.lines.join(' ')).toBeGreaterThanOrEqual(MIN_CONTRAST);
  });

  test('every brand has its own palette', () => {
    expect(new Set(brands.map((brand) => brand.palette.base)).size).toBe(30);
  });

  test('packs have Latin text in one or two lines, and colours are #rrggbb', () => {
    for (const pack of packs) {
      expect(pack.lines.length).toBeLessThanOrEqual(2);
      expect([pack.brand, ...pack.lines, pack.flav].join('')).not.toMatch(hanzi);
      for (const colour of [pack.base, pack.accent, pack.ink, pack.liquid ?? '#000000', pack.cap ?? '#000000']) {
        expect(colour).toMatch(/^#[0-9a-f]{6}$/);
      }
    }
  });

  test('no two brands’ products share a front, and every form of pack is used', () => {
    expect(listRepeated(goods.map((product) => JSON.stringify(product.images[0])))).toEqual([]);
    expect(new Set(packs.map((pack) => pack.type)).size).toBe(33);
  });
});
