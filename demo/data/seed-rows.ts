/** Builds products from the compact rows of `products/`. */
import { isCounted } from '@shop/core/catalog/unit-price';
import type { Garnish, ImageSpec, PackParams, PackType } from '../../server/media/image-spec.ts';
import { brands } from './brands.ts';
import { chooseReadableInk, deriveFlavourPalette } from './colour.ts';
import { between } from './random.ts';
import { bulkySkus, limitsOf, makeInventory } from './stock.ts';
import type { BrandPalette, SeedNutrition, SeedOption, SeedProduct, SeedText, Size } from './types.ts';

/** A pack in a row; colours come from the brand unless the row has its own. */
type PackRow = {
  type: PackType;
  lines: string[];
  flav: string;
  g: Garnish;
  /** The flavour's hue, in degrees. */
  hue?: number;
  base?: string;
  accent?: string;
  ink?: string;
  liquid?: string;
  cap?: string;
  shape?: 'sauce' | 'pet';
  short?: boolean;
};

export type TextPair = readonly [en: string, zh: string];

/** A further option; missing values are those of its product. */
type OptionRow = {
  /** Last part of its SKU. */
  id: string;
  kind: SeedOption['kind'];
  title?: TextPair;
  price?: number;
  sale?: number;
  size?: Size;
  weight?: number;
  pack?: Partial<PackRow>;
};

/** One product. Prices in sen, weights in grams. */
type SeedRow = {
  slug: string;
  brand: string;
  en: string;
  zh: string;
  size: Size;
  price: number;
  sale?: number;
  /** Weight of one packed piece; by default it follows from a size in grams or millilitres. */
  weight?: number;
  pack: PackRow;
  about: TextPair;
  made?: TextPair;
  /** Per 100 g or 100 ml: kcal, protein, fat, carbohydrate, sugar (g), sodium (mg). */
  per100?: readonly [number, number, number, number, number, number];
  keep?: TextPair;
  /** Slugs of further categories. */
  further?: string[];
  diet?: string[];
  allergens?: string[];
  tags?: string[];
  origin?: string;
  tiers?: boolean;
  groups?: Record<string, number>;
  /** Name of the first option, if there are several; by default its size. */
  first?: { id: string; title: TextPair };
  options?: OptionRow[];
};

/** Rows of a category, with defaults for all of them. */
export type CategoryRows = {
  category: string;
  keep: TextPair | null;
  rows: SeedRow[];
};

/** Storage advice that many subcategories share. */
export const STORAGE_ADVICE = {
  dry: [
    'Store in a cool, dry place. Reseal after opening and enjoy within a week.',
    '存放于阴凉干燥处。开封后请封好，一周内吃完。',
  ],
  pantry: ['Store in a cool, dry place away from sunlight.', '存放于阴凉干燥处，避免阳光直射。'],
  opened: ['Store in a cool, dry place. Refrigerate after opening.', '存放于阴凉干燥处，开封后请冷藏。'],
  chilled: ['Keep chilled at 0–4 °C and finish within 3 days of opening.', '请冷藏于 0–4°C，开封后 3 天内用完。'],
  frozen: ['Keep frozen at −18 °C. Do not refreeze once thawed.', '请冷冻于−18°C，解冻后请勿再冷冻。'],
  fresh: ['Best in the vegetable drawer, unwashed, within 3 to 5 days.', '不洗放入冰箱蔬果格，3 至 5 天内最新鲜。'],
  household: ['Keep out of reach of children. Not for eating or drinking.', '请放在儿童拿不到的地方，不可食用。'],
} as const satisfies Record<string, TextPair>;

const palettes = new Map(brands.map((brand) => [brand.slug, brand]));

/** Packs without a printed brand: loose produce. */
const UNBRANDED_PACKS: ReadonlySet<PackType> = new Set([
  'apple',
  'banana',
  'stick',
  'papaya',
  'guava',
  'tomato',
  'okra',
  'chilli',
  'watermelon',
]);

const NUTRIENTS: readonly [SeedText, string][] = [
  [{ en: 'Energy', zh: '热量' }, 'kcal'],
  [{ en: 'Protein', zh: '蛋白质' }, 'g'],
  [{ en: 'Fat', zh: '脂肪' }, 'g'],
  [{ en: 'Carbohydrate', zh: '碳水化合物' }, 'g'],
  [{ en: 'Sugar', zh: '糖' }, 'g'],
  [{ en: 'Sodium', zh: '钠' }, 'mg'],
];

/** Builds the pack of a row in its brand's colours. */
export function makePack(brandSlug: string, row: PackRow): PackParams {
  const brand = palettes.get(brandSlug);
  if (!brand) throw new Error(`No brand ${brandSlug}.`);
  const { hue, base, accent, ink, ...form } = row;
  const turned: BrandPalette = hue === undefined ? brand.palette : deriveFlavourPalette(brand.palette, hue);
  const ground = base ?? turned.base;
  return {
    ...form,
    brand: UNBRANDED_PACKS.has(row.type) ? '' : brand.name.en,
    base: ground,
    accent: accent ?? turned.accent,
    ink: chooseReadableInk(ground, ink ?? turned.ink),
    pat: turned.pat,
  };
}

/** Lists a pack's pictures, front first; with nutrition facts there is a back with their table. */
function listViews(pack: PackParams, facts: SeedRow['per100']): ImageSpec[] {
  const view = (name: 'front' | 'angled' | 'closeup'): ImageSpec => ({ kind: 'pack', view: name, pack });
  if (UNBRANDED_PACKS.has(pack.type)) return [view('front'), view('closeup')];
  const back: ImageSpec[] = facts ? [{ kind: 'pack', view: 'back', pack: { ...pack, facts } }] : [];
  return [view('front'), view('angled'), view('closeup'), ...back];
}

/**
 * Computes tier prices at 3, 6 and 12 pieces: −6, −10 and −15%, to the nearest 5 sen, a tie to the shopper
 * (docs/ux.md#4).
 */
export function computeTierPrices(price: number): SeedProduct['tier_prices'] {
  const rungs: [number, number][] = [
    [3, 94],
    [6, 90],
    [12, 85],
  ];
  return rungs.map(([qty, percent]) => ({ qty, tier_price: Math.ceil((price * percent) / 500 - 0.5) * 5 }));
}

function listNutrients(per100: SeedRow['per100']): SeedNutrition[] | null {
  if (!per100) return null;
  return NUTRIENTS.map(([name, unit], index) => ({ name, amount: `${per100[index]} ${unit}` }));
}

const toSeedText = ([en, zh]: TextPair): SeedText => ({ en, zh });

function computeWeight(size: Size, weight: number | undefined): number {
  if (weight !== undefined) return weight;
  if (isCounted(size.unit)) throw new Error(`A size in pieces needs a weight: ${size.text.en}.`);
  return size.amount;
}

function expandOptions(row: SeedRow, pack: PackParams): SeedOption[] {
  if (!row.options) return [];
  const kind = row.options[0]?.kind ?? 'size';
  const first: OptionRow = { id: row.first?.id ?? formatSkuPart(row.size), kind, title: row.first?.title };
  return [first, ...row.options].map((option) => {
    const size = option.size ?? row.size;
    const sku = `${row.slug}-${option.id}`;
    const own = option.pack ? makePack(row.brand, { ...row.pack, ...option.pack }) : pack;
    return {
      sku,
      title: option.title ? toSeedText(option.title) : size.text,
      kind: option.kind,
      price: option.price ?? row.price,
      sale_price: option.price === undefined ? (option.sale ?? row.sale ?? null) : (option.sale ?? null),
      size,
      weight_g: computeWeight(size, option.weight ?? (option.size ? undefined : row.weight)),
      bulky: bulkySkus.has(sku),
      inventory: makeInventory(sku),
      pack: own,
      images: listViews(own, row.per100),
    };
  });
}

function formatSkuPart(size: Size): string {
  // In a SKU, every counted unit is a plain number of pieces.
  if (isCounted(size.unit) && /^\d/.test(size.text.en)) return `${size.amount}s`;
  return size.text.en.toLowerCase().replace(/[^a-z0-9.]/g, '');
}

/** Joins name and size; a Chinese name that contains its size stays as it is: 无籽西瓜（半个）. */
function composeTitle(name: SeedText, variant: SeedText): SeedText {
  return {
    en: `${name.en} ${variant.en}`,
    zh: name.zh.includes(variant.zh) ? name.zh : `${name.zh} ${variant.zh}`,
  };
}

/** Builds the products of a category from its rows. */
export function expandRows({ category, keep, rows }: CategoryRows): SeedProduct[] {
  return rows.map((row) => {
    const brand = palettes.get(row.brand);
    if (!brand) throw new Error(`No brand ${row.brand}.`);
    const name = { en: `${brand.name.en} ${row.en}`, zh: `${brand.name.en} ${row.zh}` };
    const pack = makePack(row.brand, row.pack);
    const options = expandOptions(row, pack);
    const diet = row.diet ?? [];
    const storage = row.keep ?? keep;
    const sold = between(`${row.slug} sold`, 12, 900) + (row.tags?.includes('best-seller') ? 1200 : 0);
    return {
      slug: row.slug,
      type: options.length > 0 ? 'variable' : 'simple',
      sku: row.slug,
      name,
      title: composeTitle(name, row.size.text),
      variant: row.size.text,
      brand: row.brand,
      category,
      further_categories: row.further ?? [],
      description: toSeedText(row.about),
      ingredients: row.made ? toSeedText(row.made) : null,
      storage: storage ? toSeedText(storage) : null,
      nutrition: listNutrients(row.per100),
      dietary: diet,
      allergens: row.allergens ?? [],
      tags: row.tags ?? [],
      halal_certificate: diet.includes('halal') ? `DEMO-${between(`${row.brand} halal`, 1000, 9999)}` : null,
      origin: row.origin ?? 'MY',
      price: row.price,
      sale_price: row.sale ?? null,
      tier_prices: row.tiers ? computeTierPrices(row.sale ?? row.price) : [],
      group_prices: Object.entries(row.groups ?? {}).map(([group, price]) => ({ group, price })),
      size: row.size,
      weight_g: computeWeight(row.size, row.weight),
      inventory: options.length > 0 ? null : makeInventory(row.slug),
      ...limitsOf(row.slug),
      bulky: options.some((option) => option.bulky) || bulkySkus.has(row.slug),
      options,
      bundle_items: [],
      pack,
      images: listViews(pack, row.per100),
      sold_count: sold,
      sold_recently: between(`${row.slug} lately`, 0, Math.floor(sold / 4)),
      age_days: row.tags?.includes('new') ? between(`${row.slug} age`, 2, 27) : between(`${row.slug} age`, 60, 900),
      featured: null,
    };
  });
}
