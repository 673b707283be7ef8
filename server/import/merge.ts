/** What a product will be: the file's word where it has one, else the shop's, else the default. Pure. */
import { imageHash } from '../media/image-hash.ts';
import type { Stage } from '../media/image-spec.ts';
import type { DraftVariant, ProductDraft } from './draft.ts';
import type { ShopProduct } from './import.sql.ts';
import { aisleOf, idOf, placeholderOf, type References } from './references.ts';

type Option = ShopProduct['options'][number];
/** A product to be; what is new has no id yet. */
type WantedOption = Omit<Option, 'id'> & { id: number | null };
export type WantedProduct = Omit<ShopProduct, 'id' | 'options'> & { id: number | null; options: WantedOption[] };

const STAGES: readonly Stage[] = ['snack', 'fresh', 'drink', 'dairy', 'home', 'pantry', 'sweet'];
const placeholders = new Map(STAGES.map((stage) => [stage, imageHash(placeholderOf(stage))]));
const isPlaceholder = (hash: string) => [...placeholders.values()].includes(hash);

/** The undefined stay as the shop has them. */
const told = <T>(fromFile: T | undefined, fromShop: T | undefined, otherwise: T): T =>
  fromFile ?? fromShop ?? otherwise;
const toldOrNull = <T>(fromFile: T | null | undefined, fromShop: T | null | undefined): T | null =>
  fromFile === undefined ? (fromShop ?? null) : fromFile;

function stockOf(variant: DraftVariant, shop: ShopProduct['stock'] | undefined): NonNullable<ShopProduct['stock']> {
  const is_continuous_selling = told(variant.is_continuous_selling, shop?.is_continuous_selling, false);
  const quantity = variant.quantity ?? shop?.quantity ?? 0;
  return {
    quantity: is_continuous_selling ? quantity : Math.max(0, quantity),
    min_qty: told(variant.min_qty, shop?.min_qty, 0),
    is_continuous_selling,
  };
}

function saleOf(variant: DraftVariant, shop: ShopProduct['sale'] | undefined): ShopProduct['sale'] {
  if (variant.sale_price === null) return null;
  return { id: shop?.id ?? 0, sale_price: variant.sale_price };
}

const sizeOf = (variant: DraftVariant, shop: Pick<Option, 'size_amount' | 'size_unit'> | undefined) =>
  variant.size === undefined
    ? { size_amount: shop?.size_amount ?? null, size_unit: shop?.size_unit ?? null }
    : { size_amount: variant.size?.amount ?? null, size_unit: variant.size?.unit ?? null };

/** The shop's option that a variant of the file means: by SKU, else by its title. */
function optionFor(variant: DraftVariant, options: readonly Option[]): Option | undefined {
  const bySku = variant.sku === null ? undefined : options.find((option) => option.sku === variant.sku);
  return bySku ?? options.find((option) => option.title_en === variant.title);
}

function optionsOf(
  draft: ProductDraft,
  shop: ShopProduct | null,
  image: string,
  pictures: ReadonlyMap<string, string>,
): WantedOption[] {
  const before = shop?.options ?? [];
  const taken = new Set<number>();
  const wanted = draft.has_options ? draft.variants : [];
  const named = wanted.map((variant, position): WantedOption => {
    const known = optionFor(
      variant,
      before.filter((option) => !taken.has(option.id)),
    );
    if (known) taken.add(known.id);
    const own =
      known && known.image_hash !== shop?.image_hash && !isPlaceholder(known.image_hash) ? known.image_hash : null;
    return {
      id: known?.id ?? null,
      sku: variant.sku,
      position,
      title_en: variant.title ?? 'Default',
      title_zh: toldOrNull(variant.title_zh, known?.title_zh),
      price: variant.price,
      weight: told(variant.grams, known?.weight, 0),
      ...sizeOf(variant, known),
      bulky: told(variant.bulky, known?.bulky, false),
      image_hash: pictures.get(variant.image ?? '') ?? own ?? image,
      is_active: true,
      stock: stockOf(variant, known?.stock),
      sale: saleOf(variant, known?.sale),
    };
  });
  // Options that the file lacks are no longer sold, but where rows of it could not be read.
  const left = before
    .filter((option) => !taken.has(option.id))
    .map((option, index) => ({
      ...option,
      position: named.length + index,
      is_active: draft.is_partial && draft.has_options ? option.is_active : false,
    }));
  return [...named, ...left];
}

function imagesOf(draft: ProductDraft, shop: ShopProduct | null, stage: Stage, pictures: ReadonlyMap<string, string>) {
  const fetched = draft.images.flatMap((address) => pictures.get(address) ?? []);
  const [first, ...further] = [...new Set(fetched)];
  if (first !== undefined) return { image_hash: first, images: further };
  const kept = shop && !isPlaceholder(shop.image_hash) ? shop.image_hash : null;
  return { image_hash: kept ?? placeholders.get(stage) ?? '', images: shop?.images ?? [] };
}

const idsOf = (known: ReadonlyMap<string, number>, names: readonly string[]): number[] =>
  [...new Set(names.flatMap((name) => idOf(known, name) ?? []))].sort((a, b) => a - b);

/**
 * Puts a draft over what the shop has of it (null: nothing). `pictures` are the images that were fetched, address →
 * name. Answers the reason where it cannot be.
 */
export function mergeDraft(
  draft: ProductDraft,
  shop: ShopProduct | null,
  references: References,
  pictures: ReadonlyMap<string, string>,
): { wanted: WantedProduct } | { reason: string } {
  if (shop?.is_bundle) return { reason: 'is a bundle, which an import does not change' };
  const unknown = draft.dietary?.find((name) => idOf(references.dietaries, name) === undefined);
  if (unknown !== undefined) return { reason: `Dietary "${unknown}" is not known` };
  const aisle =
    draft.category === undefined && shop
      ? [...references.categories.values()].find((each) => each.id === shop.category_id)
      : aisleOf(references, draft.category);
  const [first] = draft.variants;
  if (aisle === undefined || first === undefined) return { reason: 'has no aisle' };

  const pictured = imagesOf(draft, shop, aisle.stage, pictures);
  const options = optionsOf(draft, shop, pictured.image_hash, pictures);
  const sold = options.filter((option) => option.is_active);
  const cheapest = sold.toSorted((a, b) => a.price - b.price)[0];
  const simple = draft.has_options ? null : first;
  return {
    wanted: {
      id: shop?.id ?? null,
      slug: draft.handle,
      type: simple === null ? 'variable' : shop?.type === 'voucher' ? 'voucher' : 'simple',
      status: draft.status,
      sku: simple?.sku ?? null,
      brand_id:
        draft.vendor === undefined
          ? (shop?.brand_id ?? null)
          : draft.vendor === null
            ? null
            : (idOf(references.brands, draft.vendor) ?? null),
      category_id: aisle.id,
      name_en: draft.title,
      name_zh: toldOrNull(draft.title_zh, shop?.name_zh),
      title_en: shop?.name_en === draft.title ? shop.title_en : draft.title,
      title_zh: titleZh(draft, shop),
      variant_en: simple?.size ? simple.size.text : simple?.size === null ? null : (shop?.variant_en ?? null),
      variant_zh: simple?.size && simple.size.text !== shop?.variant_en ? null : (shop?.variant_zh ?? null),
      description_en: told(draft.body, shop?.description_en, ''),
      description_zh: toldOrNull(draft.body_zh, shop?.description_zh),
      price: simple?.price ?? cheapest?.price ?? first.price,
      min_sale_qty: told(draft.min_sale_qty, shop?.min_sale_qty, 1),
      max_sale_qty: told(draft.max_sale_qty, shop?.max_sale_qty, 0),
      bulky: simple ? told(simple.bulky, shop?.bulky, false) : sold.some((option) => option.bulky),
      weight: simple ? told(simple.grams, shop?.weight, 0) : (cheapest?.weight ?? 0),
      ...(simple
        ? sizeOf(simple, shop ?? undefined)
        : { size_amount: cheapest?.size_amount ?? null, size_unit: cheapest?.size_unit ?? null }),
      ...pictured,
      tag_ids: draft.tags === undefined ? (shop?.tag_ids ?? []) : idsOf(references.tags, draft.tags),
      dietary_ids: draft.dietary === undefined ? (shop?.dietary_ids ?? []) : idsOf(references.dietaries, draft.dietary),
      tier_prices: told(draft.tier_prices, shop?.tier_prices, []),
      stock: simple ? stockOf(simple, shop?.stock) : (shop?.stock ?? null),
      sale: simple ? saleOf(simple, shop?.sale) : null,
      is_bundle: false,
      options,
    },
  };
}

function titleZh(draft: ProductDraft, shop: ShopProduct | null): string | null {
  const name = toldOrNull(draft.title_zh, shop?.name_zh);
  return name !== null && name === shop?.name_zh ? shop.title_zh : name;
}

/** Which fields of a product would change; none where the file says what the shop has. */
export function changedFields(wanted: WantedProduct, shop: ShopProduct): string[] {
  return Object.keys(shop).filter((field) => {
    const [next, before] = [wanted[field as keyof WantedProduct], shop[field as keyof ShopProduct]];
    return canonical(next) !== canonical(before);
  });
}

/** Equal values have equal texts, whatever the order of their keys; a sale is told by its price. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (name, part) => {
    if (name === 'sale' && part !== null) return part.sale_price;
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
    if ('sale_price' in part && Object.keys(part).length === 2) return part.sale_price;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
