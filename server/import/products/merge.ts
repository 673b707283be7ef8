/** Merges a draft into a product: the file's value, otherwise the shop's, otherwise the default. Pure. */

import type { Backdrop } from '@shop/core/catalog/backdrops';
import { DEFAULT_MAX_SALE_QTY, DEFAULT_MIN_SALE_QTY } from '@shop/core/catalog/product';
import { isPlaceholder, placeholderHash } from '../../media/placeholder-images.ts';
import { ambiguityOf, categoryFor, collectionOf, idOf, type References } from '../labels/references.ts';
import type { DraftVariant, ImageAlt, ProductDraft } from '../reading/draft.ts';
import { mergeTexts } from '../reading/read-texts.ts';
import { bulkyOf, hashOf, mergeOptions, salesOf, sizeOf, stockOf, valuesOfCheapest } from './merge-options.ts';
import { fileOrShop, fileOrShopOrNull, type MergeContext, type MergedProduct } from './merged-product.ts';
import type { ShopProduct } from './shop-products.sql.ts';

const isAlt = ({ en, zh }: ImageAlt): boolean => en !== null || zh !== null;

/** Merges pictures and their alternative texts; without pictures in the file the product keeps its own. */
function imagesOf(
  draft: ProductDraft,
  shop: ShopProduct | null,
  stage: Backdrop,
  pictures: ReadonlyMap<string, string>,
): Pick<MergedProduct, 'image_hash' | 'images' | 'image_alts'> {
  const altOf = new Map<string, ImageAlt>();
  for (const { picture, alt } of draft.images) {
    const hash = hashOf(picture, pictures);
    if (hash !== undefined && !altOf.has(hash)) altOf.set(hash, alt);
  }
  const [first, ...further] = altOf.keys();
  const alts = first === undefined ? draft.images.map(({ alt }) => alt) : [...altOf.values()];
  const image_alts = draft.has_alts ? alts.slice(0, alts.findLastIndex(isAlt) + 1) : (shop?.image_alts ?? []);
  if (first !== undefined) return { image_hash: first, images: further, image_alts };
  const own = shop && !isPlaceholder(shop.image_hash) ? shop.image_hash : null;
  return { image_hash: own ?? placeholderHash(stage), images: shop?.images ?? [], image_alts };
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
  const [aisle] = draft.category ? [ambiguityOf(references, draft.category)] : [];
  if (aisle) return { column: 'Type', reason: `Type ${aisle}` };
  const further = draft.further?.map((path) => ambiguityOf(references, path)).find((reason) => reason !== null);
  if (further) return { column: 'Further Types', reason: `Further Types ${further}` };
  const unknown = draft.dietary?.find((name) => idOf(references.dietaries, name) === undefined);
  if (unknown !== undefined) return { column: 'Dietary', reason: `Dietary "${unknown}" is not known` };
  const ruled = draft.collections?.find(({ collection }) => collectionOf(references, collection)?.is_picked === false);
  if (ruled)
    return { column: 'Collections', reason: `Collections "${ruled.collection}" chooses its products by a rule` };
  const nameless = draft.collections?.find(({ collection }) => collectionOf(references, collection) === undefined);
  if (nameless) return { column: 'Collections', reason: `Collections "${nameless.collection}" is no name` };
  return null;
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
): { after: MergedProduct } | { column?: string; reason: string } {
  const { references, pictures, now } = context;
  const refused = refusalOf(draft, shop, references);
  if (refused !== null) return refused;
  const category =
    draft.category === undefined && shop
      ? references.categoriesById.get(shop.category_id)
      : categoryFor(references, draft.category);
  const [first] = draft.variants;
  if (category === undefined || first === undefined) return { reason: 'has no category' };

  const isBundle = context.parts.length > 0;
  const pictured = imagesOf(draft, shop, category.stage, pictures);
  const options = mergeOptions(draft, shop, pictured.image_hash, context);
  const sold = options.filter((option) => option.is_active);
  const cheapest = sold.toSorted((a, b) => a.price - b.price)[0];
  const simple = draft.has_options ? null : first;
  const isVoucher = draft.is_voucher ?? shop?.type === 'voucher';
  const texts_en = mergeTexts(draft.texts, shop?.texts_en);
  const texts_zh = mergeTexts(draft.texts_zh, shop?.texts_zh);
  return {
    after: {
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
      category_id: category.id,
      name_en: draft.title,
      name_zh: fileOrShopOrNull(draft.title_zh, shop?.name_zh),
      title_en: draft.short_title || (shop?.name_en === draft.title ? shop.title_en : draft.title),
      title_zh: titleZh(draft, shop),
      ...shownSize(draft, simple, shop),
      description_en: fileOrShop(draft.body, shop?.description_en, ''),
      description_zh: fileOrShopOrNull(draft.body_zh, shop?.description_zh),
      texts_en,
      texts_zh: Object.keys(texts_zh).length > 0 ? texts_zh : null,
      price: simple?.price ?? cheapest?.price ?? first.price,
      min_sale_qty: fileOrShop(draft.min_sale_qty, shop?.min_sale_qty, DEFAULT_MIN_SALE_QTY),
      max_sale_qty: fileOrShop(draft.max_sale_qty, shop?.max_sale_qty, DEFAULT_MAX_SALE_QTY),
      ...(simple
        ? { weight: fileOrShop(simple.grams, shop?.weight, 0), ...sizeOf(simple, shop ?? undefined) }
        : valuesOfCheapest(cheapest, shop)),
      bulky: simple ? fileOrShop(simple.bulky, shop?.bulky, false) : bulkyOf(sold, shop),
      ...pictured,
      featured: fileOrShopOrNull(draft.featured, shop?.featured),
      barcode: simple ? fileOrShopOrNull(simple.barcode, shop?.barcode) : (shop?.barcode ?? null),
      cost_price: simple ? fileOrShopOrNull(simple.cost_price, shop?.cost_price) : (shop?.cost_price ?? null),
      seo_title_en: fileOrShopOrNull(draft.seo_title, shop?.seo_title_en),
      seo_title_zh: fileOrShopOrNull(draft.seo_title_zh, shop?.seo_title_zh),
      seo_description_en: fileOrShopOrNull(draft.seo_description, shop?.seo_description_en),
      seo_description_zh: fileOrShopOrNull(draft.seo_description_zh, shop?.seo_description_zh),
      origin_country: fileOrShopOrNull(draft.country, shop?.origin_country),
      tax_class: fileOrShopOrNull(draft.tax_class, shop?.tax_class),
      published_at: fileOrShop(draft.published_at, shop?.published_at, now),
      created_at: fileOrShop(draft.created_at, shop?.created_at, now),
      tag_ids: draft.tags === undefined ? (shop?.tag_ids ?? []) : idsOf(references.tags, draft.tags),
      dietary_ids: draft.dietary === undefined ? (shop?.dietary_ids ?? []) : idsOf(references.dietaries, draft.dietary),
      category_ids:
        draft.further?.flatMap((path) => categoryFor(references, path)?.id ?? []).sort((a, b) => a - b) ??
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
  const name = fileOrShopOrNull(draft.title_zh, shop?.name_zh);
  return name !== null && name === shop?.name_zh ? shop.title_zh : name;
}

/** Lists the fields that would change. */
export function changedFields(after: MergedProduct, shop: ShopProduct): string[] {
  return Object.keys(shop).filter((field) => {
    const [next, before] = [after[field as keyof MergedProduct], shop[field as keyof ShopProduct]];
    if (field === 'texts_en' || field === 'texts_zh') return !isSame(next ?? {}, mergeTexts({}, shop[field]));
    return !isSame(next, before);
  });
}

/** Returns whether values are equal; ignores the order of keys, and treats a missing text as an empty one. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && typeof other === 'object' && canonical(one) === canonical(other));

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
