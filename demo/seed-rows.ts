/** Converts the demo shop's data to table rows. */
import { DAY_MS, dayOf } from '@shop/core/time';
import { imageHash } from '../server/media/image-hash.ts';
import type { ImageSpec } from '../server/media/image-spec.ts';
import { allergens } from './data/labels.ts';
import type { SeedInventory, SeedProduct, Text } from './data/types.ts';

const allergenNames = new Map(allergens.map((allergen) => [allergen.slug, allergen.name]));

const regions = {
  en: new Intl.DisplayNames('en', { type: 'region' }),
  zh: new Intl.DisplayNames('zh-CN', { type: 'region' }),
};

/** A product's longer texts in one language. */
function textsOf(product: SeedProduct, lang: keyof Text) {
  return {
    ingredients: product.ingredients?.[lang],
    allergens: product.allergens.map((slug) => allergenNames.get(slug)?.[lang] ?? slug),
    storage: product.storage?.[lang],
    origin: regions[lang].of(product.origin),
    nutrition: product.nutrition?.map(({ name, amount }) => ({ name: name[lang], amount })),
    halal_certificate: product.halal_certificate ?? undefined,
  };
}

/** Returns the picture that lists show. */
export function frontOf(images: readonly ImageSpec[]): ImageSpec {
  const [front] = images;
  if (!front) throw new Error('A product needs a picture');
  return front;
}

const hashes = new WeakMap<ImageSpec, string>();

/** Hashes a picture's spec, each once: thousands of products share one. */
function hashOf(spec: ImageSpec): string {
  const known = hashes.get(spec) ?? imageHash(spec);
  hashes.set(spec, known);
  return known;
}

const texts = (name: string, text: Text) => ({ [`${name}_en`]: text.en, [`${name}_zh`]: text.zh });

/** Rows of `products`. */
export function productRows(products: readonly SeedProduct[], now: Date) {
  return products.map((product, place) => ({
    place,
    slug: product.slug,
    type: product.type,
    sku: product.sku,
    brand: product.brand,
    category: product.category,
    ...texts('name', product.name),
    ...texts('title', product.title),
    ...texts('variant', product.variant),
    ...texts('description', product.description),
    texts_en: textsOf(product, 'en'),
    texts_zh: textsOf(product, 'zh'),
    price: product.price,
    min_sale_qty: product.min_sale_qty,
    max_sale_qty: product.max_sale_qty,
    bulky: product.bulky,
    weight: product.weight_g,
    size_amount: product.size?.amount ?? null,
    size_unit: product.size?.unit ?? null,
    image_hash: hashOf(frontOf(product.images)),
    featured: product.featured,
    sales_count: product.sold_count,
    orders_count: product.sold_recently,
    created_at: new Date(now.getTime() - product.age_days * DAY_MS),
  }));
}

/** Rows of `variation_options`. */
export function optionRows(product: SeedProduct) {
  return product.options.map((option, position) => ({
    product: product.slug,
    position,
    sku: option.sku,
    ...texts('title', option.title),
    price: option.price,
    weight: option.weight_g,
    size_amount: option.size.amount,
    size_unit: option.size.unit,
    bulky: option.bulky,
    image_hash: hashOf(frontOf(option.images)),
  }));
}

/** Rows of `inventory`: of the product itself, or of each of its options. */
export function inventoryRows(product: SeedProduct) {
  const row = (option: string | null, inventory: SeedInventory) => ({ product: product.slug, option, ...inventory });
  if (product.inventory) return [row(null, product.inventory)];
  return product.options.map((option) => row(option.sku, option.inventory));
}

/** Rows of `sales` without an end, from the product's first day: of the product itself, or of its options. */
export function saleRows(product: SeedProduct, now: Date) {
  const row = (option: string | null, sale_price: number) => ({
    product: product.slug,
    option,
    cheapest: false,
    sale_price,
    starts_at: new Date(now.getTime() - product.age_days * DAY_MS),
    ends_at: null,
    is_deal: false,
  });
  if (product.type !== 'variable') return product.sale_price === null ? [] : [row(null, product.sale_price)];
  return product.options.flatMap((option) => (option.sale_price === null ? [] : [row(option.sku, option.sale_price)]));
}

/**
 * Rows of `product_sales`: past sales are dated the day before the shop begins, so that they never share a day with
 * real orders.
 */
export function productSalesRows(product: SeedProduct, now: Date) {
  if (product.sold_count === 0) return [];
  const day = dayOf(new Date(now.getTime() - DAY_MS));
  return [{ product: product.slug, day, pieces: product.sold_count, orders: product.sold_recently }];
}

/** Rows of `product_images`: every picture but the first, which is the product's own. */
export function imageRows(product: SeedProduct) {
  const further = product.images.slice(1);
  return further.map((spec, position) => ({ product: product.slug, position: position + 1, image_hash: hashOf(spec) }));
}

/** Rows of `bundle_items`. */
export function bundleRows(product: SeedProduct) {
  return product.bundle_items.map((item, position) => ({
    bundle: product.slug,
    position,
    product: item.product_slug,
    option: item.option_sku,
    quantity: item.quantity,
  }));
}

/** Every image of a product and its options. */
export const imagesOf = (product: SeedProduct): ImageSpec[] => [
  ...product.images,
  ...product.options.flatMap((option) => option.images),
];
