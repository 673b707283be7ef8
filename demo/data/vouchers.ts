import { makePack, type TextPair } from './seed-rows.ts';
import type { SeedProduct } from './types.ts';

type VoucherRow = {
  slug: string;
  brand: string;
  category: string;
  en: string;
  zh: string;
  price: number;
  about: TextPair;
} & {
  pack: Parameters<typeof makePack>[1];
};

/** Products that issue a voucher to redeem at an outlet, which `shop/vouchers.yaml` defines (docs/readings.md#22). */
const voucherRows: VoucherRow[] = [
  {
    slug: 'kopi-lorong-five-cup-voucher',
    brand: 'kopi-lorong',
    category: 'coffee-tea',
    en: 'Five-cup Coffee Voucher',
    zh: '五杯咖啡礼券',
    price: 1250,
    about: [
      'Five cups of hot coffee at any of our outlets, whenever you pass by. Valid for 12 months.',
      '任何分店可兑换五杯热咖啡，12 个月内有效，路过随时喝。',
    ],
    pack: { type: 'cup', lines: ['Coffee', 'Voucher'], flav: '5 cups', g: 'bean' },
  },
  {
    slug: 'kampung-cream-cone-voucher',
    brand: 'kampung-cream',
    category: 'ice-cream',
    en: 'Two-cone Voucher',
    zh: '双甜筒礼券',
    price: 750,
    about: [
      'Two durian or coconut cones at any of our outlets. Valid for 6 months, best on a hot day.',
      '任何分店可兑换两支榴梿或椰子甜筒，6 个月内有效，天热最合适。',
    ],
    pack: { type: 'cone', lines: ['Voucher'], flav: '2 cones', g: 'durian' },
  },
  {
    slug: 'oven-pagi-bread-voucher',
    brand: 'oven-pagi',
    category: 'bread-buns',
    en: 'Weekly Bread Voucher',
    zh: '一周面包礼券',
    price: 1350,
    about: [
      'Four loaves, one a week, kept aside for you at the outlet you choose. Valid for 2 months.',
      '四条面包，每周一条，为您留在指定分店，2 个月内有效。',
    ],
    pack: { type: 'bread', lines: ['Bread', 'Voucher'], flav: '4 loaves', g: 'leaf', hue: 338 },
  },
];

/** The three voucher products. */
export const vouchers: SeedProduct[] = voucherRows.map(({ slug, brand, category, en, zh, price, about, pack: row }) => {
  const pack = makePack(brand, row);
  const name = { en: `${pack.brand} ${en}`, zh: `${pack.brand} ${zh}` };
  return {
    slug,
    type: 'voucher',
    sku: slug,
    name,
    title: name,
    variant: { en: 'Voucher', zh: '礼券' },
    brand,
    category,
    further_categories: [],
    description: { en: about[0], zh: about[1] },
    ingredients: null,
    storage: null,
    nutrition: null,
    dietary: [],
    allergens: [],
    tags: ['voucher'],
    halal_certificate: null,
    origin: 'MY',
    price,
    sale_price: null,
    tier_prices: [],
    group_prices: [],
    size: null,
    weight_g: 0,
    inventory: { quantity: 500, min_qty: 0, is_continuous_selling: true },
    min_sale_qty: 1,
    max_sale_qty: 0,
    bulky: false,
    options: [],
    bundle_items: [],
    pack,
    images: [{ kind: 'pack', view: 'front', pack }],
    sold_count: 0,
    sold_recently: 0,
    age_days: 120,
    featured: null,
  };
});
