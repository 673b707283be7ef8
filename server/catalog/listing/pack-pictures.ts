/**
 * Pictures for products that have none: a pack with the product's name and size on its label. The product keeps its
 * placeholder; only its listing row names the drawn pack, so that a new name draws another.
 */
import type { Backdrop } from '@shop/core/catalog/backdrops';
import type { Statement } from '../../db/database.ts';
import { imageHash } from '../../media/image-hash.ts';
import type { ImageSpec } from '../../media/image-spec.ts';
import { isPlaceholder } from '../../media/placeholder-images.ts';
import type { listingSource } from './listing.sql.ts';
import type { ListingOption } from './listing-document.ts';

/** A product with the data that its listing is built from. */
export type ListingSource = typeof listingSource extends Statement<infer Row> ? Row : never;

/**
 * Words of category names by the kind of goods; the first kind with a match decides. Imported categories have no kind.
 */
const PACK_KIND_PATTERNS: readonly (readonly [Backdrop, RegExp])[] = [
  ['home', /\b(soap|shampoo|detergent|clean\w*|laundry|dishwash\w*|bleach|lotion|body wash|conditioner|household)\b/i],
  ['dairy', /\b(milk|dairy|yog(h)?urt|cream|cheese|butter)\b/i],
  ['drink', /\b(drinks?|beverages?|juices?|water|soda|beers?|wines?|cordials?|oils?|sauces?|vinegar|syrups?)\b/i],
  ['snack', /\b(snacks?|chips|crisps|nuts|noodles|pasta|frozen|coffee|popcorn|wipes|diapers|pet food)\b/i],
  ['fresh', /\b(fresh|fruits?|vegetables?|bread|bakery|flour|rice|sugar|meat|fish|seafood)\b/i],
  ['sweet', /\b(sweets?|candy|chocolates?|biscuits?|cookies|cereals?|tea|tissues?|toothpaste|medicine|health|care)\b/i],
];

/**
 * Chooses the form of a pack: its category's kind, or in place of `pantry` the kind that the nearest category's name
 * suggests.
 */
export function choosePackKind(stage: Backdrop, names: readonly string[]): Backdrop {
  if (stage !== 'pantry') return stage;
  for (const name of names.toReversed()) {
    const match = PACK_KIND_PATTERNS.find(([, words]) => words.test(name));
    if (match !== undefined) return match[0];
  }
  return stage;
}

function describePack(source: ListingSource, stage: Backdrop, option?: ListingOption): ImageSpec {
  const { name, brand, variant, size } = source;
  const amount = size === null ? '' : `${size.amount} ${size.unit}`;
  return {
    kind: 'label',
    stage,
    brand: brand?.name ?? '',
    name,
    size: option?.title.en ?? variant?.en ?? amount,
  };
}

/** Returns the hash of a product's picture in lists. */
export const chooseProductPicture = (source: ListingSource, stage: Backdrop): string =>
  isPlaceholder(source.image_hash) ? imageHash(describePack(source, stage)) : source.image_hash;

/** Returns the hash of an option's picture. */
export const chooseOptionPicture = (source: ListingSource, option: ListingOption, stage: Backdrop): string =>
  isPlaceholder(option.image) ? imageHash(describePack(source, stage, option)) : option.image;

/** Lists the packs to draw for a product and its options. */
export function listLabelledPacks(source: ListingSource, stage: Backdrop): ImageSpec[] {
  const own = isPlaceholder(source.image_hash) ? [describePack(source, stage)] : [];
  const options = source.options.filter(({ image }) => isPlaceholder(image));
  return [...own, ...options.map((option) => describePack(source, stage, option))];
}
