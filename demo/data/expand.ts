/** Expands the demo shop to any number of products, to try out its scale: deterministic variations of the same 120. */
import { brands } from './brands.ts';
import { bundles } from './bundles.ts';
import { goods, products } from './catalogue.ts';
import { categories } from './categories.ts';
import { between, hash } from './random.ts';
import { computeTierPrices } from './seed-rows.ts';
import type { SeedInventory, SeedProduct, SeedText } from './types.ts';

type WordPair = readonly [en: string, zh: string];

const PLACE_NAMES: readonly WordPair[] = [
  ['Ipoh', '怡保'],
  ['Melaka', '马六甲'],
  ['Penang', '槟城'],
  ['Muar', '麻坡'],
  ['Kuching', '古晋'],
  ['Taiping', '太平'],
  ['Bentong', '文冬'],
  ['Klang', '巴生'],
  ['Kampar', '金宝'],
  ['Sibu', '诗巫'],
  ['Tawau', '斗湖'],
  ['Kuantan', '关丹'],
  ['Seremban', '芙蓉'],
  ['Batu Pahat', '峇株'],
  ['Kluang', '居銮'],
  ['Raub', '劳勿'],
  ['Langkawi', '浮罗交怡'],
  ['Sekinchan', '适耕庄'],
  ['Cameron', '金马仑'],
  ['Miri', '美里'],
  ['Sandakan', '山打根'],
  ['Kota Bharu', '哥打峇鲁'],
  ['Alor Setar', '亚罗士打'],
  ['Kangar', '加央'],
  ['Segamat', '昔加末'],
  ['Bidor', '美罗'],
  ['Tanjung Malim', '丹绒马林'],
  ['Labuan', '纳闽'],
];

const STYLE_NAMES: readonly WordPair[] = [
  ['Classic', '经典'],
  ['Kampung', '甘榜'],
  ['Premium', '特选'],
  ['Family', '家庭装'],
  ['Festive', '佳节'],
  ['Heritage', '古早味'],
  ['Extra', '加料'],
  ['Light', '轻盈'],
  ['Morning', '晨光'],
  ['Night Market', '夜市'],
  ['Highland', '高原'],
  ['Harbour', '海港'],
  ['Sunshine', '阳光'],
  ['Village', '乡村'],
  ['Golden', '黄金'],
  ['Signature', '招牌'],
  ['Handmade', '手工'],
  ['Old Town', '老街'],
  ['Riverside', '河畔'],
  ['Orchard', '果园'],
  ['Market', '巴刹'],
  ['Grandma', '阿嬷'],
  ['Picnic', '野餐'],
  ['Weekend', '周末'],
  ['Monsoon', '雨季'],
  ['Garden', '花园'],
  ['Station', '火车站'],
  ['Island', '海岛'],
  ['Everyday', '天天'],
  ['Reserve', '珍藏'],
];

const priceRanges = new Map(categories.map((category) => [category.slug, category.price_range]));

const brandNames = new Map(brands.map((brand) => [brand.slug, brand.name.en]));

const toSlug = (word: string) => word.toLowerCase().replaceAll(' ', '-');

const toFiveSen = (sen: number) => Math.max(5, Math.round(sen / 5) * 5);

/** Derives a number from 0 to 99 from the text, to give products the shares of docs/ux.md#4. */
const hashPercent = (text: string) => hash(text) % 100;

function pickStock(key: string): SeedInventory {
  const p = hashPercent(`${key} stock`);
  if (p < 8) return { quantity: 0, min_qty: 0, is_continuous_selling: false };
  if (p < 18) return { quantity: between(key, 1, 9), min_qty: 0, is_continuous_selling: false };
  if (p < 23) return { quantity: between(key, 0, 12), min_qty: 0, is_continuous_selling: true };
  return { quantity: between(key, 24, 220), min_qty: 0, is_continuous_selling: false };
}

function pickLimits(slug: string): { min_sale_qty: number; max_sale_qty: number } {
  const p = hashPercent(`${slug} limits`);
  return {
    min_sale_qty: p >= 6 && p < 8 ? between(slug, 2, 3) : 1,
    max_sale_qty: p < 6 ? between(slug, 2, 12) : 0,
  };
}

function makeVariation(base: SeedProduct, round: number): SeedProduct {
  const place = PLACE_NAMES[round % PLACE_NAMES.length] ?? PLACE_NAMES[0];
  const style = STYLE_NAMES[Math.floor(round / PLACE_NAMES.length) % STYLE_NAMES.length] ?? STYLE_NAMES[0];
  const series = Math.floor(round / (PLACE_NAMES.length * STYLE_NAMES.length));
  if (!place || !style) throw new Error('No words to name products with.');
  const slug = [base.slug, toSlug(place[0]), toSlug(style[0]), ...(series > 0 ? [series + 1] : [])].join('-');
  const word: SeedText = {
    en: `${place[0]} ${style[0]}${series > 0 ? ` ${series + 1}` : ''}`,
    zh: `${place[1]}${style[1]}${series > 0 ? series + 1 : ''}`,
  };
  // "Krupkrap Cassava Crackle" becomes "Krupkrap Ipoh Classic Cassava Crackle".
  const brand = brandNames.get(base.brand ?? '') ?? '';
  const renamed = (text: SeedText): SeedText => ({
    en: `${brand} ${word.en}${text.en.slice(brand.length)}`,
    zh: `${brand} ${word.zh}${text.zh.slice(brand.length + 1)}`,
  });

  const [least, most] = priceRanges.get(base.category) ?? [base.price, base.price];
  const wanted = toFiveSen((base.price * between(`${slug} price`, 70, 130)) / 100);
  const price = Math.min(Math.max(wanted, least), most);
  const scale = (sen: number) => toFiveSen((sen * price) / base.price);
  const off = hashPercent(`${slug} sale`) < 6 ? between(`${slug} off`, 10, 30) : 0;
  const reducePrice = (sen: number) => (off > 0 ? toFiveSen((sen * (100 - off)) / 100) : null);
  const soldOutOption =
    hashPercent(`${slug} gone`) < 15 ? hash(`${slug} which`) % Math.max(1, base.options.length) : undefined;
  const options = base.options.map((option, index) => {
    const sku = slug + option.sku.slice(base.slug.length);
    const optionPrice = index === 0 ? price : scale(option.price);
    return {
      ...option,
      sku,
      price: Math.max(price, optionPrice),
      sale_price: reducePrice(Math.max(price, optionPrice)),
      inventory: {
        quantity: index === soldOutOption ? 0 : between(sku, 10, 220),
        min_qty: 0,
        is_continuous_selling: false,
      },
    };
  });
  const sale = reducePrice(price);
  const sold = between(`${slug} sold`, 0, 420);
  return {
    ...base,
    slug,
    sku: slug,
    name: renamed(base.name),
    title: renamed(base.title),
    price,
    sale_price: sale,
    tier_prices: base.tier_prices.length > 0 ? computeTierPrices(sale ?? price) : [],
    group_prices: [],
    inventory: options.length > 0 ? null : pickStock(slug),
    ...pickLimits(slug),
    options,
    tags: base.tags.filter((tag) => tag !== 'best-seller' && tag !== 'new'),
    sold_count: sold,
    sold_recently: Math.floor(sold / between(`${slug} lately`, 5, 20)),
    age_days: between(`${slug} age`, 30, 1500),
    featured: null,
  };
}

/**
 * Generates `n` products: those of the demo shop first (so never fewer than those), then variations of its 120 goods
 * with other names, prices and stock and the same pictures. The same `n` gives the same products, and a larger one
 * begins with them.
 */
export function* expandCatalogue(n: number): Generator<SeedProduct> {
  yield* products;
  yield* bundles;
  for (let i = 0; i < n - products.length - bundles.length; i++) {
    const base = goods[i % goods.length];
    if (base) yield makeVariation(base, Math.floor(i / goods.length));
  }
}
