import { useSyncExternalStore } from 'react';
import { useCart } from '../cart/use-cart.ts';
import { deliveryZip } from '../storage.ts';

/** Returns the postcode that the cart is delivered to, else the one stored on this device; null if there is none. */
export function useDeliveryZip(): string | null {
  const storedZip = useSyncExternalStore(deliveryZip.subscribe, deliveryZip.read, () => null);
  return useCart((state) => state.cart?.destination?.zip) ?? storedZip;
}
