/** Merges, removes and exports the data that a customer saves besides orders and wallets, module by module. */
import { exportAddresses, mergeAddresses, removeAddresses } from '../addresses/customer-addresses.ts';
import { exportCustomerCart, mergeCustomerCarts, removeCustomerCart } from '../cart/customer-carts.ts';
import {
  exportRecentProducts,
  mergeRecentProducts,
  removeRecentProducts,
} from '../catalog/products/recent-products.ts';
import type { Ctx } from '../context.ts';
import { exportVouchers } from '../loyalty/vouchers/customer-vouchers.ts';
import { exportWishlist, mergeWishlists, removeWishlist } from '../wishlist/customer-wishlist.ts';

/** Moves the addresses, carts, wishlists and recent products of the customers `from` to `into`. */
export async function mergeSavedData(ctx: Ctx, from: readonly string[], into: string): Promise<void> {
  await mergeAddresses(ctx, from, into);
  await mergeCustomerCarts(ctx, from, into);
  await mergeWishlists(ctx, from, into);
  await mergeRecentProducts(ctx, from, into);
}

export async function removeSavedData(ctx: Ctx, { customer_id }: { customer_id: string }): Promise<void> {
  await removeAddresses(ctx, customer_id);
  await removeCustomerCart(ctx, customer_id);
  await removeWishlist(ctx, customer_id);
  await removeRecentProducts(ctx, customer_id);
}

/** Reads the customer's saved data and vouchers, for the data export. */
export async function exportSavedData(ctx: Ctx, customer_id: string): Promise<Record<string, unknown>> {
  const parts = await Promise.all([
    exportAddresses(ctx, customer_id),
    exportCustomerCart(ctx, customer_id),
    exportWishlist(ctx, customer_id),
    exportRecentProducts(ctx, customer_id),
    exportVouchers(ctx, customer_id),
  ]);
  return Object.assign({}, ...parts);
}
