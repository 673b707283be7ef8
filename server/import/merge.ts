/** Merges a draft into a product: the file's value, otherwise the shop's, otherwise the default. Pure. */

import { BACKDROPS, type Backdrop } from '@shop/core/catalog/backdrops';
import { imageHash } from '../media/image-hash.ts';
import type { DraftPicture, DraftVariant, ProductDraft } from './draft.ts';
import type { ShopProduct } from './import.sql.ts';
import { mergeTexts } from './read-texts.ts';
import { aisleOf, collectionOf, idOf, placeholderOf, type References } from './references.ts';

type Option = ShopProduct['options'][number];
type Sale = ShopProduct['sales'][number];
/** An option to write; a new one has no id. */
type WantedOption = Omit<Option, 'id'> & { id: number | null };
export type WantedProduct = Omit<ShopProduct, 'id' | 'options'> & { id: number | null; options: WantedOption[] };

export type MergeContext = {
  references: References;
  /** Picture URL → image hash. */
  pictures: ReadonlyMap<string, string>;
  /** Empty for a product that is no bundle. */
  parts: ShopProduct['parts'];
  /** ISO 8601. */
  now: string;
};

const placeholders = new Map<Backdrop, string>(BACKDROPS.map((stage) => [stage, imageHash(placeholderOf(stage))]));
const drawnForNothing = new Set(placeholders.values());

/** Whether an image is a placeholder. */
export const isPlaceholder = (hash: string): boolean => drawnForNothing.has(hash);

/** The file's value, otherwise the shop's, otherwise the default. */
const fileOrShop = <T>(fromFile: T | undefined, fromShop: T | undefined, otherwise: T): T =>
  fromFile ?? fromShop ?? otherwise;
const toldOrNull = <T>(fromFile: T | null | undefined, fromShop: T | null | undefined): T | null =>
  fromFile === undefined ? (fromShop ?? null) : fromFile;

function stockOf(variant: DraftVariant, shop: ShopProduct['stock'] | undefined): NonNullable<ShopProduct['stock']> {
  const is_continuous_selling = fileOrShop(variant.is_continuous_selling, shop?.is_continuous_selling, false);
  const quantity = variant.quantity ?? shop?.quantity ?? 0;
  return {
    quantity: is_continuous_selling ? quantity : Math.max(0, quantity),
    min_qty: fileOrShop(variant.min_qty, shop?.min_qty, 0),
    is_continuous_selling,
  };
}

const isOpen = (sale: Sale): boolean => sale.ends_at === null && !sale.is_deal;

/**
 * Merges a variant's sales. Without sale columns, only the sale of a compare-at price (it has no end) is added or
 * removed; sales planned in the shop stay.
 */
function salesOf(variant: DraftVariant, shop: readonly Sale[], now: string): Sale[] {
  const known = (sale: Omit<Sale, 'starts_at'>) =>
    shop.find((each) => {
      return each.sale_price === sale.sale_price && each.ends_at === sale.ends_at && each.is_deal === sale.is_deal;
    });
  const told =
    variant.sales?.map((sale) => ({ ...sale, starts_at: sale.starts_at ?? known(sale)?.starts_at ?? now })) ??
    shop.filter((sale) => !isOpen(sale));
  const reduced = { sale_price: variant.sale_price ?? 0, ends_at: null, is_deal: false };
  const open = variant.sale_price === null ? [] : [{ ...reduced, starts_at: known(reduced)?.starts_at ?? now }];
  const unique = new Map([...open, ...told].map((sale) => [`${sale.starts_at} ${sale.is_deal}`, sale]));
  return [...unique.values()].sort((a, b) =>
    a.starts_at < b.starts_at ? -1 : a.starts_at > b.starts_at ? 1 : Number(a.is_deal) - Number(b.is_deal),
  );
}

const sizeOf = (variant: DraftVariant, shop: Pick<Option, 'size_amount' | 'size_unit'> | undefined) =>
  variant.size === undefined
    ? { size_amount: shop?.size_amount ?? null, size_unit: shop?.size_unit ?? null }
    : { size_amount: variant.size?.amount ?? null, size_unit: variant.size?.unit ?? null };

/** Finds the shop's option of a variant: by SKU, otherwise by title. */
function optionFor(variant: DraftVariant, options: readonly Option[]): Option | undefined {
  const bySku = variant.sku === null ? undefined : options.find((option) => option.sku === variant.sku);
  return bySku ?? options.find((option) => option.title_en === variant.title);
}

const hashOf = (picture: DraftPicture | null, pictures: ReadonlyMap<string, string>): string | undefined =>
  picture === null ? undefined : pictures.get(picture.address);

/** Keeps the shop's positions if the options are still in order, otherwise numbers them again. */
function inPlace(named: WantedOption[], left: WantedOption[], before: readonly Option[]): WantedOption[] {
  const place = new Map(before.map((option) => [option.id, option.position]));
  const kept = named.map((option) => (option.id === null ? undefined : place.get(option.id)));
  const isInOrder = kept.every((position, i) => position !== undefined && (i === 0 || position > (kept[i - 1] ?? 0)));
  const isUnique = new Set(place.values()).size === before.length;
  if (isInOrder && isUnique)
    return [...named, ...left].map((option) => ({ ...option, position: place.get(option.id ?? 0) ?? 0 }));
  return [...named, ...left].map((option, position) => ({ ...option, position }));
}

function optionsOf(
  draft: ProductDraft,
  shop: ShopProduct | null,
  image: string,
  context: MergeContext,
): WantedOption[] {
  const before = shop?.options ?? [];
  const taken = new Set<number>();
  const wanted = draft.has_options ? draft.variants : [];
  const named = wanted.map((variant): WantedOption => {
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
      position: 0,
      title_en: variant.title ?? 'Default',
      title_zh: toldOrNull(variant.title_zh, known?.title_zh),
      price: variant.price,
      weight: fileOrShop(variant.grams, known?.weight, 0),
      ...sizeOf(variant, known),
      bulky: fileOrShop(variant.bulky, known?.bulky, false),
      image_hash: hashOf(variant.image, context.pictures) ?? own ?? image,
      is_active: true,
      stock: stockOf(variant, known?.stock),
      sales: salesOf(variant, known?.sales ?? [], context.now),
    };
  });
  // Options missing from the file are no longer sold, unless some of its rows could not be read.
  const left = before
    .filter((option) => !taken.has(option.id))
    .map((option) => ({ ...option, is_active: draft.is_partial && draft.has_options ? option.is_active : false }));
  return inPlace(named, left, before).sort((a, b) => a.position - b.position);
}

function imagesOf(
  draft: ProductDraft,
  shop: ShopProduct | null,
  stage: Backdrop,
  pictures: ReadonlyMap<string, string>,
) {
  const fetched = draft.images.flatMap((picture) => hashOf(picture, pictures) ?? []);
  const [first, ...further] = [...new Set(fetched)];
  if (first !== undefined) return { image_hash: first, images: further };
  const kept = shop && !isPlaceholder(shop.image_hash) ? shop.image_hash : null;
  return { image_hash: kept ?? placeholders.get(stage) ?? '', images: shop?.images ?? [] };
}

const idsOf = (known: ReadonlyMap<string, number>, names: readonly string[]): number[] =>
  [...new Set(names.flatMap((name) => idOf(known, name) ?? []))].sort((a, b) => a - b);

/** Merges the places in collections; without a position in the file, the product keeps its own. */
function placesOf(draft: ProductDraft, shop: ShopProduct | null, references: References): ShopProduct['places'] {
  const before = new Map((shop?.places ?? []).map((place) => [place.collection_key, place.position]));
  const places = draft.collections?.flatMap(({ collection: name, position, starts_at, ends_at }) => {
    const collection = collectionOf(references, name);
    if (collection === undefined) return [];
    const at = position ?? before.get(collection.key) ?? collection.next++;
    collection.next = Math.max(collection.next, at + 1);
    return [{ collection_key: collection.key, position: at, starts_at, ends_at }];
  });
  return places?.sort((a, b) => (a.collection_key < b.collection_key ? -1 : 1)) ?? shop?.places ?? [];
}

/** Returns why the shop cannot accept the draft, or null. */
function refusalOf(draft: ProductDraft, shop: ShopProduct | null, references: References) {
  if (shop !== null && shop.parts.length > 0 && draft.bundle_items === undefined) {
    return { reason: 'is a bundle, which only a file with the column "Bundle Items" changes' };
  }
  if (shop !== null && shop.parts.length === 0 && draft.bundle_items?.length) {
    return { column: 'Bundle Items', reason: 'is sold by itself already; a bundle needs a handle of its own' };
  }
  const unknown = draft.dietary?.find((name) => idOf(references.dietaries, name) === undefined);
  if (unknown !== undefined) return { column: 'Dietary', reason: `Dietary "${unknown}" is not known` };
  const ruled = draft.collections?.find(({ collection }) => collectionOf(references, collection)?.is_picked === false);
  if (ruled)
    return { column: 'Collections', reason: `Collections "${ruled.collection}" chooses its products by a rule` };
  const nameless = draft.collections?.find(({ collection }) => collectionOf(references, collection) === undefined);
  if (nameless) return { column: 'Collections', reason: `Collections "${nameless.collection}" is no name` };
  return null;
}

/** Takes the cheapest option's value for the product, unless it is unchanged. */
function ofCheapest(cheapest: WantedOption | undefined, shop: ShopProduct | null) {
  const before =
    shop?.type === 'variable'
      ? shop.options.filter((option) => option.is_active).toSorted((a, b) => a.price - b.price)[0]
      : undefined;
  const parts = (option: WantedOption | Option | undefined) => ({
    weight: option?.weight ?? 0,
    size_amount: option?.size_amount ?? null,
    size_unit: option?.size_unit ?? null,
  });
  const isAsBefore = shop && before && JSON.stringify(parts(before)) === JSON.stringify(parts(cheapest));
  return isAsBefore
    ? { weight: shop.weight, size_amount: shop.size_amount, size_unit: shop.size_unit }
    : parts(cheapest);
}

/** Whether an option is bulky; the shop's value if the options are unchanged. */
function bulkyOf(sold: readonly WantedOption[], shop: ShopProduct | null): boolean {
  const before = shop?.options.filter((option) => option.is_active);
  const isAsBefore = before && before.length > 0 && before.every((option, i) => option.bulky === sold[i]?.bulky);
  return isAsBefore && shop ? shop.bulky : sold.some((option) => option.bulky);
}

/** The displayed size: the file's text, otherwise the amount. */
function shownSize(draft: ProductDraft, simple: DraftVariant | null, shop: ShopProduct | null) {
  const before = { variant_en: shop?.variant_en ?? null, variant_zh: shop?.variant_zh ?? null };
  if (draft.size_text !== undefined) {
    const variant_zh = draft.size_text_zh === undefined ? before.variant_zh : draft.size_text_zh;
    return { variant_en: draft.size_text, variant_zh };
  }
  if (!simple || simple.size === undefined) return before;
  if (simple.size === null) return { variant_en: null, variant_zh: before.variant_zh };
  return {
    variant_en: simple.size.text,
    variant_zh: simple.size.text === before.variant_en ? before.variant_zh : null,
  };
}

/** Merges a draft into the shop's product (null for a new one). Returns the reason if it cannot. */
export function mergeDraft(
  draft: ProductDraft,
  shop: ShopProduct | null,
  context: MergeContext,
): { wanted: WantedProduct } | { column?: string; reason: string } {
  const { references, pictures, now } = context;
  const refused = refusalOf(draft, shop, references);
  if (refused !== null) return refused;
  const aisle =
    draft.category === undefined && shop
      ? references.aisles.get(shop.category_id)
      : aisleOf(references, draft.category);
  const [first] = draft.variants;
  if (aisle === undefined || first === undefined) return { reason: 'has no aisle' };

  const isBundle = context.parts.length > 0;
  const pictured = imagesOf(draft, shop, aisle.stage, pictures);
  const options = optionsOf(draft, shop, pictured.image_hash, context);
  const sold = options.filter((option) => option.is_active);
  const cheapest = sold.toSorted((a, b) => a.price - b.price)[0];
  const simple = draft.has_options ? null : first;
  const isVoucher = draft.is_voucher ?? shop?.type === 'voucher';
  const texts_en = mergeTexts(draft.texts, shop?.texts_en);
  const texts_zh = mergeTexts(draft.texts_zh, shop?.texts_zh);
  return {
    wanted: {
      id: shop?.id ?? null,
      slug: draft.handle,
      type: simple === null ? 'variable' : isVoucher ? 'voucher' : 'simple',
      status: draft.status,
      sku: simple ? simple.sku : draft.sku === undefined && shop?.type === 'variable' ? shop.sku : (draft.sku ?? null),
      brand_id:
        draft.vendor === undefined
          ? (shop?.brand_id ?? null)
          : draft.vendor === null
            ? null
            : (idOf(references.brands, draft.vendor) ?? null),
      category_id: aisle.id,
      name_en: draft.title,
      name_zh: toldOrNull(draft.title_zh, shop?.name_zh),
      title_en: draft.short_title || (shop?.name_en === draft.title ? shop.title_en : draft.title),
      title_zh: titleZh(draft, shop),
      ...shownSize(draft, simple, shop),
      description_en: fileOrShop(draft.body, shop?.description_en, ''),
      description_zh: toldOrNull(draft.body_zh, shop?.description_zh),
      texts_en,
      texts_zh: Object.keys(texts_zh).length > 0 ? texts_zh : null,
      price: simple?.price ?? cheapest?.price ?? first.price,
      min_sale_qty: fileOrShop(draft.min_sale_qty, shop?.min_sale_qty, 1),
      max_sale_qty: fileOrShop(draft.max_sale_qty, shop?.max_sale_qty, 0),
      ...(simple
        ? { weight: fileOrShop(simple.grams, shop?.weight, 0), ...sizeOf(simple, shop ?? undefined) }
        : ofCheapest(cheapest, shop)),
      bulky: simple ? fileOrShop(simple.bulky, shop?.bulky, false) : bulkyOf(sold, shop),
      ...pictured,
      featured: toldOrNull(draft.featured, shop?.featured),
      published_at: fileOrShop(draft.published_at, shop?.published_at, now),
      created_at: fileOrShop(draft.created_at, shop?.created_at, now),
      tag_ids: draft.tags === undefined ? (shop?.tag_ids ?? []) : idsOf(references.tags, draft.tags),
      dietary_ids: draft.dietary === undefined ? (shop?.dietary_ids ?? []) : idsOf(references.dietaries, draft.dietary),
      category_ids:
        draft.further?.flatMap((name) => aisleOf(references, [name])?.id ?? []).sort((a, b) => a - b) ??
        shop?.category_ids ??
        [],
      tier_prices: fileOrShop(draft.tier_prices, shop?.tier_prices, []),
      group_prices:
        draft.group_prices
          ?.flatMap(({ group, group_price }) => {
            const group_id = references.groups.get(group);
            return group_id === undefined ? [] : [{ group_id, group_price }];
          })
          .sort((a, b) => a.group_id - b.group_id) ??
        shop?.group_prices ??
        [],
      places: placesOf(draft, shop, references),
      parts: context.parts,
      stock: isBundle ? null : simple ? stockOf(simple, shop?.stock) : (shop?.stock ?? null),
      sales: simple ? salesOf(simple, shop?.sales ?? [], now) : (shop?.sales ?? []),
      options,
    },
  };
}

function titleZh(draft: ProductDraft, shop: ShopProduct | null): string | null {
  if (draft.short_title_zh !== undefined) return draft.short_title_zh;
  const name = toldOrNull(draft.title_zh, shop?.name_zh);
  return name !== null && name === shop?.name_zh ? shop.title_zh : name;
}

/** Lists the fields that would change. */
export function changedFields(wanted: WantedProduct, shop: ShopProduct): string[] {
  return Object.keys(shop).filter((field) => {
    const [next, before] = [wanted[field as keyof WantedProduct], shop[field as keyof ShopProduct]];
    if (field === 'texts_en' || field === 'texts_zh') return !isSame(next ?? {}, mergeTexts({}, shop[field]));
    return !isSame(next, before);
  });
}

/** Whether values are equal; ignores the order of keys, and treats a missing text as an empty one. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && typeof other === 'object' && canonical(one) === canonical(other));

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
