/** Storage that goods need on the way and delivery methods keep (docs/readings.md#54). */
export const STORAGE_KINDS = ['frozen'] as const;
export type StorageKind = (typeof STORAGE_KINDS)[number];

/** Returns whether a product cannot be delivered, because no method carries `notCarried` categories; vouchers always can. */
export const isUndeliverable = (
  { type, categories }: { type: string; categories: readonly { slug: string }[] },
  notCarried: readonly string[] | undefined,
): boolean =>
  notCarried !== undefined && type !== 'voucher' && categories.some(({ slug }) => notCarried.includes(slug));
