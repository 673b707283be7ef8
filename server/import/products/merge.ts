/** Merges a draft into a product: the file's value, otherwise the shop's, otherwise the default. Pure. */

import type { Backdrop } from '@shop/core/catalog/backdrops';
import type { ProductTexts } from '../../catalog/products/products.sql.ts';
import { isPlaceholder, placeholderHash } from '../../media/placeholder-images.ts';
import type { MergeContext } from '../columns/column-kinds.ts';
import {
  type DraftVariant,
  deriveFields,
  type MergedProduct,
  mergeFields,
  mergeVariantFields,
  type ProductDraft,
  type ShopProduct,
} from '../columns/product-file.ts';
import type { ImageAlt } from '../columns/product-values.ts';
import { collectionOf, describeAmbiguity, findCategory, idOf, type References } from '../labels/references.ts';
import { isSame } from './is-same.ts';
import {
  findCheapest,
  listSoldOptions,
  mergeOptions,
  mergeSales,
  mergeSize,
  mergeStock,
  pickCheapestValues,
  pictureHash,
} from './merge-options.ts';

/** Merges the file's texts over the shop's and drops empty ones. */
function mergeTexts(file: ProductTexts, shop: ProductTexts | null | undefined): ProductTexts {
  const entries = Object.entries(file).filter(([, text]) => text !== undefined);
  const merged: ProductTexts = { ...shop, ...Object.fromEntries(entries) };
  return Object.fromEntries(Object.entries(merged).filter(([, text]) => text !== undefined && text.length > 0));
}

const isAlt = ({ en, zh }: ImageAlt): boolean => en !== null || zh !== null;

/** Merges pictures and their alternative texts; without pictures in the file the product keeps its own. */
function mergeImages(
  draft: ProductDraft,
  shop: ShopProduct | null,
  stage: Backdrop,
  pictures: ReadonlyMap<string, string>,
): Pick<MergedProduct, 'image_hash' | 'images' | 'image_alts'> {
  const altOf = new Map<string, ImageAlt>();
  for (const { picture, alt } of draft.images) {
    const hash = pictureHash(picture, pictures);
    if (hash !== undefined && !altOf.has(hash)) altOf.set(hash, alt);
  }
  const [first, ...further] = altOf.keys();
  const alts = first === undefined ? draft.images.map(({ alt }) => alt) : [...altOf.values()];
  const image_alts = draft.has_alts ? alts.slice(0, alts.findLastIndex(isAlt) + 1) : (shop?.image_alts ?? []);
  if (first !== undefined) return { image_hash: first, images: further, image_alts };
  const own = shop && !isPlaceholder(shop.image_hash) ? shop.image_hash : null;
  return { image_hash: own ?? placeholderHash(stage), images: shop?.images ?? [], image_alts };
}

/** Merges the places in collections; without a position in the file, the product keeps its own. */
function mergePlaces(draft: ProductDraft, shop: ShopProduct | null, references: References): ShopProduct['places'] {
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
function checkDraft(draft: ProductDraft, shop: ShopProduct | null, references: References) {
  if (shop !== null && shop.parts.length > 0 && draft.bundle_items === undefined) {
    return { reason: 'is a bundle, which only a file with the column "Bundle Items" changes' };
  }
  if (shop !== null && shop.parts.length === 0 && draft.bundle_items?.length) {
    return { column: 'Bundle Items', reason: 'is sold by itself already; a bundle needs a handle of its own' };
  }
  const [aisle] = draft.category ? [describeAmbiguity(references, draft.category)] : [];
  if (aisle) return { column: 'Type', reason: `Type ${aisle}` };
  const further = draft.further?.map((path) => describeAmbiguity(references, path)).find((reason) => reason !== null);
  if (further) return { column: 'Further Types', reason: `Further Types ${further}` };
  const unknown = draft.dietary?.find((name) => idOf(references.dietaries, name) === undefined);
  if (unknown !== undefined) return { column: 'Dietary', reason: `Dietary "${unknown}" is not known` };
  const ruleCollection = draft.collections?.find(
    ({ collection }) => collectionOf(references, collection)?.is_picked === false,
  );
  if (ruleCollection)
    return {
      column: 'Collections',
      reason: `Collections "${ruleCollection.collection}" chooses its products by a rule`,
    };
  const unknownCollection = draft.collections?.find(
    ({ collection }) => collectionOf(references, collection) === undefined,
  );
  if (unknownCollection)
    return { column: 'Collections', reason: `Collections "${unknownCollection.collection}" is no name` };
  return null;
}

/** Merges the displayed size: the file's text, else the text of the file's amount, else the shop's. */
function mergeShownSize(draft: ProductDraft, simple: DraftVariant | null, shop: ShopProduct | null) {
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
  const refusal = checkDraft(draft, shop, references);
  if (refusal !== null) return refusal;
  const category =
    draft.category === undefined && shop
      ? references.categoriesById.get(shop.category_id)
      : findCategory(references, draft.category);
  const [first] = draft.variants;
  if (category === undefined || first === undefined) return { reason: 'has no category' };

  const isBundle = context.bundleItems.length > 0;
  const images = mergeImages(draft, shop, category.stage, pictures);
  const options = mergeOptions(draft, shop, images.image_hash, context);
  const sold = listSoldOptions(options);
  const cheapest = findCheapest(sold);
  const simple = draft.has_options ? null : first;
  const isVoucher = draft.is_voucher ?? shop?.type === 'voucher';
  const texts_zh = mergeTexts(draft.texts_zh, shop?.texts_zh);
  const fields = mergeFields(draft, shop, context);
  const ownSku = draft.product_sku === undefined && shop?.type === 'variable' ? shop.sku : (draft.product_sku ?? null);
  const variantFields = simple
    ? {
        ...mergeVariantFields(simple, shop),
        ...mergeSize(simple, shop ?? undefined),
        sku: simple.sku,
        price: simple.price,
        stock: isBundle ? null : mergeStock(simple, shop?.stock),
        sales: mergeSales(simple, shop?.sales ?? [], now),
      }
    : {
        ...deriveFields(sold, listSoldOptions(shop?.options ?? []), shop),
        ...pickCheapestValues(cheapest, shop),
        sku: ownSku,
        price: cheapest?.price ?? first.price,
        stock: isBundle ? null : (shop?.stock ?? null),
        sales: shop?.sales ?? [],
      };
  return {
    after: {
      ...fields,
      ...variantFields,
      ...mergeShownSize(draft, simple, shop),
      ...images,
      id: shop?.id ?? null,
      slug: draft.handle,
      type: simple === null ? 'variable' : isVoucher ? 'voucher' : 'simple',
      status: draft.status,
      category_id: category.id,
      name_en: draft.title,
      title_en: draft.short_title || (shop?.name_en === draft.title ? shop.title_en : draft.title),
      title_zh: chooseChineseTitle(draft.short_title_zh, fields.name_zh, shop),
      texts_en: mergeTexts(draft.texts, shop?.texts_en),
      texts_zh: Object.keys(texts_zh).length > 0 ? texts_zh : null,
      places: mergePlaces(draft, shop, references),
      parts: context.bundleItems,
      options,
    },
  };
}

function chooseChineseTitle(
  title: string | null | undefined,
  name: string | null,
  shop: ShopProduct | null,
): string | null {
  if (title !== undefined) return title;
  return name !== null && name === shop?.name_zh ? shop.title_zh : name;
}

/** Lists the fields that would change. */
export function listChangedFields(after: MergedProduct, shop: ShopProduct): string[] {
  return Object.keys(shop).filter((field) => {
    const [next, before] = [after[field as keyof MergedProduct], shop[field as keyof ShopProduct]];
    if (field === 'texts_en' || field === 'texts_zh') return !isSame(next ?? {}, mergeTexts({}, shop[field]));
    return !isSame(next, before);
  });
}
