/** Kinds of cold storage that goods need in transit and delivery methods provide (docs/readings.md#54). */
export const STORAGE_KINDS = ['frozen'] as const;
export type StorageKind = (typeof STORAGE_KINDS)[number];

/**
 * Returns whether no delivery method carries a product: one of its categories is among the slugs `notCarried`. Vouchers
 * need no delivery.
 */
export const isUndeliverable = (
  { type, categories }: { type: string; categories: readonly { slug: string }[] },
  notCarried: readonly string[] | undefined,
): boolean =>
  notCarried !== undefined && type !== 'voucher' && categories.some(({ slug }) => notCarried.includes(slug));
