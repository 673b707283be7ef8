/** The own voucher that a cart's choices name, as read with the cart. */
import type { VoucherState } from '@shop/core/loyalty/voucher';
import type * as v from 'valibot';
import type * as sql from './vouchers.sql.ts';

export type ChosenVoucher = VoucherState & { id: string; voucher: sql.StoredVoucher };

export const toChosenVoucher = (stored: v.InferOutput<typeof sql.storedChosenVoucher> | null): ChosenVoucher | null =>
  stored && { ...stored, expires_at: stored.expires_at === null ? null : new Date(stored.expires_at) };
