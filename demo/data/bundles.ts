import { productBySlug } from './catalogue.ts';
import { between } from './random.ts';
import type { SeedBundleItem, SeedProduct, SeedText } from './types.ts';

type BundleItemRow = [slug: string, quantity?: number];
type BundleRow = {
  slug: string;
  category: string;
  name: SeedText;
  about: SeedText;
  price: number;
  items: BundleItemRow[];
};

const bundleRows: BundleRow[] = [
  {
    slug: 'lepak-movie-night',
    category: 'popcorn-jerky',
    name: { en: 'Lepak Movie Night', zh: '悠闲电影夜配套' },
    about: {
      en: 'A family bucket, satay chips, dark chocolate and two cans of Mango Fizz. You bring the film.',
      zh: '家庭桶爆米花、沙爹薯片、黑巧克力，加两罐芒果汽水。电影由您来选。',
    },
    price: 3090,
    items: [
      ['letup-letup-butter-family-bucket'],
      ['krupkrap-potato-waves-satay'],
      ['kokonut-co-dark-chocolate-70'],
      ['buih-buih-mango-fizz', 2],
    ],
  },
  {
    slug: 'roti-kaya-breakfast',
    category: 'bread-buns',
    name: { en: 'Roti & Kaya Breakfast', zh: '面包咖椰早餐配套' },
    about: {
      en: 'Wholemeal, pandan kaya, omega eggs and Kopi O: the kopitiam at your own table.',
      zh: '全麦面包、班兰咖椰、奥米加鸡蛋和咖啡乌，把茶室搬回家。',
    },
    price: 2790,
    items: [['oven-pagi-wholemeal'], ['nyonya-pot-pandan-kaya'], ['reban-ria-omega-eggs'], ['kopi-lorong-kopi-o-bags']],
  },
  {
    slug: 'laksa-kit',
    category: 'rice-noodles',
    name: { en: 'Laksa Kit', zh: '叻沙料理配套' },
    about: {
      en: 'Vermicelli, coconut milk, belacan, fish balls and cili padi. Add stock, and your own secret.',
      zh: '米粉、椰浆、峇拉煎、鱼丸和指天椒。加高汤，再加您的独门秘方。',
    },
    price: 2850,
    items: [
      ['padi-lima-rice-vermicelli'],
      ['santan-senandung-coconut-milk-1l'],
      ['rempah-rimba-belacan'],
      ['ombak-bay-fish-balls'],
      ['kebun-kabus-cili-padi'],
    ],
  },
  {
    slug: 'hotpot-freezer',
    category: 'frozen-food',
    name: { en: 'Hotpot Freezer', zh: '火锅冷冻配套' },
    about: {
      en: 'Prawn dumplings, fish balls, mixed vegetables, firm tofu and sawi for a steamboat in the rain.',
      zh: '鲜虾水饺、鱼丸、冷冻杂菜、硬豆腐和菜心，下雨天围炉正好。',
    },
    price: 3150,
    items: [
      ['ombak-bay-prawn-dumplings'],
      ['ombak-bay-fish-balls'],
      ['ombak-bay-mixed-vegetables'],
      ['tauhu-tua-firm-tofu'],
      ['kebun-kabus-sawi'],
    ],
  },
  {
    slug: 'kopi-break',
    category: 'coffee-tea',
    name: { en: 'Kopi Break', zh: '咖啡时光配套' },
    about: {
      en: 'Kopi O, cream crackers and pineapple tarts. Meetings end sooner with these on the table.',
      zh: '咖啡乌、苏打饼干和黄梨挞。桌上有这些，会议结束得快。',
    },
    price: 3100,
    items: [['kopi-lorong-kopi-o-bags'], ['nenek-bakes-cream-crackers'], ['nenek-bakes-pineapple-tarts']],
  },
  {
    slug: 'new-home-cleaning',
    category: 'cleaning-laundry',
    name: { en: 'New Home Cleaning', zh: '新居清洁配套' },
    about: {
      en: 'Dishwash, floor cleaner, bleach, garbage bags and kitchen towels for the first weekend with the keys.',
      zh: '洗碗液、地板清洁剂、漂白水、垃圾袋和厨房纸巾，拿到钥匙的第一个周末就用得上。',
    },
    price: 3850,
    items: [
      ['kilat-kita-lime-dishwash'],
      ['kilat-kita-serai-floor-cleaner'],
      ['kilat-kita-bleach'],
      ['kilat-kita-garbage-bags-m'],
      ['gebu-awan-kitchen-towels'],
    ],
  },
  {
    slug: 'vegetarian-week',
    category: 'eggs-tofu',
    name: { en: 'Vegetarian Week', zh: '一周素食配套' },
    about: {
      en: 'Two firm tofu, tempeh, kangkung, baked beans and organic brown rice. Five dinners, no meat.',
      zh: '两盒硬豆腐、天贝、蕹菜、茄汁焗豆和有机糙米，五顿素晚餐。',
    },
    price: 2900,
    items: [
      ['tauhu-tua-firm-tofu', 2],
      ['tauhu-tua-organic-tempeh'],
      ['kebun-kabus-kangkung'],
      ['tok-lada-baked-beans'],
      ['padi-lima-organic-brown-rice'],
    ],
  },
  {
    slug: 'open-house-cookies',
    category: 'cookies-biscuits',
    name: { en: 'Open House Cookies', zh: '开放门户曲奇配套' },
    about: {
      en: 'Pineapple tarts, pandan cookies, kuih kapit, murukku and rose syrup: every jar on the table filled.',
      zh: '黄梨挞、班兰曲奇、番婆饼、姆鲁古和玫瑰糖浆，把桌上的饼罐都装满。',
    },
    price: 4700,
    items: [
      ['nenek-bakes-pineapple-tarts'],
      ['nenek-bakes-pandan-coconut-cookies'],
      ['warung-wan-kuih-kapit'],
      ['warung-wan-spicy-murukku'],
      ['perah-lane-rose-syrup'],
    ],
  },
];

/** Sums the current prices of a bundle's items, in sen. @internal For the test of the bundles' savings. */
export function sumItemPrices(items: SeedBundleItem[]): number {
  return items.reduce((sum, item) => {
    const part = productBySlug(item.product_slug);
    return sum + (part.sale_price ?? part.price) * item.quantity;
  }, 0);
}

function makeBundle({ slug, category, name, about, price, items: rows }: BundleRow): SeedProduct {
  const items = rows.map(([product_slug, quantity = 1]): SeedBundleItem => {
    const first = productBySlug(product_slug).options[0];
    return { product_slug, option_sku: first?.sku ?? null, quantity };
  });
  const contents = items.map((item) => productBySlug(item.product_slug));
  const packs = contents.slice(0, 4).map((part) => part.pack);
  const [pack] = packs;
  if (!pack) throw new Error(`Bundle ${slug} is empty.`);
  const pieces = items.reduce((sum, item) => sum + item.quantity, 0);
  return {
    slug,
    type: 'simple',
    sku: slug,
    name,
    title: name,
    variant: { en: `Bundle of ${pieces}`, zh: `${pieces} 件配套` },
    brand: null,
    category,
    further_categories: [],
    description: about,
    ingredients: null,
    storage: null,
    nutrition: null,
    dietary: [],
    allergens: [...new Set(contents.flatMap((part) => part.allergens))],
    tags: ['bundle'],
    halal_certificate: null,
    origin: 'MY',
    price,
    sale_price: null,
    tier_prices: [],
    group_prices: [],
    size: null,
    weight_g: items.reduce((sum, item) => sum + productBySlug(item.product_slug).weight_g * item.quantity, 0),
    inventory: null,
    min_sale_qty: 1,
    max_sale_qty: 0,
    bulky: false,
    options: [],
    bundle_items: items,
    pack,
    images: [{ kind: 'bundle', packs }, ...packs.map((part) => ({ kind: 'pack', view: 'front', pack: part }) as const)],
    sold_count: between(`${slug} sold`, 40, 260),
    sold_recently: between(`${slug} lately`, 5, 40),
    age_days: 90,
    featured: null,
  };
}

/** The eight bundles: simple products whose stock is their items' (docs/readings.md#30). */
export const bundles: SeedProduct[] = bundleRows.map(makeBundle);
