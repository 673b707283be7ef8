/** Resolves the parts of bundles among the shop's products and the file's. */
import type { Db } from '../../db/database.ts';
import type { ProductDraft, ShopProduct } from '../columns/product-file.ts';
import type { DraftPart } from '../columns/product-values.ts';
import { partProducts } from './shop-products.sql.ts';
import { stagedByHandle } from './staged-drafts.sql.ts';

/** A product that can be a part. A product or option that a dry run would create has the id −1. */
type PartProduct = {
  product_id: number;
  hasOptions: boolean;
  is_bundle: boolean;
  options: { id: number; sku: string | null; title: string }[];
};
type PartBySlug = Map<string, PartProduct>;

/** Builds the part for a draft, with the ids −1. */
const partOfDraft = (draft: ProductDraft): PartProduct => ({
  product_id: -1,
  hasOptions: draft.has_options,
  is_bundle: (draft.bundle_items?.length ?? 0) > 0,
  options: draft.variants.map((variant) => ({ id: -1, sku: variant.sku, title: variant.title ?? '' })),
});

/** Loads the products that these bundles name. `staged` is the import whose drafts are not written yet, or null. */
export async function loadParts(db: Db, drafts: readonly ProductDraft[], staged: string | null): Promise<PartBySlug> {
  const handles = [...new Set(drafts.flatMap((draft) => (draft.bundle_items ?? []).map((part) => part.handle)))];
  const parts: PartBySlug = new Map();
  if (handles.length === 0) return parts;
  for (const { slug, product_id, type, is_bundle, options } of await db.rows(partProducts, [handles])) {
    parts.set(slug, { product_id, hasOptions: type === 'variable', is_bundle, options });
  }
  if (staged === null) return parts;
  for (const { draft } of await db.rows(stagedByHandle, [staged, handles])) {
    const part = partOfDraft(draft);
    const inShop = parts.get(draft.handle);
    const optionId = (option: PartProduct['options'][number]) =>
      inShop?.options.find((each) => each.sku === option.sku || each.title === option.title)?.id;
    parts.set(draft.handle, {
      ...part,
      product_id: inShop?.product_id ?? -1,
      options: part.options.map((option) => ({ ...option, id: optionId(option) ?? -1 })),
    });
  }
  return parts;
}

function resolvePart(item: DraftPart, parts: PartBySlug): ShopProduct['parts'][number] | string {
  const part = parts.get(item.handle);
  if (part === undefined) return `names "${item.handle}", which neither the shop nor the file has`;
  if (part.is_bundle) return `names "${item.handle}", which is a bundle itself`;
  const whole = { product_id: part.product_id, option_id: null, quantity: item.quantity };
  if (!part.hasOptions) return item.option === null ? whole : `names an option of "${item.handle}", which has none`;
  if (item.option === null) return `must name an option of "${item.handle}", such as ${item.handle}/SKU`;
  const option =
    part.options.find((each) => each.sku === item.option) ?? part.options.find((each) => each.title === item.option);
  return option ? { ...whole, option_id: option.id } : `names "${item.option}", which "${item.handle}" does not have`;
}

/** Resolves a bundle's parts, or returns the reason why it cannot. */
export function resolveParts(
  items: readonly DraftPart[],
  parts: PartBySlug,
): ShopProduct['parts'] | { reason: string } {
  const resolved = items.map((item) => resolvePart(item, parts));
  const wrong = resolved.find((each) => typeof each === 'string');
  if (wrong !== undefined) return { reason: `Bundle Items ${wrong}` };
  return resolved.filter((each) => typeof each !== 'string');
}
