import type { Cart } from '@shop/contract/cart';
import type { Sen } from '@shop/core/money';
import { useSyncExternalStore } from 'react';
import { useCart } from '../cart/use-cart.ts';
import { deliveryTown } from '../storage.ts';
import { useDeliveryZip } from './use-delivery-zip.ts';

/** Names a destination for shoppers: its town, else its postcode, else its state. */
export const formatPlaceName = ({ town, zip, state }: NonNullable<Cart['destination']>): string => town ?? zip ?? state;

/** Names the place that the cart is delivered to, else the one stored on this device; null if there is none. */
export function useDeliveryPlace(): string | null {
  const zip = useDeliveryZip();
  const town = useSyncExternalStore(deliveryTown.subscribe, deliveryTown.read, () => null);
  const place = useCart(({ cart }) => cart?.destination && formatPlaceName(cart.destination));
  return place ?? (zip === null ? null : (town ?? zip));
}

export type DeliveryTerms = {
  place: string;
  /** In sen; null if nothing is delivered there. */
  fee: Sen | null;
  /** From this amount in sen on, delivery is free; null without such an amount. */
  freeFrom: Sen | null;
};

/** Returns fee and free-shipping threshold of the cart's destination; null while it is unknown. */
export function useDeliveryTerms(): DeliveryTerms | null {
  const cart = useCart((state) => state.cart);
  return cart === null ? null : toDeliveryTerms(cart);
}

/** Returns the delivery terms of a cart's destination; null without a destination. */
export function toDeliveryTerms({
  destination,
  fee_rules,
  free_shipping_info,
}: Pick<Cart, 'destination' | 'fee_rules' | 'free_shipping_info'>): DeliveryTerms | null {
  if (destination === null) return null;
  return {
    place: formatPlaceName(destination),
    fee: fee_rules?.rate?.fee ?? null,
    freeFrom: free_shipping_info.min_amount,
  };
}
