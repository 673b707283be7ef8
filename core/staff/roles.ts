/**
 * The roles of staff (docs/api.md#staff-api). An owner may call every staff endpoint. An `outlet_manager` sees the
 * tills and referrals of one outlet.
 */
export const STAFF_ROLES = ['owner', 'catalog', 'orders', 'picker', 'support', 'finance', 'outlet_manager'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/**
 * The reason why a signed-in member of staff cannot work: the session is `locked`, or the account is `unenrolled`,
 * without the second factor that its roles need.
 */
export type StaffRestriction = 'locked' | 'unenrolled';

/** Returns whether staff with these roles may call an endpoint for the roles `allowed`. */
export const hasRole = (staffRoles: readonly StaffRole[], allowed: readonly StaffRole[]): boolean =>
  staffRoles.some((role) => role === 'owner' || allowed.includes(role));
