/** Kinds of records whose pages show what staff changed, as the audit names them. */
export const AUDITED_KINDS = ['order', 'customer', 'product', 'staff', 'campaign', 'run'] as const;
export type AuditedKind = (typeof AUDITED_KINDS)[number];
