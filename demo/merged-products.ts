/** Converts the demo's products to those that the import writes. */
import { DAY_MS } from '@shop/core/time';
import {
  type MergedOption,
  type MergedProduct,
  mergeFields,
  mergeVariantFields,
} from '../server/import/columns/product-file.ts';
import type { References } from '../server/import/labels/references.ts';
import { imageHash } from '../server/media/image-hash.ts';
import type { ImageSpec } from '../server/media/image-spec.ts';
import { allergens } from './data/labels.ts';
import type { SeedOption, SeedProduct, SeedText } from './data/types.ts';

const allergenNames = new Map(allergens.map((allergen) => [allergen.slug, allergen.name]));

const regionNames = {
  en: new Intl.DisplayNames('en', { type: 'region' }),
  zh: new Intl.DisplayNames('zh-CN', { type: 'region' }),
};

/** Returns a product's longer texts in one language. */
function pickTexts(product: SeedProduct, lang: keyof SeedText) {
  return {
    ingredients: product.ingredients?.[lang],
    allergens: product.allergens.map((slug) => allergenNames.get(slug)?.[lang] ?? slug),
    storage: product.storage?.[lang],
    origin: regionNames[lang].of(product.origin),
    nutrition: product.nutrition?.map(({ name, amount }) => ({ name: name[lang], amount })),
    halal_certificate: product.halal_certificate ?? undefined,
  };
}

/** Returns the picture that lists show. Throws for a product without pictures. */
export function requireFront(images: readonly ImageSpec[]): ImageSpec {
  const [front] = images;
  if (!front) throw new Error('A product needs a picture');
  return front;
}

const hashes = new WeakMap<ImageSpec, string>();

/** Hashes a picture's spec, each once: thousands of products share one. */
function hashImage(spec: ImageSpec): string {
  const imageKey = hashes.get(spec) ?? imageHash(spec);
  hashes.set(spec, imageKey);
  return imageKey;
}

/** Returns the ids of slugs. Throws for an unknown slug. */
const requireIds = (idsBySlug: ReadonlyMap<string, number>, slugs: readonly string[]): number[] =>
  slugs.map((slug) => requireId(idsBySlug.get(slug), slug));

function requireId(id: number | undefined, slug: string): number {
  if (id === undefined) throw new Error(`The demo has no ${slug}`);
  return id;
}

/** Returns a sale without an end, from the product's first day; none without a price. */
const toSales = (sale_price: number | null, starts_at: string): MergedProduct['sales'] =>
  sale_price === null ? [] : [{ sale_price, starts_at, ends_at: null, is_deal: false }];

const toMergedOption = (option: SeedOption, position: number, created_at: string): MergedOption => ({
  ...mergeVariantFields({}, null),
  id: null,
  sku: option.sku,
  position,
  title_en: option.title.en,
  title_zh: option.title.zh,
  price: option.price,
  weight: option.weight_g,
  size_amount: option.size.amount,
  size_unit: option.size.unit,
  bulky: option.bulky,
  image_hash: hashImage(requireFront(option.images)),
  is_active: true,
  stock: option.inventory,
  sales: toSales(option.sale_price, created_at),
});

/** Converts a product; `references` has the ids of its labels, `bundleItems` the products of a bundle. */
export function toMergedProduct(
  product: SeedProduct,
  references: References,
  bundleItems: MergedProduct['parts'],
  now: Date,
): MergedProduct {
  const created_at = new Date(now.getTime() - product.age_days * DAY_MS).toISOString();
  return {
    ...mergeFields({}, null, { references, pictures: new Map(), bundleItems, now: created_at }),
    ...mergeVariantFields({}, null),
    id: null,
    slug: product.slug,
    type: product.type,
    status: 'published',
    sku: product.sku,
    brand_id: product.brand === null ? null : requireId(references.brands.get(product.brand), product.brand),
    category_id: requireId(references.categories.get(product.category)?.id, product.category),
    category_ids: product.further_categories.map((slug) => requireId(references.categories.get(slug)?.id, slug)),
    name_en: product.name.en,
    name_zh: product.name.zh,
    title_en: product.title.en,
    title_zh: product.title.zh,
    variant_en: product.variant.en,
    variant_zh: product.variant.zh,
    description_en: product.description.en,
    description_zh: product.description.zh,
    texts_en: pickTexts(product, 'en'),
    texts_zh: pickTexts(product, 'zh'),
    price: product.price,
    min_sale_qty: product.min_sale_qty,
    max_sale_qty: product.max_sale_qty,
    bulky: product.bulky,
    weight: product.weight_g,
    size_amount: product.size?.amount ?? null,
    size_unit: product.size?.unit ?? null,
    image_hash: hashImage(requireFront(product.images)),
    images: product.images.slice(1).map(hashImage),
    image_alts: [],
    featured: product.featured,
    tag_ids: requireIds(references.tags, product.tags),
    dietary_ids: requireIds(references.dietaries, product.dietary),
    tier_prices: product.tier_prices,
    group_prices: product.group_prices.map(({ group, price }) => ({
      group_id: requireId(references.groups.get(group), group),
      group_price: price,
    })),
    places: [],
    parts: bundleItems,
    stock: product.inventory,
    sales: product.type === 'variable' ? [] : toSales(product.sale_price, created_at),
    options: product.options.map((option, position) => toMergedOption(option, position, created_at)),
  };
}

/** Lists every image of a product and its options. */
export const listImages = (product: SeedProduct): ImageSpec[] => [
  ...product.images,
  ...product.options.flatMap((option) => option.images),
];
