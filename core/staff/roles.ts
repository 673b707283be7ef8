/** The roles of staff (docs/api.md#staff-api). An owner may call every staff endpoint. */
export const STAFF_ROLES = ['owner', 'catalog', 'orders', 'picker', 'support', 'finance'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** Checks whether staff with roles `held` may call an endpoint for `allowed`. */
export const hasRole = (held: readonly StaffRole[], allowed: readonly StaffRole[]): boolean =>
  held.some((role) => role === 'owner' || allowed.includes(role));
