import type { ProductRow, VariationOption } from '@shop/contract/catalog';
import { describe, expect, it } from 'vitest';
import { pickCardBadge, pickDealLine, toCardPrice, toOfferPrice } from './card-facts.ts';

const image = { thumbnail: '/media/0-320.webp', original: '/media/0-960.webp' };

const plainProduct: ProductRow = {
  id: '1',
  slug: 'kaya',
  name: 'Pandan Kaya',
  text_lang: 'en',
  title: 'Pandan Kaya 250 g',
  variant: '250 g',
  type: 'simple',
  image,
  stage: 'pantry',
  price: 890,
  sale_price: null,
  sale_ends_at: null,
  group_price: null,
  tier_prices: [],
  discount_percent: null,
  unit_price: null,
  quantity: 50,
  inventory: null,
  min_sale_qty: 1,
  max_sale_qty: 0,
  out_of_stock: false,
  bulky: false,
  is_bundle: false,
  is_new: false,
  brand: null,
  categories: [],
  tags: [],
  dietary: [],
  variation_options: [],
};

const option = (id: string, price: number, sale_price: number | null = null): VariationOption => ({
  id,
  title: id,
  image,
  price,
  sale_price,
  sale_ends_at: null,
  group_price: null,
  tier_prices: [],
  quantity: 20,
  inventory: null,
  unit_price: null,
});

describe('docs/ux.md#rule-15: "One badge on the image (priority: sold out > −n% > bundle > new)"', () => {
  const everything: ProductRow = {
    ...plainProduct,
    out_of_stock: true,
    discount_percent: 22,
    is_bundle: true,
    is_new: true,
  };
  it.each([
    [everything, { badge: 'sold_out' }],
    [
      { ...everything, out_of_stock: false, is_bundle: false },
      { badge: 'discount', percent: 22, isUpTo: false },
    ],
    // A bundle has no regular price: its saving is against the sum of its parts.
    [{ ...everything, out_of_stock: false }, { badge: 'bundle' }],
    [
      { ...plainProduct, discount_percent: 10, variation_options: [option('a', 1_000, 900), option('b', 500, 380)] },
      { badge: 'discount', percent: 24, isUpTo: true },
    ],
    [
      { ...plainProduct, variation_options: [option('a', 1_000), option('b', 500, 380)] },
      { badge: 'discount', percent: 24, isUpTo: true },
    ],
    [
      { ...plainProduct, discount_percent: 10, variation_options: [option('a', 1_000, 900), option('b', 500, 450)] },
      { badge: 'discount', percent: 10, isUpTo: false },
    ],
    // A saving below one percent has no badge; the struck-through price shows it.
    [{ ...plainProduct, variation_options: [option('a', 1_000, 995)] }, null],
    [{ ...everything, out_of_stock: false, discount_percent: null }, { badge: 'bundle' }],
    [{ ...plainProduct, is_new: true }, { badge: 'new' }],
    [{ ...plainProduct, is_new: true, type: 'voucher' as const }, { badge: 'voucher' }],
    [plainProduct, null],
  ])('%#', (product, badge) => expect(pickCardBadge(product)).toEqual(badge));
});

describe('docs/readings.md#29: "a struck price is always a real price"', () => {
  it('has no struck price without a reduction', () => {
    expect(toCardPrice(plainProduct)).toEqual({ price: 890, was: null, isLowest: false });
  });
  it('strikes the regular price during a sale', () => {
    expect(toCardPrice({ ...plainProduct, sale_price: 690 })).toEqual({ price: 690, was: 890, isLowest: false });
  });
  it('strikes no price of a bundle, whose saving is against its parts', () => {
    expect(toCardPrice({ ...plainProduct, sale_price: 690, is_bundle: true })).toEqual({
      price: 690,
      was: null,
      isLowest: false,
    });
  });
  it('takes a group price that is lower than the sale', () => {
    expect(toCardPrice({ ...plainProduct, sale_price: 690, group_price: 650 })).toMatchObject({ price: 650, was: 890 });
  });
  it('shows "from" if another option costs more', () => {
    const product = { ...plainProduct, price: 490, variation_options: [option('60 g', 490), option('120 g', 890)] };
    expect(toCardPrice(product).isLowest).toBe(true);
    expect(toCardPrice({ ...product, variation_options: [option('a', 490), option('b', 490)] }).isLowest).toBe(false);
  });
});

describe('docs/ux.md#rule-15: "one deal line"', () => {
  const tiers = [
    { qty: 6, tier_price: 800 },
    { qty: 12, tier_price: 750 },
  ];
  it('names the first cheaper quantity', () => {
    expect(pickDealLine({ ...plainProduct, tier_prices: tiers })).toEqual({ line: 'tier', qty: 6, price: 800 });
  });
  it('prefers low stock to a tier', () => {
    expect(pickDealLine({ ...plainProduct, quantity: 4, tier_prices: tiers })).toEqual({ line: 'only_left', left: 4 });
  });
  it('is empty for a sold-out product', () => {
    expect(pickDealLine({ ...plainProduct, quantity: 0, out_of_stock: true, tier_prices: tiers })).toBeNull();
  });
  it('shows the minimum quantity', () => {
    expect(pickDealLine({ ...plainProduct, min_sale_qty: 3 })).toEqual({ line: 'minimum', min: 3 });
  });
  it('is empty without low stock, tier or minimum', () => expect(pickDealLine(plainProduct)).toBeNull());
});

describe('docs/spec.md §5: "A discount shows as a percentage when the base amount exceeds the amount"', () => {
  it('uses the price of the option', () => {
    expect(toOfferPrice(option('120 g', 890, 690))).toEqual({ price: 690, was: 890, percent: 22 });
  });
  it('has no percentage without a reduction', () => {
    expect(toOfferPrice(plainProduct)).toEqual({ price: 890, was: null, percent: null });
  });
  it('follows the quantity down the tiers (docs/readings.md#4)', () => {
    const product = { ...plainProduct, tier_prices: [{ qty: 6, tier_price: 800 }] };
    expect(toOfferPrice(product, 5)).toMatchObject({ price: 890 });
    expect(toOfferPrice(product, 6)).toEqual({ price: 800, was: 890, percent: 10 });
  });
});
