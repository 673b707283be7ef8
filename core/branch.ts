/**
 * Apps of partners that show the shop inside them: values of the header `X-Branch` and of a page's query flag `branch`.
 */
export const BRANCHES = ['tng'] as const;
export type Branch = (typeof BRANCHES)[number];

/** Reads a branch; null for any other value. */
export const parseBranch = (value: unknown): Branch | null => BRANCHES.find((branch) => branch === value) ?? null;
